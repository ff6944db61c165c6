import type { LogLine } from './foreign-text';
import { cleanText } from './foreign-text';
import { asObject, parseJson } from './json';
import type { Scrub } from './secrets';
import { scrubValue } from './secrets';

/** Longer than any secret, so that none is cut before it is found. */
const MOST_READ = 200_000;

/**
 * What an error answer of the API says, in one short line: FastAPI's `detail` (a text, or for a 422 a list of
 * `{loc, msg}`), `message`, or plain text; "" where it says nothing a person could use (contract, "Errors").
 * @param scrub takes the secrets out before the text is cut
 */
export function errorDetail(body: string, scrub: Scrub = (text) => text): LogLine {
  const parsed = parseJson(body);
  if (parsed === undefined) {
    return looksLikeMarkup(body) ? ('an HTML page' as LogLine) : cleanText(scrub(body.slice(0, MOST_READ)));
  }
  const fields = asObject(parsed.value);
  const said = [fields?.detail, fields?.message, parsed.value].map((value) =>
    textOf(scrubTexts(scrub, value)),
  );
  return cleanText(scrub(said.find(Boolean) ?? ''));
}

/** Only what {@link textOf} can use, so that a huge answer costs little. */
function scrubTexts(scrub: Scrub, value: unknown): unknown {
  if (typeof value === 'string') return scrub(value.slice(0, MOST_READ));
  return Array.isArray(value) ? scrubValue(scrub, value.slice(0, 3)) : undefined;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return undefined;
  const items = value.slice(0, 3).map((item) => {
    const { loc, msg } = asObject(item) ?? {};
    const place = Array.isArray(loc) ? loc.filter((part) => part !== 'body').join('.') : '';
    return typeof msg === 'string' ? [place, msg].filter(Boolean).join(': ') : '';
  });
  return items.filter(Boolean).join('; ');
}

/** Whether a body is a web page, as a proxy or a login form sends. */
export function looksLikeMarkup(body: string): boolean {
  return /^\s*<(!doctype|html|\?xml)/i.test(body);
}
