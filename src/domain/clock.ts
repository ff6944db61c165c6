/** Time as the commands see it; tests drive it by hand. */
export interface Clock {
  /** Milliseconds that only grow, from an arbitrary start; immune to changes of the wall clock. */
  now(): number;
  /** The wall clock, for what people read. */
  date(): Date;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}
