import type { Origin, SandboxRequest } from './handler';

/** One request as a server saw it; `status` stays undefined while, or because, no answer was given. */
export interface RecordedRequest extends SandboxRequest {
  readonly origin: Origin;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Requests of one connection share the number. */
  readonly connection: number;
  status: number | undefined;
}

export type TrafficListener = (request: RecordedRequest) => void;

/** Everything that crossed the wire, in the order of arrival. */
export interface Traffic {
  readonly requests: RecordedRequest[];
  /** Called when a request has been read and before anything is done about it; returns the way out. */
  onRequest(listener: TrafficListener): () => void;
  /** Called when an answer has been handed to the operating system. */
  onAnswered(listener: TrafficListener): () => void;
  arrived(request: RecordedRequest): void;
  answered(request: RecordedRequest): void;
}

/** A record of traffic that notes the secrets that clients send. */
export function traffic(secrets: Set<string>): Traffic {
  const arrivals = new Set<TrafficListener>();
  const answers = new Set<TrafficListener>();
  const subscribe = (listeners: Set<TrafficListener>, listener: TrafficListener): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const requests: RecordedRequest[] = [];
  return {
    requests,
    onRequest: (listener) => subscribe(arrivals, listener),
    onAnswered: (listener) => subscribe(answers, listener),
    arrived(request) {
      requests.push(request);
      noteSentSecrets(request, secrets);
      for (const listener of arrivals) listener(request);
    },
    answered(request) {
      for (const listener of answers) listener(request);
    },
  };
}

const SECRET_FIELDS = ['refresh_token', 'client_secret', 'client_assertion', 'subject_token', 'password'];
const PUBLIC_TOKEN = /"(?:access_token|refresh_token)"\s*:\s*"([^"\\]+)"/g;

/** A guess shorter than this is not noted: it would be "found" in every log. */
const SHORTEST_SENT_SECRET = 8;

/** Done on arrival, so that what a faulty answer drops is noted too. */
function noteSentSecrets(request: SandboxRequest, secrets: Set<string>): void {
  const note = (text: string | null | undefined): void => {
    const secret = text?.trim() ?? '';
    if (secret.length >= SHORTEST_SENT_SECRET) secrets.add(secret);
  };
  const [scheme, credentials] = (request.headers.authorization ?? '').split(/\s+/, 2);
  note(credentials);
  if (scheme === 'Basic')
    note(
      Buffer.from(credentials ?? '', 'base64')
        .toString()
        .split(':')[1],
    );
  if (request.method !== 'POST') return;
  if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    const form = new URLSearchParams(request.body);
    for (const field of SECRET_FIELDS) note(form.get(field));
  } else {
    for (const match of request.body.matchAll(PUBLIC_TOKEN)) note(match[1]);
  }
}
