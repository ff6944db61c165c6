/** How a piece of text stands out where the terminal can show it. */
export type Tone = 'plain' | 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan';

/** A terminal, or a file or pipe in its place. */
export interface Screen {
  /** Columns that a line of the demonstration may take. */
  readonly width: number;
  /** One line or more, wrapped, each after the prefix. */
  say(text: string, options?: { readonly tone?: Tone; readonly prefix?: string }): void;
  /** Two columns in a box; the second one is wrapped. */
  table(rows: readonly (readonly [string, string])[]): void;
  /** Everything said so far, without colours. */
  said(): string;
}

const CODES: Readonly<Record<Tone, string>> = {
  plain: '',
  bold: '\u001b[1m',
  dim: '\u001b[90m',
  red: '\u001b[31m',
  yellow: '\u001b[33m',
  green: '\u001b[32m',
  cyan: '\u001b[36m',
};
const RESET = '\u001b[0m';
const WIDEST = 110;
const NARROWEST = 60;

/** A screen on a stream; colours only on a terminal whose user wants them (https://no-color.org). */
export function createScreen(stream: NodeJS.WriteStream): Screen {
  const coloured = stream.isTTY === true && !process.env.NO_COLOR;
  const width = Math.max(NARROWEST, Math.min(WIDEST, stream.columns ?? WIDEST));
  let said = '';
  const say: Screen['say'] = (text, { tone = 'plain', prefix = '' } = {}) => {
    for (const part of wrap(text, width - columns(prefix))) {
      said += `${prefix}${part}\n`;
      const shown = coloured && tone !== 'plain' && part !== '' ? `${CODES[tone]}${part}${RESET}` : part;
      stream.write(`${prefix}${shown}\n`);
    }
  };
  return {
    width,
    say,
    table(rows) {
      const left = Math.max(0, ...rows.map(([name]) => columns(name)));
      const right = width - left - 7;
      const edge = (start: string, middle: string, end: string): void =>
        say(`${start}${'─'.repeat(left + 2)}${middle}${'─'.repeat(right + 2)}${end}`);
      edge('┌', '┬', '┐');
      for (const [name, value] of rows) {
        wrap(value, right).forEach((part, index) => {
          say(`│ ${padded(index === 0 ? name : '', left)} │ ${padded(part, right)} │`);
        });
      }
      edge('└', '┴', '┘');
    },
    said: () => said,
  };
}

/** Lines of at most that many columns, broken between words, or inside one that is longer than a line. */
function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    if (columns(paragraph) <= width) return [paragraph];
    const lines: string[] = [];
    let current = '';
    for (const word of paragraph.split(' ')) {
      const longer = current === '' ? word : `${current} ${word}`;
      if (columns(longer) <= width) {
        current = longer;
        continue;
      }
      if (current !== '') lines.push(current);
      current = word;
      while (current.length > width) {
        lines.push(current.slice(0, width));
        current = current.slice(width);
      }
    }
    return [...lines, current];
  });
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columns(text)));
}

/** Emoji take two columns, joiners and selectors none. */
function columns(text: string): number {
  let sum = 0;
  for (const char of text) {
    if (/\u200b|\u200c|\u200d|\ufe0f/.test(char)) continue;
    sum += /\p{Emoji_Presentation}/u.test(char) ? 2 : 1;
  }
  return sum;
}
