import type { Limit } from '../../src/clients/retry';
import type { Clock } from '../../src/domain/clock';

/** A clock that only moves when somebody sleeps or a test says so. */
export interface FakeClock extends Clock {
  readonly sleeps: readonly number[];
  advance(ms: number): void;
}

/** Starts at some time that is neither zero nor round. */
export function fakeClock(): FakeClock {
  const start = Date.parse('2026-11-21T10:00:00.123Z');
  const sleeps: number[] = [];
  let now = 12_345.5;
  const begun = now;
  return {
    sleeps,
    now: () => now,
    date: () => new Date(start + now - begun),
    sleep: async (ms, signal) => {
      signal.throwIfAborted();
      sleeps.push(ms);
      now += ms;
    },
    advance: (ms) => {
      now += ms;
    },
  };
}

/** A limit over that clock; without an end, one of an hour. */
export function limitOver(clock: Clock, ms = 3_600_000, signal = new AbortController().signal): Limit {
  const endsAt = clock.now() + ms;
  return { signal, remainingMs: () => Math.max(0, endsAt - clock.now()) };
}
