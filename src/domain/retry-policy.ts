/** Why a request has no usable answer. */
export type Failure =
  /** Nothing was sent: DNS, refused connection, proxy. */
  | { readonly kind: 'unreachable' }
  /** Sent, but no answer, or only a part of one: reset, time-out, truncated body. */
  | { readonly kind: 'lost' }
  /** Nothing was sent, and no try will change that: no agreement on TLS, a certificate that is not trusted. */
  | { readonly kind: 'untrusted' }
  /** Sent, and answered with what no try will change: not HTTP, too large, another shape than the contract's. */
  | { readonly kind: 'unusable' }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterMs?: number };

/** What a request does at the server, whatever its method says (`run` and `stop` are GETs that change things). */
export type Effect =
  /** Changes nothing, or the same when repeated: reads, stop, delete, a client_credentials login. */
  | 'repeatable'
  /** Makes something new each time: after a lost answer one must look before trying again. */
  | 'creation'
  /** A refresh token that may be single-use without saying so: resent once at most after a lost answer. */
  | 'refresh'
  /** Never again once it was sent: a refresh token with `reuse_id`, a request of the command `call`. */
  | 'once';

/** `reconcile`: find out first whether the lost request did its work. */
export type RetryDecision =
  | { readonly action: 'stop' }
  | { readonly action: 'retry' | 'reconcile'; readonly waitMs: number };

/** What a decision depends on; pure, so that the whole policy is one table in its test. */
export interface RetrySituation {
  readonly effect: Effect;
  readonly failure: Failure;
  /** 1 for the first try. */
  readonly attempt: number;
  /** Tries after the first. */
  readonly retries: number;
  /** Time until the step's deadline. */
  readonly remainingMs: number;
  /** In [0, 1): full jitter, so that many jobs do not come back together. */
  readonly random: number;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 20_000;

/** Decides what follows a failed try. */
export function decideRetry(situation: RetrySituation): RetryDecision {
  const { effect, failure, attempt, retries, remainingMs } = situation;
  const action = actionFor(effect, failure, attempt);
  const waitMs = waitBefore(situation);
  if (action === 'stop' || attempt > retries || waitMs >= remainingMs) return { action: 'stop' };
  return { action, waitMs };
}

function actionFor(effect: Effect, failure: Failure, attempt: number): RetryDecision['action'] {
  if (failure.kind === 'unreachable') return 'retry';
  if (failure.kind === 'unusable' || failure.kind === 'untrusted') return 'stop';
  if (failure.kind === 'status' && !isTransientStatus(failure.status)) return 'stop';
  switch (effect) {
    case 'repeatable':
      return 'retry';
    case 'creation':
      return wasTurnedAway(failure) ? 'retry' : 'reconcile';
    case 'refresh':
      return wasTurnedAway(failure) || attempt === 1 ? 'retry' : 'stop';
    case 'once':
      return 'stop';
  }
}

/** 408, 425, 429 and every 5xx but 501 and 505 may pass; any other status is an answer. */
export function isTransientStatus(status: number): boolean {
  return [408, 425, 429].includes(status) || (status >= 500 && status !== 501 && status !== 505);
}

/** 425 and 429 say that the request was not processed. */
function wasTurnedAway(failure: Failure): boolean {
  return failure.kind === 'status' && (failure.status === 425 || failure.status === 429);
}

function waitBefore({ failure, attempt, random }: RetrySituation): number {
  if (failure.kind === 'status' && failure.retryAfterMs !== undefined) {
    return Math.round(failure.retryAfterMs + random * Math.min(1_000, failure.retryAfterMs / 10));
  }
  return Math.round(random * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)));
}

/** Milliseconds of a Retry-After header (RFC 9110 section 10.2.3), seconds or a date; undefined when it is neither. */
export function parseRetryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1_000;
  const date = Date.parse(header);
  // Date.parse reads many things ("-1", "1 2"); an HTTP date begins with a day's name.
  return Number.isNaN(date) || !/^\s*[A-Za-z]{3}/.test(header)
    ? undefined
    : Math.max(0, date - now.getTime());
}
