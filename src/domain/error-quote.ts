import type { ActionError } from './errors';
import type { Markdown } from './markdown';
import { code, md, plain } from './markdown';

/** The sentence of an error and its code, as summaries and comments quote it. */
export function errorQuote(error: ActionError): Markdown {
  return md`> ${plain(error.message, 1_000)}\n>\n> Error code: ${code(error.code)}`;
}
