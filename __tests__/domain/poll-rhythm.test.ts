import fc from 'fast-check';
import { pauseBetweenLooks, restAfterLook } from '../../src/domain/poll-rhythm';

test.each([
  [0, 1, 5_000, 225],
  [750, 1, 5_000, 225],
  [3_000, 1, 5_000, 900],
  [15_000, 1, 5_000, 4_500],
  [3_600_000, 1, 5_000, 4_500],
  [60_000, 1, 60_000, 18_000],
  [0, 1, 50, 45],
  [60_000, 1, 10, 9],
  [0, 2, 5_000, 450],
  [0, 10, 5_000, 2_250],
  [0, 500, 5_000, 4_500],
  [0, 500, 250, 225],
])('after %d ms of quiet, looks at %d labs with an interval of %d are at most %d apart', (...row) => {
  const [quietMs, labs, intervalMs, pause] = row;
  expect(pauseBetweenLooks({ quietMs, labs, intervalMs, random: 0 })).toBe(pause);
});

test.each([
  [0, 4_500],
  [100, 4_400],
  [3_000, 1_500],
  [3_375, 1_125],
  [60_000, 1_125],
])('a look of %d ms is part of the pause; %d ms of rest are left of it', (lookMs, rest) =>
  expect(restAfterLook({ quietMs: 60_000, labs: 1, intervalMs: 5_000, lookMs, random: 0 })).toBe(rest),
);

const situations = fc.record({
  quietMs: fc.nat(10_000_000),
  labs: fc.integer({ min: 1, max: 1_000 }),
  intervalMs: fc.integer({ min: 10, max: 600_000 }),
  random: fc.double({ min: 0, max: 0.999_999, noNaN: true }),
});

test('what happened right after a look is known within the interval, if a request takes a fifteenth of it at most', () => {
  fc.assert(
    fc.property(situations, fc.double({ min: 0, max: 1, noNaN: true }), (situation, share) => {
      const requestMs = (situation.intervalMs / 15) * share;
      const rest = restAfterLook({ ...situation, lookMs: requestMs });
      // The server answers half-way; then the next look and the reading of the last notifications.
      const knownAfter = requestMs / 2 + rest + 2 * requestMs;
      expect(knownAfter).toBeLessThanOrEqual(situation.intervalMs + 1e-6);
    }),
  );
});

test('jobs that started together look at most a sixth earlier than each other, and never closer than three quarters', () => {
  fc.assert(
    fc.property(situations, (situation) => {
      const pause = pauseBetweenLooks(situation);
      const longest = pauseBetweenLooks({ ...situation, random: 0 });
      expect(pause).toBeLessThanOrEqual(longest);
      expect(pause).toBeGreaterThanOrEqual((longest * 5) / 6 - 1e-6);
    }),
  );
});
