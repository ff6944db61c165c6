import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { labLife } from '../../src/sandbox/lab-life';
import {
  accessToken,
  apiCaller,
  claims,
  contextHeaders,
  exchangeForm,
  labRequest,
  send,
  token,
} from './caller';

let sandbox: Sandbox;
let call: Awaited<ReturnType<typeof apiCaller>>;
/** A clock that tests set forward. */
let ahead = 0;
const now = () => Date.now() + ahead;

beforeAll(async () => {
  sandbox = await startSandbox({ now, phaseMs: 1000, accessTokenLifetimeS: 1_000_000 });
  call = await apiCaller(sandbox);
});

afterAll(() => sandbox.close());

const NOWHERE = '00000000-0000-4000-8000-000000000000';
const run = async (labConfig: Record<string, unknown> = {}): Promise<string> => {
  const { status, body } = await call(
    'POST',
    `/scenario/run_lab?workspace_id=${sandbox.workspaceId}`,
    labRequest(labConfig),
  );
  expect([status, body]).toEqual([200, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  return body;
};
const statusOf = async (id: string): Promise<string> => (await call('GET', `/runner/${id}`)).body.status;

describe('who may come in', () => {
  const url = () => `${sandbox.baseUrl}/scenario/`;
  const both = async () => contextHeaders(sandbox, await accessToken(sandbox));

  test.each<[string, (full: Record<string, string>) => Record<string, string>, string]>([
    ['no token', ({ authorization: _, ...rest }) => rest, 'Bearer token required'],
    ['another scheme', (full) => ({ ...full, authorization: 'Basic abc' }), 'Invalid token type'],
    ['a lone word', (full) => ({ ...full, authorization: 'Bearer' }), 'Invalid token type'],
    ['garbage', (full) => ({ ...full, authorization: 'Bearer a.b.c' }), 'Token is invalid'],
    [
      'a refresh token',
      (full) => ({ ...full, authorization: `Bearer ${sandbox.person.refreshToken}` }),
      'Token is invalid',
    ],
    [
      'a forged token',
      (full) => ({ ...full, authorization: `${full.authorization?.slice(0, -8)}AAAAAAAA` }),
      'Token is invalid',
    ],
  ])('%s is a 401', async (_, change, detail) => {
    const answer = await send(url(), { headers: change(await both()) });
    expect([answer.status, answer.body]).toEqual([401, { detail }]);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('an expired token and one for another audience are 401s', async () => {
    await using own = await startSandbox({ now, accessTokenLifetimeS: 60 });
    const headers = contextHeaders(own, await accessToken(own));
    expect((await send(`${own.baseUrl}/scenario/`, { headers })).status).toBe(200);
    ahead += 62_000;
    const expired = await send(`${own.baseUrl}/scenario/`, { headers });
    expect([expired.status, expired.body]).toEqual([401, { detail: 'Token has expired' }]);
    own.addClient({ clientId: 'elsewhere', secret: 'elsewhere-secret', audience: false });
    const login = await token(own, {
      grant_type: 'client_credentials',
      client_id: 'elsewhere',
      client_secret: 'elsewhere-secret',
    });
    const other = await send(`${own.baseUrl}/version`, {
      headers: { authorization: `Bearer ${login.body.access_token}` },
    });
    expect([other.status, other.body]).toEqual([401, { detail: 'Token is invalid' }]);
  });

  test('the run scope is asked for at creation and run, and nowhere else', async () => {
    const { withheldRunScope } = sandbox.clients;
    const login = await token(sandbox, {
      grant_type: 'client_credentials',
      client_id: withheldRunScope.clientId,
      client_secret: withheldRunScope.secret ?? '',
    });
    const headers = contextHeaders(sandbox, login.body.access_token);
    expect((await send(url(), { headers })).status).toBe(200);
    const create = await send(`${sandbox.baseUrl}/scenario/run_lab?workspace_id=${sandbox.workspaceId}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(labRequest()),
    });
    expect([create.status, create.body]).toEqual([401, { detail: 'Not enough permission' }]);
  });

  test('the workspace id alone is a 500, no ids are a 422, foreign ids are a 403', async () => {
    const full = await both();
    const { 'x-organization-id': _, ...workspaceOnly } = full;
    expect((await send(url(), { headers: workspaceOnly })).status).toBe(500);
    const none = await send(url(), { headers: { authorization: full.authorization ?? '' } });
    expect(none.status).toBe(422);
    expect(none.body.detail.map(({ loc }: { loc: string[] }) => loc[1])).toEqual([
      'x-organization-id',
      'x-workspace-id',
    ]);
    for (const header of ['x-organization-id', 'x-workspace-id']) {
      expect((await send(url(), { headers: { ...full, [header]: NOWHERE } })).status).toBe(403);
    }
    const version = await send(`${sandbox.baseUrl}/version`, {
      headers: { authorization: full.authorization ?? '' },
    });
    expect([version.status, version.body]).toEqual([200, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
  });

  test('a hook lets in the tokens of another identity provider', async () => {
    const claimed = { aud: 'scenario-api', scope: 'scenario:run', sub: 'x' };
    await using own = await startSandbox({
      validateToken: (sent) => (sent === 'theirs' ? { claims: claimed } : { refusal: 'Token is invalid' }),
    });
    const ask = async (bearer: string) =>
      (await send(`${own.baseUrl}/scenario/`, { headers: contextHeaders(own, bearer) })).status;
    expect([await ask('theirs'), await ask('ours')]).toEqual([200, 401]);
  });
});

describe('the routes', () => {
  test.each([
    '/version',
    '/version/cyberrange',
    '/scenario/',
    '/unit_attack/',
    '/topology/',
    '/basebox/',
    '/runner/',
    '/scenario/small-company/ransomware',
    '/scenario/small-company%2Fransomware',
    '/scenario/hospital%2Fdata%20theft%20%26%20extortion',
    '/unit_attack/spearphishing_attachment',
    '/basebox/windows_10_pro',
  ])('GET %s answers 200', async (path) => {
    expect((await call('GET', path)).status).toBe(200);
  });

  test.each([
    ['/version/', 'Not Found'],
    ['/scenario', 'Not Found'],
    ['/runner', 'Not Found'],
    ['/topology', 'Not Found'],
    ['//scenario/', 'Not Found'],
    ['/nope', 'Not Found'],
    [`/runner/${NOWHERE}/`, 'Not Found'],
    [`/runner/${NOWHERE}`, 'Lab not found'],
    [`/runner/${NOWHERE}/stop`, 'Lab not found'],
    ['/scenario/nope', "Scenario 'nope' not found"],
  ])('GET %s answers 404', async (path, detail) => {
    const { status, body } = await call('GET', path);
    expect([status, body]).toEqual([404, { detail }]);
  });

  test('another method is a 405', async () => {
    const { status, headers } = await call('POST', '/scenario/');
    expect([status, headers.get('allow')]).toEqual([405, 'GET']);
  });

  test('a topology is asked for by query', async () => {
    const path = `/topology/info?topology_name=small-company&workspace_id=${sandbox.workspaceId}`;
    const { body } = await call('GET', path);
    expect(body).toMatchObject({
      metadata: { resource_name: 'small-company' },
      content: { name: 'small-company' },
    });
    expect((await call('GET', '/topology/info?topology_name=small-company')).status).toBe(422);
  });
});

describe('creation', () => {
  test('has no slash at its end', async () => {
    const { status, body } = await call(
      'POST',
      `/scenario/run_lab/?workspace_id=${sandbox.workspaceId}`,
      labRequest(),
    );
    expect([status, body]).toEqual([404, { detail: 'Not Found' }]);
  });

  const post = (body: unknown, path = '/scenario/run_lab') =>
    call('POST', `${path}?workspace_id=${sandbox.workspaceId}`, body);

  test.each<[string, Record<string, unknown>, string, string]>([
    ['max_duration', { max_duration: 'soon' }, 'max_duration', 'int_parsing'],
    ['max_duration', { max_duration: 1.5 }, 'max_duration', 'int_from_float'],
    ['max_duration', { max_duration: null }, 'max_duration', 'int_type'],
    ['config_name', { config_name: 7 }, 'config_name', 'string_type'],
    ['public_access_enabled', { public_access_enabled: 'maybe' }, 'public_access_enabled', 'bool_parsing'],
    ['step_waiting_list', { step_waiting_list: 'one' }, 'step_waiting_list', 'list_type'],
    ['scenario_execution_mode', { scenario_execution_mode: 'manual' }, 'scenario_execution_mode', 'enum'],
    [
      'random_waiting_minutes',
      { random_waiting_minutes: [0, -1] },
      'random_waiting_minutes',
      'greater_than_equal',
    ],
    ['log_collectors', { log_collectors: [{}] }, 'log_collectors', 'missing'],
    ['content_type', { content_type: 'ATTACK' }, 'content_type', 'value_error'],
    ['scenario_profile', { scenario_profile: 'nope' }, 'scenario_profile', 'value_error'],
    ['scenario_profile', { scenario_profile: null }, 'scenario_profile', 'value_error'],
  ])('a wrong %s is a 422: %j', async (_, change, field, type) => {
    const { status, body } = await post(labRequest(change));
    expect([status, body.detail[0].loc.slice(0, 3), body.detail[0].type]).toEqual([
      422,
      ['body', 'lab_config', field],
      type,
    ]);
    expect(typeof body.detail[0].msg).toBe('string');
  });

  test('unknown content is a 404, a body that is no JSON or no workspace in the query a 422', async () => {
    expect((await post(labRequest({ content_name: 'nope' }))).status).toBe(404);
    expect((await post('{')).status).toBe(422);
    expect((await call('POST', '/scenario/run_lab', labRequest())).status).toBe(422);
    expect((await call('POST', `/scenario/run_lab?workspace_id=${NOWHERE}`, labRequest())).status).toBe(403);
  });

  test('drops unknown fields in silence and fills in the defaults', async () => {
    const id = await run({ config_name: 'mine', no_such_field: true });
    const { body } = await call('GET', `/runner/${id}/lab_config`);
    expect(body).toMatchObject({
      config_name: 'mine',
      max_duration: 3300,
      random_waiting_minutes: [0, 0],
      log_collectors: [],
    });
    expect(Object.keys(body)).toHaveLength(17);
    expect(body).not.toHaveProperty('no_such_field');
  });

  test('wants both link tokens exactly when public access is enabled', async () => {
    const { body: link } = await token(sandbox, exchangeForm(await accessToken(sandbox)));
    const tokens = { access_token: link.access_token, refresh_token: link.refresh_token };
    const enabled = labRequest({ public_access_enabled: true });
    expect((await post(enabled)).status).toBe(422);
    expect((await post({ ...enabled, public_access_config: { access_token: 'x' } })).status).toBe(422);
    expect((await post({ ...labRequest(), public_access_config: tokens })).status).toBe(422);
    const made = await post({ ...enabled, public_access_config: tokens });
    expect(made.status).toBe(200);
    const lab = await call('GET', `/runner/${made.body}`);
    expect(lab.body.public_access).toEqual({ ...tokens, base_url: 'https://public.lab.example' });
  });

  test.each([
    ['unit_attack', 'ATTACK', 'spearphishing_attachment', 'windows10'],
    ['topology', 'TOPOLOGY', 'small-company', null],
    ['basebox', 'BASEBOX', 'windows_10_pro', null],
    ['bas', 'BAS', 'bas', 'bas'],
    ['dfir', 'DFIR', 'stolen-laptop', null],
  ])('makes a lab of kind %s', async (kind, type, name, profile) => {
    const config = { content_type: type, content_name: name, scenario_profile: profile };
    const { status, body } = await post(labRequest(config), `/${kind}/create_lab`);
    expect(status).toBe(200);
    expect((await call('GET', `/runner/${body}`)).body).toMatchObject({
      content_type: type,
      name,
      status: 'CREATED',
    });
    expect((await post(labRequest(config))).status).toBe(422);
  });
});

describe("a lab's life", () => {
  test('goes through the statuses on the clock, and stop ends it', async () => {
    const id = await run();
    const seen = new Set<string>();
    for (let step = 0; step < 80; step += 1, ahead += 100) seen.add(await statusOf(id));
    expect([...seen]).toEqual([
      'CREATED',
      'PENDING',
      'RUNNER_SETUP',
      'SCENARIO_CREATION',
      'SCENARIO_SETUP',
      'SCENARIO_EXECUTION',
      'SCENARIO_TEARDOWN',
      'SCENARIO_FINISHED',
    ]);
    const { body } = await call('GET', `/runner/${id}`);
    const {
      lab_creation_timestamp: made,
      lab_start_timestamp: started,
      lab_content_end_timestamp: content,
    } = body;
    expect(made).toBeLessThan(started);
    expect(started).toBeLessThan(content);
    expect(content - made).toBeCloseTo(7, 2);
    expect(body).toMatchObject({
      lab_end_timestamp: null,
      created_by: sandbox.person.subject,
      organization_id: sandbox.organizationId,
    });
    expect((await call('GET', `/runner/${id}/stop`)).status).toBe(200);
    expect(await statusOf(id)).toBe('RUNNER_TEARDOWN');
    ahead += 1100;
    expect(await statusOf(id)).toBe('COMPLETED');
    expect((await call('GET', `/runner/${id}/stop`)).status).toBe(200);
    expect((await call('DELETE', `/runner/${id}`)).status).toBe(200);
    expect((await call('GET', `/runner/${id}`)).status).toBe(404);
  });

  test('a created lab waits for its run; one stopped before its end is cancelled', async () => {
    const { body: id } = await call(
      'POST',
      `/scenario/create_lab?workspace_id=${sandbox.workspaceId}`,
      labRequest(),
    );
    ahead += 60_000;
    expect(await statusOf(id)).toBe('CREATED');
    await call('GET', `/runner/${id}/run`);
    expect((await call('GET', `/runner/${id}/run`)).status).toBe(400);
    ahead += 5000;
    expect(await statusOf(id)).toBe('SCENARIO_EXECUTION');
    await call('GET', `/runner/${id}/stop`);
    ahead += 1100;
    expect(await statusOf(id)).toBe('CANCELLED');
  });

  test('pauses until it is resumed', async () => {
    const id = await run({ content_name: 'bank/step-by-step', scenario_profile: 'default' });
    ahead += 20_000;
    expect(await statusOf(id)).toBe('PAUSE');
    expect((await call('GET', `/runner/${id}/paused_status`)).body).toEqual({
      step: 'attack',
      is_before_step: true,
    });
    await call('GET', `/runner/${id}/resume`);
    expect(await statusOf(id)).toBe('SCENARIO_EXECUTION');
    expect((await call('GET', `/runner/${id}/paused_status`)).body).toEqual({
      step: null,
      is_before_step: null,
    });
    ahead += 2000;
    expect(await statusOf(id)).toBe('SCENARIO_FINISHED');
  });

  test.each([
    ['factory/broken-deployment', 'ERROR'],
    ['factory/called-off', 'CANCELLED'],
    ['museum/endless', 'SCENARIO_EXECUTION'],
  ])('%s ends in %s', async (content_name, status) => {
    const id = await run({ content_name, scenario_profile: 'default' });
    ahead += 600_000;
    expect(await statusOf(id)).toBe(status);
  });

  test('a failed lab tells why in its last notification, and stays failed when stopped', async () => {
    const id = await run({ content_name: 'factory/broken-deployment', scenario_profile: 'default' });
    ahead += 10_000;
    const { body } = await call('GET', `/runner/${id}/notifications`);
    const last = JSON.parse(body.at(-1));
    expect(last).toMatchObject({ event_data: expect.stringContaining('plc-gateway'), stage: 'Provisioning' });
    expect(Date.parse(last.event_datetime)).not.toBeNaN();
    await call('GET', `/runner/${id}/stop`);
    ahead += 2000;
    expect(await statusOf(id)).toBe('ERROR');
  });

  test('shows an unknown status, and vanishes', async () => {
    const warm = await run({ content_name: 'bank/warm-up', scenario_profile: 'default' });
    const vanishing = await run({ content_name: 'museum/vanishing', scenario_profile: 'default' });
    ahead += 3500;
    expect(await statusOf(warm)).toBe('SCENARIO_WARMUP');
    ahead += 3500;
    expect((await call('GET', `/runner/${vanishing}`)).status).toBe(404);
  });

  test('max_duration ends it with COMPLETED', async () => {
    const id = await run({ max_duration: 30 });
    ahead += 32_000;
    expect(await statusOf(id)).toBe('COMPLETED');
  });

  test('a topology is finished without an execution', () => {
    const plan = {
      behaviour: 'succeeds',
      totalMs: 1000,
      executes: false,
      maxDurationMs: 0,
      teardownMs: 10,
    } as const;
    const seen = Array.from(
      { length: 101 },
      (_, tenths) => labLife(plan, { createdAt: 0, runAt: 0 }, tenths * 10).status,
    );
    expect([...new Set(seen)]).toEqual([
      'CREATED',
      'PENDING',
      'RUNNER_SETUP',
      'SCENARIO_CREATION',
      'SCENARIO_SETUP',
      'SCENARIO_FINISHED',
    ]);
  });

  test.each([
    'topology',
    'nodes',
    'assets',
    'attack_report',
    'attack_infras',
    'attack_sessions',
    'attack_knowledge',
    'notifications',
    'remote_access',
    'security_alerts',
  ])('has the detail %s, whose passwords are known secrets', async (detail) => {
    const id = await run();
    ahead += 8000;
    const { status, text } = await call('GET', `/runner/${id}/${detail}`);
    expect(status).toBe(200);
    const passwords = [...text.matchAll(/password(?:":"|=)([\w-]+)/g)].map((match) => match[1] ?? '');
    expect(passwords.length > 0).toBe(['nodes', 'remote_access'].includes(detail));
    for (const password of passwords) expect(sandbox.secrets.has(password)).toBe(true);
  });
});

describe('lists of labs', () => {
  test.each(['limit=0', 'limit=101', 'limit=x', 'page=0', 'all_labs=perhaps'])(
    '%s is a 422',
    async (query) => {
      expect((await call('GET', `/runner/?${query}`)).status).toBe(422);
    },
  );

  test('come newest first, in pages, without the stopped ones unless asked', async () => {
    await using own = await startSandbox({ seedLabs: 250 });
    const ask = await apiCaller(own);
    const alive = own.seedLab({ configName: 'alive', ageMs: 1000 });
    const failed = own.seedLab({ configName: 'failed', ageMs: 2000, ended: 'ERROR' });
    const current = (await ask('GET', '/runner/?all_labs=false&limit=100&page=1')).body;
    expect(current.data.map(({ runner_id }: { runner_id: string }) => runner_id)).toEqual([
      alive.id,
      failed.id,
    ]);
    expect(current.pagination).toEqual({ current_offset: 0, records: 2, total_records: 2 });
    const third = (await ask('GET', '/runner/?all_labs=True&limit=100&page=3')).body;
    expect(third.pagination).toEqual({ current_offset: 200, records: 52, total_records: 252 });
    const first = (await ask('GET', '/runner/?all_labs=true&limit=100&page=1')).body;
    const times = [...first.data, ...third.data].map((lab) => lab.lab_creation_timestamp);
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect((await ask('GET', '/runner/?all_labs=true&page=99')).body.data).toEqual([]);
    expect(own.labs.living().map(({ id }) => id)).toEqual([alive.id]);
  });
});

test('every token that was issued or sent is a known secret, and every request is on record', async () => {
  await using own = await startSandbox({ twoOrigins: false });
  expect(own.authUrl).toBe(new URL(own.baseUrl).origin);
  const ask = await apiCaller(own);
  await ask('GET', '/scenario/?a=b');
  const [login, list] = own.requests;
  expect(login).toMatchObject({ origin: 'idp', method: 'POST', status: 200 });
  expect(list).toMatchObject({
    origin: 'api',
    method: 'GET',
    path: '/api/scenario/lab/scenario/',
    status: 200,
  });
  expect(list?.query.get('a')).toBe('b');
  const bearer = list?.headers.authorization?.slice(7) ?? '';
  expect(claims(bearer).azp).toBe('frontend');
  for (const secret of [bearer, own.person.refreshToken, own.clients.launcher.secret])
    expect(own.secrets).toContain(secret);
  expect(own.connections('api')).toBeGreaterThan(0);
});
