import { errorDetail, looksLikeMarkup } from '../domain/api-error';
import type { Endpoints } from '../domain/call-url';
import { resolveUrl } from '../domain/call-url';
import { ActionError } from '../domain/errors';
import { explainApiFailure } from '../domain/explain';
import type { LogLine } from '../domain/foreign-text';
import { line } from '../domain/foreign-text';
import { parseJson } from '../domain/json';
import type { Effect } from '../domain/retry-policy';
import type { Operation, RouteValues } from '../domain/routes';
import { OPERATIONS } from '../domain/routes';
import type { Secrets } from '../domain/secrets';
import { scrubJson, scrubValue } from '../domain/secrets';
import type { AccessTokens } from './access-token';
import type { Limit, RequestSettings } from './retry';
import { RequestFailed, sendWithRetries } from './retry';
import type { HttpAnswer } from './transport';
import { TransportError } from './transport';

/** Where the API is and in whose name it is called. */
export interface ApiSettings extends RequestSettings {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Sent as headers, always together (seed, 5.3). */
  readonly organizationId: string;
  readonly workspaceId: string;
  /** Paths that replace the contract's (input `endpoints`). */
  readonly endpoints: Endpoints;
  readonly tokens: AccessTokens;
  readonly secrets: Secrets;
}

/** One call of an operation. */
export interface Call {
  readonly operation: Operation;
  readonly values?: RouteValues;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly effect: Effect;
  /** Completes "Cannot …". */
  readonly what: LogLine;
  readonly limit: Limit;
}

/** A request of the command `call`. */
export interface AnyRequest {
  readonly method: string;
  /** Below base-url. */
  readonly url: string;
  /** JSON text. */
  readonly body?: string;
}

/**
 * How calls reach the API: addressed, authorized, tried again, checked and explained. Each rejects with an ActionError
 * that completes "Cannot <what>", or with the limit's reason.
 */
export interface ApiRequests {
  /**
   * A call whose answer must be JSON of a known shape; success is exactly 200 (contract). `register` is given the
   * answer first, to register the secrets that it brings.
   */
  read<T>(
    call: Call,
    shape: (value: unknown) => T | undefined,
    register?: (value: unknown) => void,
  ): Promise<T>;
  /** Like {@link ApiRequests.read}, but the JSON text as it came, known secrets taken out. */
  readText(call: Call): Promise<string>;
  /** A call whose answer means nothing beyond its status. */
  change(call: Call): Promise<void>;
  /** Any request, sent once at most; resolves to the answer whatever its status. */
  any(request: AnyRequest, limit: Limit): Promise<HttpAnswer>;
}

/** Creates the requests of an API; nothing is sent until one is made. */
export function createApiRequests(settings: ApiSettings): ApiRequests {
  const { baseUrl, organizationId, workspaceId, endpoints, tokens, secrets } = settings;

  /** Sends a call; a 401 renews the token once and repeats the call once, which a missing scope would not help. */
  async function call(request: Call): Promise<HttpAnswer> {
    let token = await tokens.get(request.limit);
    for (let renewed = false; ; renewed = true) {
      try {
        return await send(request, () => token);
      } catch (error) {
        if (!(error instanceof RequestFailed)) throw error;
        const explained = explain(request, error);
        if (renewed || explained.code !== 'unauthorized') throw explained;
        token = await tokens.renew(token, request.limit);
      }
    }
  }

  function send(request: Call, token: () => string): Promise<HttpAnswer> {
    const { operation, body, effect, limit } = request;
    const shape = {
      method: OPERATIONS[operation].method,
      url: urlOf(request),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    return sendWithRetries(settings, { request: async () => withHeaders(shape, token()), effect, limit });
  }

  function urlOf({ operation, values = {}, query = {}, what }: Call): string {
    const path = endpoints[operation] ?? OPERATIONS[operation].path;
    const resolved = resolveUrl({ baseUrl, path, values, query });
    if ('url' in resolved) return resolved.url;
    const remedy = line`Correct the name or the id`;
    throw new ActionError('input-invalid', { what, why: resolved.why, remedy });
  }

  function withHeaders(request: AnyRequest, token: string) {
    return {
      ...request,
      headers: {
        authorization: `Bearer ${token}`,
        'x-organization-id': organizationId,
        'x-workspace-id': workspaceId,
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    };
  }

  function explain({ what }: Pick<Call, 'what'>, error: RequestFailed): ActionError {
    const { answer, cause } = error;
    if (answer !== undefined) {
      const detail = errorDetail(answer.body, secrets.scrub);
      return explainApiFailure({
        what,
        status: answer.status,
        detail,
        why: error.why,
        kind: 'status',
        cause: error,
        failure: error.failure,
      });
    }
    const transport = cause instanceof TransportError ? cause.kind : 'lost';
    const kinds = { unreachable: 'no-answer', lost: 'no-answer', tls: 'certificate' } as const;
    const kind = transport === 'truncated' || transport === 'malformed' ? 'not-usable' : kinds[transport];
    return explainApiFailure({
      what,
      detail: line``,
      why: error.why,
      kind,
      cause: error,
      failure: error.failure,
    });
  }

  async function read<T>(
    request: Call,
    shape: (value: unknown) => T | undefined,
    register: (value: unknown) => void = () => {},
  ): Promise<T> {
    const answer = await call(request);
    const parsed = answer.status === 200 ? parseJson(answer.body) : undefined;
    if (parsed !== undefined) register(parsed.value);
    const result = parsed === undefined ? undefined : shape(scrubValue(secrets.scrub, parsed.value));
    if (result === undefined) throw unusable(request, answer);
    return result;
  }

  async function change(request: Call): Promise<void> {
    const answer = await call(request);
    if (answer.status !== 200) throw unusable(request, answer);
  }

  async function readText(request: Call): Promise<string> {
    const answer = await call(request);
    if (answer.status !== 200 || parseJson(answer.body) === undefined) throw unusable(request, answer);
    return scrubJson(secrets.scrub, answer.body);
  }

  async function any(request: AnyRequest, limit: Limit): Promise<HttpAnswer> {
    const token = await tokens.get(limit);
    try {
      const send = { request: async () => withHeaders(request, token), effect: 'once', limit } as const;
      return scrubbed(await sendWithRetries(settings, send));
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      if (error.answer !== undefined) return scrubbed(error.answer);
      throw explain({ what: line`call ${request.method} ${new URL(request.url).pathname}` }, error);
    }
  }

  function unusable({ what }: Call, { status, body }: HttpAnswer): ActionError {
    // The answer itself is not quoted: it may hold tokens that nobody knows of yet.
    const why =
      status === 200
        ? line`the answer is not what the API's contract says (${kindOfAnswer(body)})`
        : line`the API answered ${status} where only 200 is a success`;
    return explainApiFailure({ what, detail: line``, why, kind: 'not-usable', cause: undefined });
  }

  function scrubbed(answer: HttpAnswer): HttpAnswer {
    return { ...answer, body: scrubJson(secrets.scrub, answer.body) };
  }

  return { read, readText, change, any };
}

function kindOfAnswer(body: string): string {
  if (body.trim() === '') return 'it is empty';
  if (looksLikeMarkup(body)) return 'it is an HTML page';
  return parseJson(body) === undefined ? 'it is no JSON' : 'its fields are others';
}
