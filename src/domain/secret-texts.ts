import { STARS } from './star-out';

/** Values that are none: replacing them elsewhere would only break texts. */
export const NO_SECRETS: ReadonlySet<string> = new Set([
  '',
  'null',
  'none',
  'true',
  'false',
  'undefined',
  STARS,
]);

/** Shorter ones would be found in ordinary words. */
export const SHORTEST_IN_TEXT = 8;

// Each of these reads a text in time proportional to its length: what repeats without a bound ends where no other match
// of the same expression can begin, or is the end of the match.
const ASSIGNMENT =
  /(?:passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|private[_-]?key|access[_-]?key)[\w.-]{0,40}\\?["']?\s{0,9}[:=]\s{0,9}\\?(?:"([^"\\]+)|'([^']+)|([^\s,;&"'<>\\]+))/gi;
const SHAPES = [
  // The look ahead keeps the many beginnings in one word from being followed each to the end of the word.
  /(?<![\w-])(?=[\w-]+\.[\w-]{5})[\w-]*?\b(eyJ(?=[\w-]{5})[\w-]+\.[\w-]+(?:\.[\w-]*){0,3})/g,
  /\b(?:Bearer|Basic)\s{1,9}(?=[\w.~+/=-]{8})([\w.~+/=-]+)/gi,
  /:\/\/[^\s/@:]*:([^\s/@]+)@/g,
];
const KEY_BEGINS = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/g;
const KEY_ENDS = /-----END [A-Z ]{0,40}PRIVATE KEY-----/;

/** A text with the values of `name=value` starred where the name sounds like a secret; `token: null` stays. */
export function starAssignments(text: string): string {
  return text.replace(ASSIGNMENT, (assignment: string, ...values: readonly (string | undefined)[]) => {
    const value = values.slice(0, 3).find((part) => part !== undefined) ?? '';
    if (NO_SECRETS.has(value.toLowerCase())) return assignment;
    return `${assignment.slice(0, assignment.length - value.length)}${STARS}`;
  });
}

/** What looks like a secret in a text: tokens, passwords of addresses, private keys, values of telling names. */
export function secretsInText(text: string): string[] {
  const shaped = SHAPES.flatMap((shape) => [...text.matchAll(shape)].map(([, secret]) => secret));
  const assigned = [...text.matchAll(ASSIGNMENT)].map(([, a, b, c]) => a ?? b ?? c);
  return [...shaped, ...assigned, ...privateKeys(text)].filter(
    (secret): secret is string =>
      secret !== undefined && secret.length >= SHORTEST_IN_TEXT && !NO_SECRETS.has(secret.toLowerCase()),
  );
}

/** Each from its beginning to its end; of one that was cut off, what can be a part of it. */
function privateKeys(text: string): string[] {
  const starts = [...text.matchAll(KEY_BEGINS)].map(({ index }) => index);
  return starts.map((start, count) => {
    const part = text.slice(start, starts[count + 1]);
    const end = KEY_ENDS.exec(part);
    if (end !== null) return part.slice(0, end.index + end[0].length);
    const stop = part.search(/[^\w\s+/=:,\\-]/);
    return stop < 0 ? part : part.slice(0, stop);
  });
}
