import type { AccessRules, Caller } from './api-access';
import type { Catalogue } from './catalogue';
import { json, type SandboxRequest, type SandboxResponse } from './handler';
import type { PasswordBook } from './lab-details';
import { CONTENT_TYPES, type LabKind, type LabOrder, readLabOrder } from './lab-request';
import type { Lab, LabStore } from './lab-store';
import { bool, type Complaint, integer, missing } from './validation';

/** What the API's routes stand on. */
export interface ScenarioApi {
  readonly access: AccessRules;
  readonly catalogue: Catalogue;
  readonly labs: LabStore;
  readonly passwords: PasswordBook;
  readonly settings: ScenarioApiSettings;
  readonly now: () => number;
  /** Makes a lab and puts it into the store. */
  readonly createLab: (order: LabOrder, kind: LabKind, caller: Caller) => Lab;
}

/** What can change while the deployment runs. */
export interface ScenarioApiSettings {
  /** `public_access.base_url` of every lab; null leaves it out. */
  publicBaseUrl: string | null;
  /** The answer to stopping a lab that is stopped already. */
  stopOfStopped: 200 | 400 | 404;
  /** The answer of GET /version. */
  version: string;
}

/** Refuses a query without the named fields, or with a workspace that is not the caller's. */
export function queryRefusal(
  request: SandboxRequest,
  caller: Caller,
  names: readonly string[],
): SandboxResponse | undefined {
  const absent = names.filter((name) => !request.query.has(name));
  if (absent.length > 0) return json(422, { detail: absent.map((name) => missing(['query', name])) });
  if (request.query.get('workspace_id') === caller.workspaceId) return undefined;
  return json(403, { detail: 'You are not a member of this workspace' });
}

/** A request for a new lab. */
export interface Creation {
  readonly request: SandboxRequest;
  readonly caller: Caller;
  readonly kind: LabKind;
  readonly api: ScenarioApi;
  readonly run?: boolean;
}

/** POST create_lab and run_lab: the answer is the id as a JSON string. */
export function makeLab({ request, caller, kind, api, run = false }: Creation): SandboxResponse {
  const refusal = queryRefusal(request, caller, ['workspace_id']);
  if (refusal !== undefined) return refusal;
  const outcome = readLabOrder(request.body, kind, api.catalogue);
  if ('refusal' in outcome) return outcome.refusal;
  const lab = api.createLab(outcome.order, kind, caller);
  if (run) lab.events.runAt = lab.events.createdAt;
  return json(200, lab.id);
}

/** GET run: a created lab starts. */
export function runLab(lab: Lab, { now }: ScenarioApi): SandboxResponse {
  if (lab.events.runAt !== undefined || lab.events.stoppedAt !== undefined) {
    return json(400, { detail: 'Lab is already running' });
  }
  lab.events.runAt = now();
  return json(200, null);
}

/** GET stop. */
export function stopLab(lab: Lab, { labs, now, settings }: ScenarioApi): SandboxResponse {
  const { status } = labs.life(lab);
  const stopped =
    lab.events.stoppedAt !== undefined || ['RUNNER_TEARDOWN', 'COMPLETED', 'CANCELLED'].includes(status);
  if (stopped) {
    return settings.stopOfStopped === 200
      ? json(200, null)
      : json(settings.stopOfStopped, { detail: 'Lab is not running' });
  }
  lab.events.stoppedAt = now();
  return json(200, null);
}

/** GET resume. */
export function resumeLab(lab: Lab, { labs, now }: ScenarioApi): SandboxResponse {
  if (labs.life(lab).status !== 'PAUSE') return json(400, { detail: 'Lab is not paused' });
  lab.events.resumedAt = now();
  return json(200, null);
}

/** GET /runner/. */
export function labList({ query }: SandboxRequest, api: ScenarioApi): SandboxResponse {
  const complaints: Complaint[] = [];
  const all = bool(query.get('all_labs') ?? 'false', ['query', 'all_labs'], complaints);
  const limit = within(query.get('limit') ?? '10', { name: 'limit', most: 100 }, complaints);
  const page = within(query.get('page') ?? '1', { name: 'page' }, complaints);
  if (complaints.length > 0) return json(422, { detail: complaints });
  const { labs, total } = api.labs.page({ all, limit, page });
  return json(200, {
    data: labs.map((lab) => labAnswer(lab, api)),
    pagination: { current_offset: (page - 1) * limit, records: labs.length, total_records: total },
  });
}

function within(value: string, rule: { name: string; most?: number }, complaints: Complaint[]): number {
  const loc = ['query', rule.name];
  const before = complaints.length;
  const number = integer(value, loc, complaints);
  if (complaints.length > before) return 1;
  if (number < 1) complaints.push({ loc, msg: 'Input should be greater than 0', type: 'greater_than' });
  if (rule.most !== undefined && number > rule.most) {
    complaints.push({
      loc,
      msg: `Input should be less than or equal to ${rule.most}`,
      type: 'less_than_equal',
    });
  }
  return number;
}

/** A Lab of the contract; the tokens of its public link are in it. */
export function labAnswer(lab: Lab, { labs, settings }: ScenarioApi): unknown {
  const life = labs.life(lab);
  const seconds = (ms: number | undefined): number | null => (ms === undefined ? null : ms / 1000);
  const baseUrl = settings.publicBaseUrl === null ? {} : { base_url: settings.publicBaseUrl };
  return {
    runner_id: lab.id,
    status: life.status,
    lab_creation_timestamp: lab.events.createdAt / 1000,
    lab_start_timestamp: seconds(life.startedAt),
    lab_content_end_timestamp: seconds(life.contentEndedAt),
    lab_end_timestamp: seconds(life.endedAt),
    content_type: CONTENT_TYPES[lab.kind],
    name: lab.labConfig.content_name,
    created_by: lab.createdBy,
    organization_id: lab.organizationId,
    workspace_id: lab.workspaceId,
    worker_id: '5f0c8a52-2d3e-4f4b-9a55-0d7c5f3f9c11',
    public_access: lab.publicAccess === undefined ? null : { ...lab.publicAccess, ...baseUrl },
  };
}
