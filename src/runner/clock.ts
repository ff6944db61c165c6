import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../domain/clock';

/** The real clock. */
export const systemClock: Clock = {
  // `performance` would load a module of Node's at the first call, which costs every start a millisecond.
  now: () => Number(process.hrtime.bigint()) / 1e6,
  date: () => new Date(),
  sleep: async (ms, signal) => {
    signal.throwIfAborted();
    try {
      await delay(ms, undefined, { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  },
};
