/** Text that may stand in the log: what came from outside has passed {@link cleanText}. */
export type LogLine = string & { readonly __logLine: true };

/** Server texts are quoted up to this many characters. */
export const QUOTE_LIMIT = 200;

// Controls, line and paragraph separators, invisible format characters (bidirectional ones, joiners, tags, soft hyphen,
// byte order mark) and lone surrogates.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Makes text from a server, a file or an input safe for one line of the log: one line, no control characters,
 * nothing that the runner reads as a command (`::` at a line's start, `##[` anywhere), cut to `limit` characters.
 */
export function cleanText(value: unknown, limit = QUOTE_LIMIT): LogLine {
  return inert(value, limit).trim() as LogLine;
}

function inert(value: unknown, limit: number): string {
  // The cut before the replacements bounds their work on a huge text; none of them can reach past it.
  const text = (typeof value === 'object' && value !== null ? '' : String(value)).slice(0, limit * 4);
  const safe = text
    .replace(UNSAFE, ' ')
    .replace(/ {2,}/g, ' ')
    .replace(/:(?=:)/g, ': ')
    .replace(/##(?=\[)/g, '## ');
  return safe.length > limit ? `${safe.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')}…` : safe;
}

/** Template tag for everything that is logged or put into an error: each interpolated value becomes inert. */
export function line(parts: TemplateStringsArray, ...values: readonly unknown[]): LogLine {
  const text = parts.reduce((before, part, index) => `${before}${inert(values[index - 1], 1_000)}${part}`);
  // Two harmless values side by side can still make a command.
  return text.replace(/^(\s*:):/, '$1 :').replace(/##(?=\[)/g, '## ') as LogLine;
}

/** Joins names for a sentence: "'a', 'b' and 3 more". */
export function quoteList(names: readonly string[], most = 10): LogLine {
  const shown = names.slice(0, most).map((name) => `'${cleanText(name, 80)}'`);
  const rest = names.length - shown.length;
  return (rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ')) as LogLine;
}
