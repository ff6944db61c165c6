import type { Clock } from '../domain/clock';
import type { Limit } from './retry';

/** Time that several pieces of work share; they run one after the other, and what is over time is aborted. */
export interface TimeBudget {
  /** Rejects with the budget's error once the time is used up. */
  run<T>(work: (limit: Limit) => Promise<T>): Promise<T>;
  remainingMs(): number;
  /** From now on at most so much is left. */
  cut(ms: number): void;
}

/** Settings of {@link createTimeBudget}. */
export interface TimeBudgetSettings {
  readonly clock: Clock;
  readonly ms: number;
  readonly over: () => Error;
}

/** Creates a budget; only the time in which work is under way counts. */
export function createTimeBudget({ clock, ms, over }: TimeBudgetSettings): TimeBudget {
  let left = ms;
  let last: Promise<unknown> = Promise.resolve();
  /** The work under way: when it began, and how its timer is set anew. */
  let current: { readonly startedAt: number; setTimer(): void } | undefined;

  const remainingMs = (): number =>
    Math.max(0, left - (current === undefined ? 0 : clock.now() - current.startedAt));

  async function spend<T>(work: (limit: Limit) => Promise<T>): Promise<T> {
    if (left <= 0) throw over();
    const controller = new AbortController();
    let timer = new AbortController();
    const setTimer = (): void => {
      timer.abort();
      timer = new AbortController();
      clock.sleep(remainingMs(), timer.signal).then(
        () => controller.abort(over()),
        () => {},
      );
    };
    current = { startedAt: clock.now(), setTimer };
    setTimer();
    try {
      return await work({ signal: controller.signal, remainingMs });
    } finally {
      timer.abort();
      left = remainingMs();
      current = undefined;
    }
  }

  return {
    remainingMs,
    run: (work) => {
      const next = last.then(() => spend(work));
      last = next.catch(() => {});
      return next;
    },
    cut: (most) => {
      const used = current === undefined ? 0 : clock.now() - current.startedAt;
      left = Math.min(left, used + most);
      current?.setTimer();
    },
  };
}
