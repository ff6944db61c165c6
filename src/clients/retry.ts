import type { Clock } from '../domain/clock';
import { formatDuration } from '../domain/duration';
import type { LogLine } from '../domain/foreign-text';
import { line } from '../domain/foreign-text';
import type { Effect, Failure } from '../domain/retry-policy';
import { decideRetry, parseRetryAfter } from '../domain/retry-policy';
import type { HttpAnswer, HttpRequest, Transport } from './transport';
import { TransportError } from './transport';

/** The time that a piece of work may take: one signal and one deadline over all of its requests and sleeps. */
export interface Limit {
  readonly signal: AbortSignal;
  remainingMs(): number;
}

/** What every request of the action shares. */
export interface RequestSettings {
  readonly send: Transport;
  readonly clock: Clock;
  readonly random: () => number;
  readonly requestTimeoutMs: number;
  readonly retries: number;
  readonly log: { info(text: LogLine): void; debug(text: LogLine): void };
}

/** No usable answer after all tries. */
export class RequestFailed extends Error {
  readonly failure: Failure;
  /** The last answer, where there was one. */
  readonly answer: HttpAnswer | undefined;
  readonly why: LogLine;

  constructor(options: { failure: Failure; answer?: HttpAnswer; why: LogLine; cause?: unknown }) {
    super(options.why, { cause: options.cause });
    this.name = 'RequestFailed';
    this.failure = options.failure;
    this.answer = options.answer;
    this.why = options.why;
  }
}

/** One request with its tries. */
export interface Attempts {
  /** Makes the request anew for every try: an assertion or a token must be fresh each time. */
  readonly request: () => Promise<Pick<HttpRequest, 'method' | 'url' | 'headers' | 'body'>>;
  readonly effect: Effect;
  readonly limit: Limit;
}

/**
 * Sends a request until it has an answer of status 2xx, 3xx or a final refusal, as the retry policy says.
 * @throws RequestFailed when the tries are spent or must not be repeated, or the limit's reason when that aborts
 */
export async function sendWithRetries(settings: RequestSettings, attempts: Attempts): Promise<HttpAnswer> {
  const { clock, log, retries, random } = settings;
  const { effect, limit } = attempts;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tryOnce(settings, attempts, attempt);
    if ('answer' in outcome && outcome.failure === undefined) return outcome.answer;
    const failed = outcome as FailedTry;
    const decision = decideRetry({
      effect,
      failure: failed.failure,
      attempt,
      retries,
      remainingMs: limit.remainingMs(),
      random: random(),
    });
    if (decision.action !== 'retry') throw new RequestFailed(failed);
    log.info(
      line`${failed.what}: ${failed.why}. Try ${attempt + 1} of ${retries + 1} in ${formatDuration(decision.waitMs)}.`,
    );
    await clock.sleep(decision.waitMs, limit.signal);
  }
}

interface FailedTry {
  readonly failure: Failure;
  readonly answer?: HttpAnswer;
  readonly why: LogLine;
  readonly what: LogLine;
  readonly cause?: unknown;
}

type Try = { readonly answer: HttpAnswer; readonly failure?: undefined } | FailedTry;

async function tryOnce(
  settings: RequestSettings,
  { request, limit }: Attempts,
  attempt: number,
): Promise<Try> {
  const { send, clock, log, requestTimeoutMs } = settings;
  const shape = await request();
  const what = line`${shape.method} ${pathOf(shape.url)}`;
  const startedAt = clock.now();
  const trace = (outcome: LogLine): void =>
    log.debug(line`${what} ${outcome} after ${Math.round(clock.now() - startedAt)}ms (try ${attempt})`);
  try {
    const answer = await send({ ...shape, timeoutMs: requestTimeoutMs, signal: limit.signal });
    trace(line`answered ${answer.status}`);
    if (answer.status < 400) return { answer };
    const retryAfterMs = parseRetryAfter(answer.headers['retry-after'], clock.date());
    const failure: Failure = {
      kind: 'status',
      status: answer.status,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
    return { failure, answer, what, why: line`the server answered ${answer.status}` };
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    trace(error.why);
    return { failure: error.failure, what, why: error.why, cause: error };
  }
}

/** Path without the query: enough to follow a log, and free of ids that a user put there. */
function pathOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
