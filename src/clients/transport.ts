import type { LogLine } from '../domain/foreign-text';
import type { Failure } from '../domain/retry-policy';

/** One request, complete. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Limit for the whole exchange: connecting, sending and reading the answer to its end. */
  readonly timeoutMs: number;
  /** Aborts at once; the request then rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/** An answer of any status, read to its end. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** Sends one request once: no retries, no redirects. Rejects with {@link TransportError} or the signal's reason. */
export type Transport = (request: HttpRequest) => Promise<HttpAnswer>;

type TransportFailure =
  /** Nothing was sent. */
  | 'unreachable'
  /** TLS could not be agreed on, or the certificate is not trusted; nothing was sent. */
  | 'tls'
  /** Sent, but no answer. */
  | 'lost'
  /** An answer that broke off. */
  | 'truncated'
  /** An answer that is not proper HTTP, or too large. */
  | 'malformed';

/** There is no usable answer. */
export class TransportError extends Error {
  readonly kind: TransportFailure;
  readonly why: LogLine;

  constructor(kind: TransportFailure, why: LogLine, cause?: unknown) {
    super(why, { cause });
    this.name = 'TransportError';
    this.kind = kind;
    this.why = why;
  }

  /** What the retry policy needs to know. */
  get failure(): Failure {
    return FAILURES[this.kind];
  }
}

const FAILURES: Readonly<Record<TransportFailure, Failure>> = {
  unreachable: { kind: 'unreachable' },
  lost: { kind: 'lost' },
  truncated: { kind: 'lost' },
  tls: { kind: 'untrusted' },
  malformed: { kind: 'unusable' },
};
