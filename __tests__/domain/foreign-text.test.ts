import fc from 'fast-check';
import { cleanText, line, QUOTE_LIMIT, quoteList } from '../../src/domain/foreign-text';

/** Text with many of the characters that do harm. */
const nasty = fc.string({
  unit: fc.oneof(
    fc.constantFrom(':', '#', '[', '\n', '\r', '\u001b', '\u2028', '\u200b', '\u202e', '\u0085', '\ud800'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 300,
});

test('whatever comes in, one line without a command of the runner comes out', () => {
  fc.assert(
    fc.property(nasty, fc.integer({ min: 1, max: 80 }), (text, limit) => {
      const clean = cleanText(text, limit);
      expect(clean.length).toBeLessThanOrEqual(limit);
      expect(clean).not.toMatch(
        /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u,
      );
      expect(clean).not.toContain('::');
      expect(clean).not.toContain('##[');
      expect(clean.isWellFormed()).toBe(true);
    }),
  );
});

test('cleaning what is clean changes nothing', () => {
  fc.assert(fc.property(nasty, (text) => expect(cleanText(cleanText(text))).toBe(cleanText(text))));
});

test('values between our own words cannot make a command', () => {
  fc.assert(
    fc.property(nasty, nasty, (a, b) => {
      const text = line`Lab ${a} (${b}): ${a}`;
      expect(text).not.toMatch(/[\r\n]/);
      expect(text).not.toMatch(/^\s*::/);
      expect(text).not.toContain('##[');
    }),
  );
});

test.each([
  ['::error::gone', ': :error: :gone'],
  [':::', ': : :'],
  ['##[group]x', '## [group]x'],
  ['a\r\n::add-mask::b', 'a : :add-mask: :b'],
  ['a\u001b[31mred', 'a [31mred'],
  ['user\u202etxt.exe', 'user txt.exe'],
  ['  two   blanks  ', 'two blanks'],
  ['\ud83d\ude00 fine', '😀 fine'],
  ['\ud83d broken', 'broken'],
  ['Zürich 東京', 'Zürich 東京'],
])('%j is shown as %j', (text, shown) => expect(cleanText(text)).toBe(shown));

test('a long text is cut with an ellipsis and never inside a character', () => {
  expect(cleanText('x'.repeat(201))).toBe(`${'x'.repeat(QUOTE_LIMIT - 1)}…`);
  expect(cleanText('x'.repeat(200))).toHaveLength(200);
  expect(cleanText('😀'.repeat(10), 4)).toBe('😀…');
});

test('a huge text costs little', () => {
  const started = process.cpuUsage();
  cleanText('##[::\n'.repeat(2_000_000));
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1_000).toBeLessThan(300);
});

test('names are quoted, and those that are too many counted', () => {
  expect(quoteList(['a', 'b'])).toBe("'a', 'b'");
  expect(quoteList(['a', 'b', 'c'], 2)).toBe("'a', 'b' and 1 more");
  expect(quoteList([])).toBe('');
  expect(quoteList(['a\n::x::'])).toBe("'a : :x: :'");
});
