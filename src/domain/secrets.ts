import { parseJson } from './json';

/** Knows every secret of the run: masks it in the log and takes it out of texts that the runner does not mask. */
export interface Secrets {
  /** Registers a secret the moment it is known, before anything can print it. */
  add(secret: string): void;
  /** Replaces every known secret, in every form it can appear in, by `***`. */
  scrub(text: string): string;
}

/** {@link Secrets.scrub}, for the floors that need nothing else. */
export type Scrub = Secrets['scrub'];

/** Texts in texts in texts: notifications need one level (contract, "details"), and recursion must end. */
const MOST_TEXTS = 4;

/**
 * A parsed answer with every text in it scrubbed. After parsing, because escapes (`\u0073`) hide a secret before it,
 * and before anything is cut, because half a secret is not found any more.
 * @param texts in so many texts that hold JSON the value stands
 */
export function scrubValue(scrub: Scrub, value: unknown, texts = 0): unknown {
  if (typeof value === 'string')
    return /^\s*[[{]/.test(value) ? scrubJson(scrub, value, texts) : scrub(value);
  if (Array.isArray(value)) return value.map((item) => scrubValue(scrub, item, texts));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [scrub(key), scrubValue(scrub, item, texts)]),
  );
}

/** A text that may be JSON, scrubbed; JSON stays JSON whatever is taken out of it. */
export function scrubJson(scrub: Scrub, text: string, texts = 0): string {
  const scrubbed = scrub(text);
  if (scrubbed === text && !text.includes('\\')) return text;
  const parsed = parseJson(text);
  if (parsed === undefined) return scrubbed;
  return texts >= MOST_TEXTS ? '***' : JSON.stringify(scrubValue(scrub, parsed.value, texts + 1));
}
