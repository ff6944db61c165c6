/** Text that may stand in the log: what came from outside has passed {@link cleanText}. */
export type LogLine = string & { readonly __logLine: true };

/** Server texts are quoted up to this many characters. */
export const QUOTE_LIMIT = 200;

// C0 and C1 controls and DEL, line and paragraph separators, bidirectional and invisible format characters,
// lone surrogates, byte order mark.
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Makes text from a server, a file or an input safe for one line of the log: one line, no control characters,
 * nothing that the runner reads as a command (`::` at a line's start, `##[` anywhere), cut to `limit` characters.
 */
export function cleanText(value: unknown, limit = QUOTE_LIMIT): LogLine {
  // The cut before the replacements bounds their work on a huge text; none of them can reach past it.
  const text = String(value).slice(0, limit * 4);
  const safe = text
    .replace(UNSAFE, ' ')
    .replace(/ {2,}/g, ' ')
    .replace(/:(?=:)/g, ': ')
    .replace(/##(?=\[)/g, '## ')
    .trim();
  return (
    safe.length > limit ? `${safe.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')}…` : safe
  ) as LogLine;
}

/**
 * Template tag for everything that is logged or put into an error: each interpolated value passes {@link cleanText},
 * except what passed before (a {@link LogLine} made by this tag).
 */
export function line(parts: TemplateStringsArray, ...values: readonly unknown[]): LogLine {
  let text = parts[0] ?? '';
  values.forEach((value, index) => {
    text += `${cleanText(value, 1_000)}${parts[index + 1] ?? ''}`;
  });
  return text as LogLine;
}

/** Joins names for a sentence: "'a', 'b' and 3 more". */
export function quoteList(names: readonly string[], most = 10): LogLine {
  const shown = names.slice(0, most).map((name) => `'${cleanText(name, 80)}'`);
  const rest = names.length - shown.length;
  return (rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ')) as LogLine;
}
