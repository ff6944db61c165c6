import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../domain/clock';

/** The real clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
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
