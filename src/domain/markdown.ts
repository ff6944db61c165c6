import { cleanText } from './foreign-text';
import type { WebLink } from './web-link';

/** Markdown that is safe to show: what came from outside has passed {@link plain} or {@link code}. */
export type Markdown = string & { readonly __markdown: true };

/** Template tag: the text is ours, each value is {@link Markdown} that passed a gate. */
export function md(parts: TemplateStringsArray, ...values: readonly Markdown[]): Markdown {
  return parts.reduce((text, part, index) => `${text}${values[index - 1] ?? ''}${part}`) as Markdown;
}

/** Joins pieces of Markdown. */
export function joinMarkdown(pieces: readonly Markdown[], separator: string): Markdown {
  return pieces.join(separator) as Markdown;
}

// A zero-width space breaks what GitHub makes of plain text: mentions, references, bare addresses, emoji names.
const BREAK = '&#8203;';

/** Foreign text as plain text: no HTML, no Markdown, no end of a table cell or comment, no mention, reference or link. */
export function plain(value: unknown, limit = 200): Markdown {
  return withEntities(cleanText(value, limit))
    .replace(/&#(?:35|36|64);|:(?=[\w/+&-])/g, (match) => `${match}${BREAK}`)
    .replace(/\b(www|gh-)/gi, (match) => `${match}${BREAK}`) as Markdown;
}

/** Foreign text as code; GitHub makes no mentions or links of it, and it cannot be closed from within. */
export function code(value: unknown, limit = 120): Markdown {
  const text = cleanText(value, limit);
  if (text === '') return '' as Markdown;
  // Inside <code> GitHub makes no mentions, but it still makes links of bare addresses.
  const inert = withEntities(text).replace(/:(?=\/\/)|\bwww(?=\.)/gi, (match) => `${match}${BREAK}`);
  return `<code>${inert}</code>` as Markdown;
}

/** A link with a text of ours; Markdown would read `&lt;` in an address as `<`. */
export function linkTo(text: string, link: WebLink): Markdown {
  return `[${text}](${link.replaceAll('&', '&amp;')})` as Markdown;
}

/** Every character that could mean something becomes a numeric entity, which Markdown and HTML only ever show. */
function withEntities(text: string): string {
  return text.replace(/[^\p{L}\p{N} .,:;/%?'-]/gu, (char) => `&#${char.codePointAt(0)};`);
}
