import fc from 'fast-check';
import { pauseBeforeLook } from '../../src/domain/poll-rhythm';

test.each([
  [0, 5_000, 250],
  [1_500, 5_000, 250],
  [6_000, 5_000, 1_000],
  [30_000, 5_000, 5_000],
  [3_600_000, 5_000, 5_000],
  [0, 50, 50],
  [60_000, 10, 10],
])('after %d ms of quiet with an interval of %d the pause is %d', (quietMs, intervalMs, pause) =>
  expect(pauseBeforeLook({ quietMs, intervalMs, random: 0 })).toBe(pause),
);

test('a pause is never longer than the interval and never less than four fifths of what is wanted', () => {
  const random = fc.double({ min: 0, max: 0.999_999, noNaN: true });
  fc.assert(
    fc.property(
      fc.nat(10_000_000),
      fc.integer({ min: 10, max: 600_000 }),
      random,
      (quietMs, intervalMs, by) => {
        const pause = pauseBeforeLook({ quietMs, intervalMs, random: by });
        const wanted = pauseBeforeLook({ quietMs, intervalMs, random: 0 });
        expect(wanted).toBeLessThanOrEqual(intervalMs);
        expect(pause).toBeLessThanOrEqual(wanted);
        expect(pause).toBeGreaterThan(wanted * 0.8 - 1e-6);
      },
    ),
  );
});
