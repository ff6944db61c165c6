import type { Screen } from './screen';

/** Shows a job summary on a terminal: its heading, a box for each row of its table, its Mermaid gantt as bars. */
export function showSummary(screen: Screen, markdown: string): void {
  let header: readonly string[] | undefined;
  let chart: string[] | undefined;
  for (const line of markdown.trimEnd().split('\n')) {
    if (chart !== undefined) {
      if (line !== '```') chart.push(line);
      else {
        showGantt(screen, chart);
        chart = undefined;
      }
    } else if (line === '```mermaid') chart = [];
    else if (line.startsWith('|')) {
      const cells = line.slice(1, -1).split('|').map(plainText);
      if (header === undefined) header = cells;
      else if (!/^\|[|-]+$/.test(line)) {
        const names = header;
        screen.table(cells.map((cell, index) => [names[index] ?? '', cell] as const));
      }
    } else if (line.startsWith('>')) screen.say(plainText(line.slice(1)), { prefix: '  ┃ ' });
    else if (line.startsWith('#')) screen.say(plainText(line.replace(/^#+/, '')), { tone: 'bold' });
    else screen.say(plainText(line));
  }
}

/** Of the Markdown and HTML that the summary uses, what a reader sees. */
function plainText(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\(([^)]*)\)/g, '$2')
    .replace(/<br>/g, '\n')
    .replace(/<\/?code>/g, '')
    .replace(/&#(\d+);/g, (_, number) => String.fromCodePoint(Number(number)))
    .replaceAll('\u200b', '')
    .trim();
}

interface Bar {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const NAME_WIDTH = 10;
const TIMES_WIDTH = 18;

/** One line per bar, all on the same scale; sections are headings. */
function showGantt(screen: Screen, source: readonly string[]): void {
  const bars = source.map(barOf);
  const drawn = bars.filter((bar) => bar !== undefined);
  const start = Math.min(...drawn.map(({ from }) => from));
  const length = Math.max(1, Math.max(...drawn.map(({ to }) => to)) - start);
  const room = screen.width - NAME_WIDTH - TIMES_WIDTH - 6;
  const place = (at: number): number => Math.round(((at - start) / length) * room);
  source.forEach((line, index) => {
    const bar = bars[index];
    const section = /^\s*section (.*)$/.exec(line);
    if (section !== null) screen.say(section[1] ?? '', { prefix: '  ' });
    if (bar === undefined) return;
    const before = Math.min(place(bar.from), room - 1);
    const cells = Math.max(1, place(bar.to) - before);
    const drawing = `${' '.repeat(before)}${'█'.repeat(cells)}`.padEnd(room);
    const seconds = (at: number): string => ((at - start) / 1000).toFixed(1).padStart(5);
    screen.say(
      `  ${bar.name.padEnd(NAME_WIDTH)} ${drawing} ${seconds(bar.from)} s – ${seconds(bar.to).trim()} s`,
    );
  });
}

/** `running :active, 1700000000000, 1700000001000` */
function barOf(line: string): Bar | undefined {
  const [, name, from, to] = /^\s*(\w+) :(?:\w+, )?(\d+), (\d+)$/.exec(line) ?? [];
  return name === undefined ? undefined : { name, from: Number(from), to: Number(to) };
}
