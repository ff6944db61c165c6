import type { Limit } from '../clients/retry';
import type { Clock } from '../domain/clock';
import { formatDuration } from '../domain/duration';
import { ActionError } from '../domain/errors';
import { line } from '../domain/foreign-text';

/** A limit that is ended by its deadline or by a cancellation. */
export interface Deadline extends Limit {
  /** Stops the timer. */
  clear(): void;
}

/** What a deadline is over. */
export interface DeadlineSettings {
  readonly clock: Clock;
  readonly ms: number;
  readonly work: 'step' | 'clean-up';
  /** Ends the work early, with its own reason. */
  readonly cancelled?: AbortSignal;
}

/** Starts a deadline: when it is over, everything under it rejects with the reason. */
export function startDeadline({ clock, ms, work, cancelled }: DeadlineSettings): Deadline {
  const controller = new AbortController();
  const cancel = (): void => controller.abort(cancelled?.reason);
  if (cancelled?.aborted === true) cancel();
  cancelled?.addEventListener('abort', cancel, { once: true });
  const endsAt = clock.now() + ms;
  const timer = new AbortController();
  clock.sleep(ms, timer.signal).then(
    () => controller.abort(timedOut(ms, work)),
    () => {},
  );
  return {
    signal: controller.signal,
    remainingMs: () => Math.max(0, endsAt - clock.now()),
    clear: () => {
      // With a reason of its own, since the default one takes half a millisecond to make.
      timer.abort('cleared');
      cancelled?.removeEventListener('abort', cancel);
    },
  };
}

function timedOut(ms: number, work: DeadlineSettings['work']): ActionError {
  if (work === 'clean-up') {
    return new ActionError('timed-out', {
      what: line`clean up`,
      why: line`it took longer than ${formatDuration(ms)}`,
      remedy: line`Look for labs that are left on the platform`,
    });
  }
  return new ActionError('timed-out', {
    what: line`finish in time`,
    why: line`the timeout of ${formatDuration(ms)} is over`,
    remedy: line`Raise the input timeout, or look at the lab on the platform`,
  });
}

/** A signal that SIGINT and SIGTERM abort: that is how the runner cancels a step. */
export function cancellation(): AbortSignal {
  const controller = new AbortController();
  const cancel = (): void =>
    controller.abort(
      new ActionError('cancelled', {
        what: line`finish the step`,
        why: line`the job was cancelled`,
        remedy: line`Run it again when it is wanted`,
      }),
    );
  // The listeners stay: a second signal must not end the clean-up that the first one began.
  process.on('SIGINT', cancel).on('SIGTERM', cancel);
  return controller.signal;
}
