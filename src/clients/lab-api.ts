// Longer than others: the operations of one API, each a few lines, are easiest to compare side by side.
import { errorDetail, looksLikeMarkup } from '../domain/api-error';
import type { Endpoints } from '../domain/call-url';
import { resolveUrl } from '../domain/call-url';
import { ActionError } from '../domain/errors';
import { explainApiFailure } from '../domain/explain';
import type { LogLine } from '../domain/foreign-text';
import { line } from '../domain/foreign-text';
import { asObject, parseJson } from '../domain/json';
import type { Lab } from '../domain/lab';
import { isLabId, readLab } from '../domain/lab';
import type { LabKind } from '../domain/lab-config';
import type { LabDetail } from '../domain/lab-details';
import type { ReadConfig } from '../domain/lab-match';
import type { LabPlan } from '../domain/lab-plan';
import { labConfigOf } from '../domain/lab-plan';
import type { Notification } from '../domain/notification';
import { readNotifications } from '../domain/notification';
import type { Effect } from '../domain/retry-policy';
import type { Operation, RouteValues } from '../domain/routes';
import { OPERATIONS } from '../domain/routes';
import type { Scenario } from '../domain/scenario';
import { readScenario } from '../domain/scenario';
import type { Secrets } from '../domain/secrets';
import { scrubJson, scrubValue } from '../domain/secrets';
import type { AccessTokens, LinkTokens } from './access-token';
import type { Limit, RequestSettings } from './retry';
import { RequestFailed, sendWithRetries } from './retry';
import type { HttpAnswer } from './transport';
import { TransportError } from './transport';

/** Where the API is and in whose name it is called. */
export interface LabApiSettings extends RequestSettings {
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

/** One page of the list of labs. */
export interface LabPage {
  readonly labs: readonly Lab[];
  readonly total: number;
}

/** The scenario API. Every method throws an ActionError that says what could not be done, or the limit's reason. */
export interface LabApi {
  /** Needs no membership of the workspace (seed, 4.1). */
  version(limit: Limit): Promise<string>;
  scenarios(kind: LabKind, limit: Limit): Promise<Scenario[]>;
  scenario(kind: LabKind, name: string, limit: Limit): Promise<Scenario>;
  /** Creates a lab, and runs it when `run`; resolves to its id. Never repeated once it may have been received. */
  createLab(request: CreateLab, limit: Limit): Promise<string>;
  lab(id: string, limit: Limit): Promise<Lab>;
  /** One page of up to 100; `all` includes the stopped ones. */
  labs(query: { readonly all: boolean; readonly page: number }, limit: Limit): Promise<LabPage>;
  /** The LabConfig that a lab was made from, with what the server added. */
  labConfig(id: string, limit: Limit): Promise<ReadConfig>;
  /** `config_name` of a lab, undefined where the answer names none. */
  labName(id: string, limit: Limit): Promise<string | undefined>;
  notifications(id: string, limit: Limit): Promise<Notification[]>;
  /** The JSON of one of the contract's details of a lab, as it came. */
  detail(id: string, detail: LabDetail, limit: Limit): Promise<string>;
  /** Any request, sent once at most: never repeated once it may have been received, whatever the answer. */
  request(request: AnyRequest, limit: Limit): Promise<HttpAnswer>;
  /** Where a paused lab stands, undefined where the answer does not tell. */
  pausedAt(id: string, limit: Limit): Promise<PausedAt | undefined>;
  /** A GET at the server, but it starts the lab: not repeated once it may have been received. */
  run(id: string, limit: Limit): Promise<void>;
  /** Like {@link LabApi.run}. */
  resume(id: string, limit: Limit): Promise<void>;
  /** A GET at the server, but it changes things: like a deletion it may be repeated. */
  stop(id: string, limit: Limit): Promise<void>;
  remove(id: string, limit: Limit): Promise<void>;
}

/** A request of the command `call`. */
export interface AnyRequest {
  readonly method: string;
  /** Below base-url. */
  readonly url: string;
  /** JSON text. */
  readonly body?: string;
}

/** The step at which a lab is paused. */
export interface PausedAt {
  readonly step: string;
  readonly isBeforeStep: boolean;
}

/** What {@link LabApi.createLab} sends. */
export interface CreateLab {
  readonly plan: LabPlan;
  readonly run: boolean;
  /** Present exactly when the plan has public access. */
  readonly linkTokens?: LinkTokens;
}

/** Page size of the list of labs: the contract's largest. */
export const LABS_PER_PAGE = 100;

interface Call {
  readonly operation: Operation;
  readonly values?: RouteValues;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly effect: Effect;
  /** Completes "Cannot …". */
  readonly what: LogLine;
  readonly limit: Limit;
}

/** Creates a client of the scenario API; nothing is sent until a method is called. */
export function createLabApi(settings: LabApiSettings): LabApi {
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
      });
    }
    const transport = cause instanceof TransportError ? cause.kind : 'lost';
    const kinds = { unreachable: 'no-answer', lost: 'no-answer', tls: 'certificate' } as const;
    const kind = transport === 'truncated' || transport === 'malformed' ? 'not-usable' : kinds[transport];
    return explainApiFailure({ what, detail: line``, why: error.why, kind, cause: error });
  }

  /** Sends a call whose answer must be JSON of a known shape; success is exactly 200 (contract). */
  async function read<T>(
    request: Call,
    shape: (value: unknown) => T | undefined,
    /** Registers the secrets that the answer brings, before anything is made of it. */
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

  function ofLab(operation: Operation, id: string, limit: Limit, what: LogLine): Call {
    return { operation, values: { 'lab-id': id }, effect: 'repeatable', what, limit };
  }

  return {
    version: (limit) =>
      read(
        { operation: 'version', effect: 'repeatable', what: line`read the API's version`, limit },
        (value) => (typeof value === 'string' && value !== '' ? value : undefined),
      ),

    scenarios: (kind, limit) =>
      read(
        {
          operation: 'list-scenarios',
          values: { kind },
          effect: 'repeatable',
          what: line`list the ${wordFor(kind)}s`,
          limit,
        },
        (value) => listOf(value, readScenario),
      ),

    scenario: (kind, name, limit) =>
      read(
        {
          operation: 'get-scenario',
          values: { kind, name },
          effect: 'repeatable',
          what: line`read ${wordFor(kind)} '${name}'`,
          limit,
        },
        readScenario,
      ),

    createLab: ({ plan, run, linkTokens }, limit) =>
      read(
        {
          operation: run ? 'run-lab' : 'create-lab',
          values: { kind: plan.kind },
          query: { workspace_id: workspaceId },
          body: {
            lab_config: labConfigOf(plan),
            ...(linkTokens === undefined
              ? {}
              : {
                  public_access_config: {
                    access_token: linkTokens.accessToken,
                    refresh_token: linkTokens.refreshToken,
                  },
                }),
          },
          effect: 'creation',
          what: line`${run ? 'launch' : 'create'} lab '${plan.name}'`,
          limit,
        },
        (value) => (isLabId(value) ? value : undefined),
      ),

    lab: (id, limit) =>
      read(
        ofLab('get-lab', id, limit, line`read lab ${id}`),
        (value) => {
          const { lab } = readLab(value) ?? {};
          return lab?.id === id ? lab : undefined;
        },
        // A description of one lab is only read for labs that are ours: its tokens must not be printed by anybody.
        (value) => {
          for (const token of readLab(value)?.tokens ?? []) secrets.add(token);
        },
      ),

    labs: ({ all, page }, limit) =>
      read(
        {
          operation: 'list-labs',
          query: { all_labs: String(all), limit: String(LABS_PER_PAGE), page: String(page) },
          effect: 'repeatable',
          what: line`list the labs of the workspace`,
          limit,
        },
        (value) => {
          const labs = listOf(asObject(value)?.data, readLab)?.map(({ lab }) => lab);
          const total = asObject(asObject(value)?.pagination)?.total_records;
          return labs === undefined
            ? undefined
            : { labs, total: typeof total === 'number' ? total : labs.length };
        },
      ),

    labConfig: (id, limit) =>
      read(ofLab('lab-config', id, limit, line`read the config of lab ${id}`), asObject),

    labName: (id, limit) =>
      read(ofLab('lab-config', id, limit, line`read the config of lab ${id}`), (value) => {
        const config = asObject(value);
        return config === undefined ? undefined : { name: config.config_name };
      }).then(({ name }) => (typeof name === 'string' ? name : undefined)),

    notifications: (id, limit) =>
      read(ofLab('notifications', id, limit, line`read the notifications of lab ${id}`), readNotifications),

    detail: async (id, detail, limit) => {
      const what = line`read ${detail} of lab ${id}`;
      // The one detail that has an operation of its own.
      const operation = detail === 'notifications' ? 'notifications' : 'detail';
      const request: Call = { ...ofLab(operation, id, limit, what), values: { 'lab-id': id, detail } };
      const answer = await call(request);
      if (answer.status !== 200 || parseJson(answer.body) === undefined) throw unusable(request, answer);
      return scrubJson(secrets.scrub, answer.body);
    },

    request: async (request, limit) => {
      const token = await tokens.get(limit);
      try {
        const send = { request: async () => withHeaders(request, token), effect: 'once', limit } as const;
        return scrubbed(await sendWithRetries(settings, send));
      } catch (error) {
        if (!(error instanceof RequestFailed)) throw error;
        if (error.answer !== undefined) return scrubbed(error.answer);
        throw explain({ what: line`call ${request.method} ${new URL(request.url).pathname}` }, error);
      }
    },

    pausedAt: (id, limit) =>
      read(ofLab('paused-status', id, limit, line`read where lab ${id} is paused`), asObject).then(
        ({ step, is_before_step }) =>
          typeof step === 'string' && step !== ''
            ? { step, isBeforeStep: is_before_step === true }
            : undefined,
      ),

    run: (id, limit) => change({ ...ofLab('run', id, limit, line`run lab ${id}`), effect: 'once' }),
    resume: (id, limit) => change({ ...ofLab('resume', id, limit, line`resume lab ${id}`), effect: 'once' }),
    stop: (id, limit) => change(ofLab('stop', id, limit, line`stop lab ${id}`)),
    remove: (id, limit) => change(ofLab('delete-lab', id, limit, line`delete lab ${id}`)),
  };
}

function kindOfAnswer(body: string): string {
  if (body.trim() === '') return 'it is empty';
  if (looksLikeMarkup(body)) return 'it is an HTML page';
  return parseJson(body) === undefined ? 'it is no JSON' : 'its fields are others';
}

/** Reads each item of a list; undefined when it is no list or an item has not the shape. */
function listOf<T>(value: unknown, shape: (item: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = value.map(shape);
  return items.every((item): item is T => item !== undefined) ? items : undefined;
}

function wordFor(kind: LabKind): string {
  return kind.replace('_', ' ');
}
