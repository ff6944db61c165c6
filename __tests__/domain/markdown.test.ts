import fc from 'fast-check';
import { marked } from 'marked';
import { code, joinMarkdown, linkTo, type Markdown, md, plain } from '../../src/domain/markdown';
import type { WebLink } from '../../src/domain/web-link';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'<>&"`*_~[]()!|#@\\\n:/+-w.$^={}h') }),
);
/** What Markdown or HTML could take for its own, once the entities are taken away. */
const SYNTAX = /[<>"`*_~[\]()!|#@\\\n\r$^={}&]/;
const withoutEntities = (markdown: string): string => markdown.replace(/&#\d+;/g, '');

test('plain text holds no character that HTML or Markdown could take for its own', () => {
  fc.assert(fc.property(text, (value) => expect(withoutEntities(plain(value))).not.toMatch(SYNTAX)));
});

test('code holds none either, and only its own tag', () => {
  fc.assert(
    fc.property(text, (value) => {
      const inner = code(value).replace(/^<code>|<\/code>$/g, '');
      expect(withoutEntities(inner)).not.toMatch(SYNTAX);
    }),
  );
});

/** As a reader sees it: entities decoded, what is invisible taken out. */
const shown = (markdown: string): string =>
  markdown
    .replace(/&#(\d+);/g, (_, point: string) => String.fromCodePoint(Number(point)))
    .replaceAll('\u200b', '');

test.each([
  '<img src=x onerror=alert(1)>',
  '| a | b |',
  '`tick`',
  'Zürich 東京 😀',
  '100 % of 3/4',
  '**bold** _it_ ~~no~~',
])('%j is shown as it is', (value) => {
  expect(shown(plain(value))).toBe(value);
  expect(shown(code(value))).toBe(`<code>${value}</code>`);
});

test.each([
  '@everyone',
  '#12',
  'owner/repo#12',
  'https://example.org',
  'ftp://example.org',
  'www.example.org',
  'GH-12',
  'a@example.org',
  ':tada:',
  ':+1:',
])('nothing is made of %j in plain text', (value) => {
  const decoded = plain(value).replace(/&#(\d+);/g, (_, point: string) =>
    String.fromCodePoint(Number(point)),
  );
  expect(decoded).not.toMatch(/@\w|#\d|:\/\/|www\.|GH-\d|:\+1|:tada/i);
});

test('foreign text is cut', () => {
  expect(shown(plain('x'.repeat(300)))).toHaveLength(200);
  expect(shown(plain('x'.repeat(300), 20))).toHaveLength(20);
});

test('code of nothing is nothing', () => expect(code('')).toBe(''));

test('pieces are joined in order', () => {
  expect(md`a ${plain('b')} c ${code('d')}`).toBe('a b c <code>d</code>');
  expect(joinMarkdown(['a', 'b'] as Markdown[], ' | ')).toBe('a | b');
});

test('a link leads where it says, whatever Markdown would make of its characters', () => {
  const link = 'https://h.example/?a=1&lt;b&amp=2&copy' as WebLink;
  const html = marked.parse(linkTo('open', link), { async: false });
  expect(html.trim()).toBe(`<p><a href="${link.replaceAll('&', '&amp;')}">open</a></p>`);
});
