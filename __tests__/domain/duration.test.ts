import fc from 'fast-check';
import { formatDuration, parseDuration } from '../../src/domain/duration';

test.each([
  ['500ms', 500],
  ['5s', 5_000],
  ['10m', 600_000],
  ['2h', 7_200_000],
  ['90', 90_000],
  ['1.5h', 5_400_000],
  ['0.5', 500],
  [' 5 s ', 5_000],
  ['0', 0],
])('%j is %d ms', (text, ms) => expect(parseDuration(text)).toBe(ms));

test.each(['', 's', '-5s', '5 d', '1h30m', '1e3', '.5s', '5.s', '٥s', '5S', '9'.repeat(30), '1h\n2h'])(
  '%j is no duration',
  (text) => expect(parseDuration(text)).toBeUndefined(),
);

test('every whole number of each unit is read exactly', () => {
  const units = [
    ['ms', 1],
    ['s', 1_000],
    ['m', 60_000],
    ['h', 3_600_000],
  ] as const;
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.constantFrom(...units), (count, [unit, ms]) => {
      expect(parseDuration(`${count}${unit}`)).toBe(count * ms);
    }),
  );
});

test.each([
  [0, '0ms'],
  [850, '850ms'],
  [999.4, '999ms'],
  [999.6, '1.0s'],
  [3_200, '3.2s'],
  [9_949, '9.9s'],
  [9_950, '10s'],
  [42_000, '42s'],
  [59_499, '59s'],
  [59_500, '1m 00s'],
  [65_000, '1m 05s'],
  [3_599_499, '59m 59s'],
  [3_599_500, '1h 00m'],
  [7_380_000, '2h 03m'],
  [-5, '0ms'],
])('%d ms is written %s', (ms, text) => expect(formatDuration(ms)).toBe(text));

/** Reads what people read. */
function reread(text: string): number {
  return text.split(' ').reduce((sum, part) => sum + (parseDuration(part) ?? Number.NaN), 0);
}

test('what is written is off by less than a tenth of a second below ten, a second below an hour, a minute above', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (ms) => {
      const off = Math.abs(reread(formatDuration(ms)) - ms);
      expect(off).toBeLessThan(ms < 1_000 ? 1 : ms < 9_950 ? 100 : ms < 3_599_500 ? 1_000 : 60_000);
    }),
  );
});

test('nothing over is ever written: 60 s are a minute', () => {
  fc.assert(
    fc.property(fc.nat(100_000_000), (ms) =>
      expect(formatDuration(ms)).not.toMatch(/\b(60s|60m|1000ms|10\.0s)/),
    ),
  );
});
