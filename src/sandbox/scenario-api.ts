import { admitToken, admitToWorkspace, type Caller } from './api-access';
import type { SandboxScenario } from './catalogue';
import { attackAnswer, baseboxAnswer, scenarioAnswer, topologyAnswer } from './catalogue-answers';
import type { SandboxResponse } from './handler';
import {
  type Answerer,
  type Handler,
  json,
  type PathParameters,
  route,
  type SandboxRequest,
} from './handler';
import { LAB_DETAILS, labDetail } from './lab-details';
import {
  labAnswer,
  labList,
  makeLab,
  queryRefusal,
  resumeLab,
  runLab,
  type ScenarioApi,
  stopLab,
} from './lab-operations';
import { CONTENT_TYPES, type LabKind } from './lab-request';
import type { Lab } from './lab-store';

const NOT_FOUND = json(404, { detail: 'Not Found' });
const LAB_NOT_FOUND = json(404, { detail: 'Lab not found' });
const RUN_SCOPE = 'scenario:run';

type Work = (request: SandboxRequest, parameters: PathParameters, caller: Caller) => SandboxResponse;

/** Answers every route of the contract's table below `{base_url}`, with its slashes exactly as written. */
export function scenarioApi(api: ScenarioApi, basePath: string): Answerer {
  const guarded = (method: string, path: string, work: Work, scope?: string): Handler => ({
    method,
    path: basePath + path,
    async handle(request, parameters) {
      const token = await admitToken(request, api.access, scope);
      if ('refusal' in token) return token.refusal;
      const member = admitToWorkspace(request, api.access, token.caller);
      return 'refusal' in member ? member.refusal : work(request, parameters, member.caller);
    },
  });
  /** Needs a token and nothing else (seed, 4.1). */
  const open = (path: string, answer: () => unknown): Handler => ({
    method: 'GET',
    path: basePath + path,
    async handle(request) {
      const token = await admitToken(request, api.access);
      return 'refusal' in token ? token.refusal : json(200, answer());
    },
  });
  const handlers: Handler[] = [
    // The polled ones come first, because routes are tried in order.
    guarded(
      'GET',
      '/runner/{id}',
      withLab(api, (lab) => json(200, labAnswer(lab, api))),
    ),
    guarded('GET', '/runner/', (request) => labList(request, api)),
    guarded('DELETE', '/runner/{id}', (_, { id = '' }) => {
      if (api.labs.find(id) === undefined) return LAB_NOT_FOUND;
      api.labs.delete(id);
      return json(200, null);
    }),
    guarded(
      'GET',
      '/runner/{id}/run',
      withLab(api, (lab) => runLab(lab, api)),
      RUN_SCOPE,
    ),
    guarded(
      'GET',
      '/runner/{id}/stop',
      withLab(api, (lab) => stopLab(lab, api)),
    ),
    guarded(
      'GET',
      '/runner/{id}/resume',
      withLab(api, (lab) => resumeLab(lab, api)),
    ),
    guarded(
      'GET',
      '/runner/{id}/paused_status',
      withLab(api, (lab) => {
        const paused = api.labs.life(lab).status === 'PAUSE';
        return json(200, { step: paused ? 'attack' : null, is_before_step: paused ? true : null });
      }),
    ),
    guarded(
      'GET',
      '/runner/{id}/lab_config',
      withLab(api, (lab) => json(200, lab.labConfig)),
    ),
    ...LAB_DETAILS.map((detail) =>
      guarded(
        'GET',
        `/runner/{id}/${detail}`,
        withLab(api, (lab) => {
          const life = api.labs.life(lab);
          return json(200, labDetail({ detail, lab, life, passwords: api.passwords }));
        }),
      ),
    ),
    open('/version', () => api.settings.version),
    open('/version/cyberrange', () => '3.1.0'),
    ...(Object.keys(CONTENT_TYPES) as LabKind[]).flatMap((kind) => [
      guarded(
        'POST',
        `/${kind}/create_lab`,
        (request, _, caller) => makeLab({ request, caller, kind, api }),
        RUN_SCOPE,
      ),
      guarded(
        'POST',
        `/${kind}/run_lab`,
        (request, _, caller) => makeLab({ request, caller, kind, api, run: true }),
        RUN_SCOPE,
      ),
    ]),
    guarded('GET', '/scenario/', () => json(200, [...api.catalogue.scenarios.values()].map(scenarioAnswer))),
    guarded('GET', '/scenario/{name:path}', (_, { name = '' }) =>
      found(api.catalogue.scenarios.get(name), scenarioAnswer, `Scenario '${name}' not found`),
    ),
    guarded('GET', '/unit_attack/', () => json(200, [...api.catalogue.attacks.values()].map(attackAnswer))),
    guarded('GET', '/unit_attack/{name:path}', (_, { name = '' }) =>
      found(
        api.catalogue.attacks.get(name),
        (attack) => attackAnswer(attack, 0),
        `Unit attack '${name}' not found`,
      ),
    ),
    guarded('GET', '/topology/', () => json(200, [...api.catalogue.topologies.values()].map(topologyAnswer))),
    guarded('GET', '/topology/info', (request, _, caller) => {
      const refusal = queryRefusal(request, caller, ['topology_name', 'workspace_id']);
      const name = request.query.get('topology_name') ?? '';
      return (
        refusal ?? found(api.catalogue.topologies.get(name), topologyAnswer, `Topology '${name}' not found`)
      );
    }),
    guarded('GET', '/basebox/', () =>
      json(
        200,
        [...api.catalogue.baseboxes.values()].map((box) => basebox(box, api)),
      ),
    ),
    guarded('GET', '/basebox/{id:path}', (_, { id = '' }) =>
      found(api.catalogue.baseboxes.get(id), (box) => basebox(box, api), `Basebox '${id}' not found`),
    ),
  ];
  return route(handlers, {
    unknownPath: () => NOT_FOUND,
    wrongMethod: (allowed) => json(405, { detail: 'Method Not Allowed' }, { allow: allowed }),
  });
}

function withLab(api: ScenarioApi, work: (lab: Lab) => SandboxResponse): Work {
  return (_, { id = '' }) => {
    const lab = api.labs.find(id);
    return lab === undefined ? LAB_NOT_FOUND : work(lab);
  };
}

function found(
  item: SandboxScenario | undefined,
  answer: (item: SandboxScenario) => unknown,
  detail: string,
): SandboxResponse {
  return item === undefined ? json(404, { detail }) : json(200, answer(item));
}

function basebox(box: SandboxScenario, { passwords }: ScenarioApi): unknown {
  return baseboxAnswer(box, passwords.password('basebox', box.name));
}
