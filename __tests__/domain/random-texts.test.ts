import fc from 'fast-check';
import { cleanText, line, quoteList } from '../../src/domain/foreign-text';
import { recordOfId } from '../../src/domain/lab-record';
import { code, md, plain } from '../../src/domain/markdown';
import { MOST_SUMMARY_BYTES, summaryMarkdown } from '../../src/domain/report';
import { expectHarmlessMarkdown } from '../action/harmless';
import { runs } from '../fuzz-runs';
import { HOSTILE_STRINGS } from '../hostile-strings';

/** Pieces of hostile texts in any order are hostile in ways that nobody has thought of. */
const pieces = fc.constantFrom(
  ...HOSTILE_STRINGS.filter(({ length }) => length < 100).flatMap((text) => [text, ...text.split(/(?=\W)/)]),
);
const text = fc.oneof(
  fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'<>&"`*_~[]()!|#@\\\n:/+-w.$^={}h;x6 ') }),
);
const many = { numRuns: runs(300) };

test('no line of the log starts a command, whatever is put into it', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      for (const shown of [
        line`${a}${b}`,
        line`Lab ${a} (${b}): ${a}`,
        line`${cleanText(a)} ${quoteList([a, b])}`,
      ]) {
        expect(shown).not.toMatch(/^\s*::|##\[|[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }
    }),
    many,
  );
});

test('rendered Markdown holds no element, link or mention that is not ours, whatever is put into it', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const row = md`| ${plain(a)} | ${code(b)} |`;
      const table = md`### ${plain(a)}\n\n> ${plain(b)} ${code(a)}\n\n| Lab | Link |\n|---|---|\n${row}\n`;
      expectHarmlessMarkdown(table, []);
    }),
    many,
  );
});

test('so does a summary', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), text, (names, status) => {
      const records = names.map((name, index) => ({
        ...recordOfId(`lab-${index}`),
        content: name,
        name,
        profile: name,
        status,
        since: 0,
        seen: [{ status, at: 1 }],
      }));
      const report = {
        command: 'launch',
        result: 'failed',
        error: undefined,
        records,
        sections: [],
        toWallClock: (at: number) => at,
        now: 9,
      } as const;
      const markdown = summaryMarkdown(report);
      expectHarmlessMarkdown(markdown, []);
      expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(MOST_SUMMARY_BYTES);
    }),
    many,
  );
});

test('a summary that would be too large loses its last parts, whole, and says so', () => {
  const section = plain('x'.repeat(200));
  const sections = Array.from({ length: 5_000 }, () => section);
  const report = {
    command: 'launch',
    result: 'succeeded',
    error: undefined,
    records: [],
    sections,
    toWallClock: (at: number) => at,
    now: 9,
  } as const;
  const markdown = summaryMarkdown(report);
  expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(MOST_SUMMARY_BYTES);
  expect(Buffer.byteLength(markdown)).toBeGreaterThan(MOST_SUMMARY_BYTES - 1_000);
  expect(markdown).toMatch(/_Some of this was left out: [^\n]*_\n$/);
});
