import type { LogLine } from './foreign-text';
import { cleanText } from './foreign-text';
import { asObject, parseJson } from './json';

/**
 * What an error answer of the API says, in one short line: FastAPI's `detail` (a text, or for a 422 a list of
 * `{loc, msg}`), `message`, or plain text; "" where it says nothing a person could use (contract, "Errors").
 */
export function errorDetail(body: string): LogLine {
  const parsed = parseJson(body);
  if (parsed === undefined) {
    return looksLikeMarkup(body) ? ('an HTML page' as LogLine) : cleanText(body);
  }
  const fields = asObject(parsed.value);
  return cleanText(textOf(fields?.detail) || textOf(fields?.message) || textOf(parsed.value) || '');
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
