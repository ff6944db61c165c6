import type { LogLine } from '../domain/foreign-text';
import { line } from '../domain/foreign-text';
import { asObject } from '../domain/json';
import type { Lab } from '../domain/lab';
import { isLabId, LABS_PER_PAGE, readLab } from '../domain/lab';
import type { LabKind } from '../domain/lab-config';
import type { LabDetail } from '../domain/lab-details';
import type { ReadConfig } from '../domain/lab-match';
import type { LabPlan } from '../domain/lab-plan';
import { labConfigOf } from '../domain/lab-plan';
import type { Notification } from '../domain/notification';
import { readNotifications } from '../domain/notification';
import type { Operation } from '../domain/routes';
import type { Scenario } from '../domain/scenario';
import { readScenario } from '../domain/scenario';
import type { LinkTokens } from './access-token';
import type { AnyRequest, ApiSettings, Call } from './api-request';
import { createApiRequests } from './api-request';
import type { Limit } from './retry';
import type { HttpAnswer } from './transport';

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

/** Creates a client of the scenario API; nothing is sent until a method is called. */
export function createLabApi(settings: ApiSettings): LabApi {
  const { workspaceId, secrets } = settings;
  const { read, readText, change, any } = createApiRequests(settings);

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

    detail: (id, detail, limit) => {
      // The one detail that has an operation of its own.
      const operation = detail === 'notifications' ? 'notifications' : 'detail';
      const request = ofLab(operation, id, limit, line`read ${detail} of lab ${id}`);
      return readText({ ...request, values: { 'lab-id': id, detail } });
    },

    request: any,

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

/** Reads each item of a list; undefined when it is no list or an item has not the shape. */
function listOf<T>(value: unknown, shape: (item: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = value.map(shape);
  return items.every((item): item is T => item !== undefined) ? items : undefined;
}

function wordFor(kind: LabKind): string {
  return kind.replace('_', ' ');
}
