import type { LabPlan } from '../../src/domain/lab-plan';
import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import type { FaultAction } from '../../src/sandbox/faults';
import { clientsOf, logins } from './deployment';

let sandbox: Sandbox;
let clients: ReturnType<typeof clientsOf>;

beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => {
  clients = clientsOf(sandbox);
});
afterEach(() => {
  clients.close();
  sandbox.clearFaults();
  sandbox.labs.clear();
});
afterAll(() => sandbox.close());

const plan: LabPlan = {
  kind: 'scenario',
  content: 'small-company/ransomware',
  profile: 'windows10-simple',
  name: 'acme/widgets@1.1.abc123',
  nameIsUnique: true,
  publicAccess: false,
  config: { max_duration: 60 },
};
const create = (changes: Partial<LabPlan> = {}) =>
  clients.api.createLab({ plan: { ...plan, ...changes }, run: true }, clients.limit);
const read = () => clients.api.scenario('scenario', plan.content, clients.limit);
const fault = (action: FaultAction, nth?: number) =>
  sandbox.addFault({ when: { origin: 'api', ...(nth === undefined ? {} : { nth }) }, do: action });
/** Requests to the API and logins since a moment. */
const traffic = (from: number) => {
  const all = sandbox.requests.slice(from);
  return [all.filter(({ origin }) => origin === 'api').length, logins(sandbox, from).length];
};
const refused = (detail: string): FaultAction => ({
  kind: 'answer',
  status: 401,
  body: JSON.stringify({ detail }),
  headers: { 'www-authenticate': 'Bearer' },
});

test('a lab is created, read, listed, recognized, stopped and deleted', async () => {
  const { api, limit } = clients;
  const id = await create();
  expect(await api.lab(id, limit)).toMatchObject({ id, content: plan.content, contentType: 'KILLCHAIN' });
  expect(await api.labs({ all: false, page: 1 }, limit)).toMatchObject({ labs: [{ id }], total: 1 });
  expect(await api.labName(id, limit)).toBe(plan.name);
  expect(Array.isArray(await api.notifications(id, limit))).toBe(true);
  await api.stop(id, limit);
  await api.remove(id, limit);
  await expect(api.lab(id, limit)).rejects.toMatchObject({ code: 'not-found' });
});

test('a creation goes out as the contract says', async () => {
  const from = sandbox.requests.length;
  await create();
  const request = sandbox.requests.slice(from).find(({ origin }) => origin === 'api');
  expect(request).toMatchObject({
    method: 'POST',
    url: `/api/scenario/lab/scenario/run_lab?workspace_id=${sandbox.workspaceId}`,
    headers: { 'x-organization-id': sandbox.organizationId, 'x-workspace-id': sandbox.workspaceId },
  });
  const body = JSON.parse(request?.body ?? '');
  expect(Object.keys(body)).toEqual(['lab_config']);
  expect(body.lab_config).toMatchObject({
    config_name: plan.name,
    max_duration: 60,
    compromission_overload: null,
  });
});

test('a name that needs percent-encoding is found', async () => {
  const name = 'hospital/data theft & extortion';
  expect(await clients.api.scenario('scenario', name, clients.limit)).toEqual({
    name,
    profiles: ['default'],
  });
});

test('a refused token is renewed once and the request repeated once', async () => {
  fault(refused('Token has expired'), 1);
  const from = sandbox.requests.length;
  await expect(read()).resolves.toMatchObject({ name: plan.content });
  expect(traffic(from)).toEqual([2, 2]);
});

test('a token that is refused again is an error, not a circle', async () => {
  fault(refused('Token is invalid'));
  const from = sandbox.requests.length;
  await expect(read()).rejects.toMatchObject({ code: 'unauthorized' });
  expect(traffic(from)).toEqual([2, 2]);
});

test('parallel requests whose token is refused share one renewal', async () => {
  await clients.tokens.get(clients.limit);
  sandbox.addFault({ when: { origin: 'api', nth: 1, times: 5 }, do: refused('Token has expired') });
  // Late enough that all five are refused before one of them is repeated.
  sandbox.addFault({ when: { origin: 'idp' }, do: { kind: 'delay', ms: 100 } });
  const from = sandbox.requests.length;
  await Promise.all(Array.from({ length: 5 }, read));
  expect(traffic(from)).toEqual([10, 1]);
});

test('a missing scope is neither renewed nor repeated', async () => {
  fault(refused('Not enough permission'));
  const from = sandbox.requests.length;
  await expect(read()).rejects.toMatchObject({ code: 'scope-missing' });
  expect(traffic(from)).toEqual([1, 1]);
});

test('a refused creation is repeated with the new token and makes one lab', async () => {
  fault(refused('Token has expired'), 1);
  await create();
  expect(sandbox.labs.size).toBe(1);
});

test.each<[string, FaultAction]>([
  ['reset', { kind: 'reset', processed: true }],
  ['truncated', { kind: 'truncated' }],
  ['answered by 502', { kind: 'answer', status: 502, processed: true }],
])('a creation whose answer is %s is not sent again', async (_, action) => {
  fault(action);
  const from = sandbox.requests.length;
  await expect(create()).rejects.toMatchObject({ name: 'ActionError' });
  expect([sandbox.labs.size, traffic(from)[0]]).toEqual([1, 1]);
});

const replace = (body: string): FaultAction => ({ kind: 'replace', body });

test.each<[string, FaultAction]>([
  ['an empty id', { kind: 'empty-id' }],
  ['an HTML page', replace('<html>log in</html>')],
  ['nothing', replace('')],
  ['null', replace('null')],
  ['a number', replace('7')],
  ['an object', replace('{"id":"x"}')],
  ['an id that climbs', replace('"../../x"')],
  ['an id with a line break', replace('"a\\nb"')],
  ['deep JSON', { kind: 'deep-json' }],
  ['a redirect', { kind: 'answer', status: 302, headers: { location: '/login' } }],
  ['201', { kind: 'answer', status: 201, body: '"abc"' }],
  ['more than ten megabytes', { kind: 'huge', bytes: 11 * 1024 * 1024 }],
  ['broken gzip', { kind: 'broken-gzip' }],
])('%s instead of an id is response-invalid', async (_, action) => {
  fault(action);
  await expect(create()).rejects.toMatchObject({
    code: 'response-invalid',
    message: expect.stringMatching(/^Cannot launch lab 'acme\/widgets@1\.1\.abc123': [^\n]+\.$/),
  });
});

test.each([
  ['a scenario', () => read(), ['[]', '{}', '{"name":""}', '"x"']],
  [
    'scenarios',
    () => clients.api.scenarios('scenario', clients.limit),
    ['{}', '[{}]', 'null', '{"data":[]}'],
  ],
  [
    'a lab',
    () => clients.api.lab('x', clients.limit),
    ['{}', '{"runner_id":"other","status":"CREATED"}', '[]'],
  ],
  [
    'labs',
    () => clients.api.labs({ all: true, page: 1 }, clients.limit),
    ['[]', '{"data":{}}', '{"data":[{}]}'],
  ],
  ['a config', () => clients.api.labName('x', clients.limit), ['[]', '"x"', 'null']],
  ['notifications', () => clients.api.notifications('x', clients.limit), ['{}', '"x"', 'null']],
])('%s of another shape is response-invalid', async (_, ask, bodies) => {
  for (const body of bodies) {
    sandbox.clearFaults();
    fault({ kind: 'answer', status: 200, body });
    await expect(ask()).rejects.toMatchObject({ code: 'response-invalid' });
  }
});

test('an error that echoes the request leaks neither token', async () => {
  const plans = { ...plan, publicAccess: true };
  const linkTokens = await clients.tokens.mintLinkTokens(clients.limit);
  fault({ kind: 'echo-secrets', status: 400 });
  const error = await clients.api
    .createLab({ plan: plans, run: true, linkTokens }, clients.limit)
    .catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ code: 'request-rejected' });
  const said = [String(error), ...clients.told].join('\n');
  for (const token of [
    linkTokens.accessToken,
    linkTokens.refreshToken,
    await clients.tokens.get(clients.limit),
  ]) {
    expect(said).not.toContain(token.slice(0, 40));
  }
});

test("an answer that is no JSON is not quoted with somebody's tokens in it", async () => {
  fault({ kind: 'answer', status: 200, body: '{"access_token":"eyJ-of-another-lab", NaN' });
  const error = await clients.api
    .labs({ all: true, page: 1 }, clients.limit)
    .catch((thrown: Error) => thrown);
  expect(String(error)).not.toContain('eyJ-of-another-lab');
});

test("the tokens in a lab's description are known as secrets at once", async () => {
  const linkTokens = await clients.tokens.mintLinkTokens(clients.limit);
  const id = await clients.api.createLab(
    { plan: { ...plan, publicAccess: true }, run: true, linkTokens },
    clients.limit,
  );
  const other = clientsOf(sandbox);
  await other.api.lab(id, other.limit);
  other.close();
  expect(other.known).toContain(linkTokens.accessToken);
  expect(other.known).toContain(linkTokens.refreshToken);
});
