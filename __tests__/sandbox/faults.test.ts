import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import type { FaultAction } from '../../src/sandbox/faults';
import { apiCaller, labRequest, refreshForm, token } from './caller';

let sandbox: Sandbox;
let call: Awaited<ReturnType<typeof apiCaller>>;

beforeAll(async () => {
  sandbox = await startSandbox({ phaseMs: 50 });
  call = await apiCaller(sandbox);
});

afterEach(() => {
  sandbox.clearFaults();
  sandbox.labs.clear();
});

afterAll(() => sandbox.close());

const create = () => call('POST', `/scenario/run_lab?workspace_id=${sandbox.workspaceId}`, labRequest());
const next = (action: FaultAction) =>
  sandbox.addFault({ when: { path: '/scenario/run_lab', nth: 1 }, do: action });
const until = async (condition: () => boolean) => {
  while (!condition()) await sleep(5);
};

test.each<[string, FaultAction, number]>([
  ['a reset before processing', { kind: 'reset' }, 0],
  ['a reset after processing', { kind: 'reset', processed: true }, 1],
  ['a truncated body', { kind: 'truncated' }, 1],
  ['broken chunks', { kind: 'broken-chunks' }, 1],
  ['broken gzip', { kind: 'broken-gzip' }, 1],
  ['endless headers', { kind: 'endless-headers' }, 1],
])('%s fails the request', async (_, action, labs) => {
  const fault = next(action);
  await expect(create()).rejects.toThrow();
  expect([sandbox.labs.size, fault.struck]).toEqual([labs, 1]);
  expect((await create()).status).toBe(200);
});

test.each<[string, FaultAction, number, (text: string) => boolean]>([
  [
    'an answer instead',
    { kind: 'answer', status: 503, headers: { 'retry-after': '1' } },
    0,
    (text) => text === '',
  ],
  [
    'an answer after processing',
    { kind: 'answer', status: 502, body: '<html>', processed: true },
    1,
    (text) => text === '<html>',
  ],
  ['a delay', { kind: 'delay', ms: 20 }, 1, (text) => text.length === 38],
  ['a slow drip', { kind: 'slow-drip', bytes: 10, everyMs: 5 }, 1, (text) => text.length === 38],
  ['a huge body', { kind: 'huge', bytes: 5_000_000 }, 1, (text) => text.length === 5_000_000],
  [
    'deep JSON',
    { kind: 'deep-json', depth: 1000 },
    1,
    (text) => text.startsWith('[[[') && text.length === 2000,
  ],
  ['an empty id', { kind: 'empty-id' }, 1, (text) => text === '""'],
  ['another body', { kind: 'replace', body: 'null' }, 1, (text) => text === 'null'],
  [
    'an echo',
    { kind: 'echo-secrets' },
    0,
    (text) => text.includes('Bearer ey') && text.includes('lab_config'),
  ],
])('%s reaches the client', async (_, action, labs, expected) => {
  next(action);
  const { text } = await create();
  expect([expected(text), sandbox.labs.size]).toEqual([true, labs]);
});

test.each([
  [false, 0],
  [true, 1],
])('a hang (processed: %s) never answers', async (processed, labs) => {
  next({ kind: 'hang', processed });
  const arrived = sandbox.requests.length;
  const outcome = await Promise.race([create().catch(() => 'dead'), sleep(60, 'still waiting')]);
  expect([outcome, sandbox.labs.size, sandbox.requests[arrived]?.status]).toEqual([
    'still waiting',
    labs,
    undefined,
  ]);
});

test('work that is finished later outlives the connection', async () => {
  next({ kind: 'finish-later', ms: 40, reset: true });
  await expect(create()).rejects.toThrow();
  expect(sandbox.labs.size).toBe(0);
  await until(() => sandbox.labs.size === 1);
});

test('work that is finished later is answered while the connection lives', async () => {
  next({ kind: 'finish-later', ms: 20 });
  expect((await create()).status).toBe(200);
});

test('a fault strikes the requests it is for, so often and no more', async () => {
  const fault = sandbox.addFault({
    when: { origin: 'idp', method: 'POST', path: /\/token$/, nth: 2, times: 2 },
    do: { kind: 'answer', status: 429 },
  });
  const statuses: number[] = [];
  for (let count = 0; count < 5; count += 1)
    statuses.push((await token(sandbox, refreshForm(sandbox))).status);
  expect([statuses, fault.struck]).toEqual([[200, 429, 429, 200, 200], 2]);
  expect((await create()).status).toBe(200);
  const always = sandbox.addFault({ when: { origin: 'idp' }, do: { kind: 'answer', status: 503 } });
  expect((await token(sandbox, refreshForm(sandbox))).status).toBe(503);
  always.remove();
  expect((await token(sandbox, refreshForm(sandbox))).status).toBe(200);
});

test('listeners hear of a request before it is processed and after it is answered', async () => {
  const heard: (number | string | undefined)[] = [];
  const stops = [
    sandbox.onRequest(({ path }) => heard.push(path.slice(-7), sandbox.labs.size)),
    sandbox.onAnswered(({ status }) => heard.push(status, sandbox.labs.size)),
  ];
  await create();
  await until(() => heard.length === 4);
  for (const stop of stops) stop();
  await create();
  expect(heard).toEqual(['run_lab', 0, 200, 1]);
});

test('a client killed in the middle of a request leaves a lab behind', async () => {
  next({ kind: 'finish-later', ms: 50 });
  const { authorization } = sandbox.requests.at(-1)?.headers ?? {};
  const script = `fetch(process.env.URL, { method: 'POST', body: process.env.BODY, headers: JSON.parse(process.env.HEADERS) })`;
  const child = spawn(process.execPath, ['-e', script], {
    env: {
      URL: `${sandbox.baseUrl}/scenario/run_lab?workspace_id=${sandbox.workspaceId}`,
      BODY: JSON.stringify(labRequest()),
      HEADERS: JSON.stringify({
        authorization,
        'x-organization-id': sandbox.organizationId,
        'x-workspace-id': sandbox.workspaceId,
      }),
    },
  });
  const stop = sandbox.onRequest(() => child.kill('SIGKILL'));
  await once(child, 'exit');
  stop();
  expect(sandbox.labs.size).toBe(0);
  await until(() => sandbox.labs.size === 1);
});

test('many labs and many old ones cost little', async () => {
  await using full = await startSandbox({ seedLabs: 5000, phaseMs: 1000 });
  const ask = await apiCaller(full);
  for (let count = 0; count < 500; count += 1) full.seedLab({ ageMs: 1000 });
  await ask('GET', '/runner/?all_labs=false&limit=100');
  const begun = process.cpuUsage();
  for (let count = 0; count < 20; count += 1) {
    const { body } = await ask('GET', `/runner/?all_labs=${count % 2 === 0}&limit=100&page=2`);
    expect(body.data).toHaveLength(100);
  }
  const { user, system } = process.cpuUsage(begun);
  expect((user + system) / 20 / 1000).toBeLessThan(50);
});
