import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import type { Pull } from '../../src/sandbox/github-state';
import { gitHubCaller } from './github-caller';
import { gitHubComplaints } from './github-description';

let sandbox: Sandbox;
let call: ReturnType<typeof gitHubCaller>;
let pull: Pull;

beforeEach(async () => {
  sandbox = await startSandbox();
  pull = sandbox.github.openPull({ number: 7 });
  call = gitHubCaller(sandbox.github);
});

afterEach(async () => {
  await sandbox.close();
  expect(gitHubComplaints(sandbox)).toEqual([]);
});

const wanted = (more: Readonly<Record<string, unknown>> = {}) => ({
  ref: pull.headSha,
  environment: 'preview-7',
  auto_merge: false,
  required_contexts: [],
  transient_environment: true,
  ...more,
});
const deploy = async (more?: Readonly<Record<string, unknown>>): Promise<number> => {
  const { status, body } = await call('POST', '/deployments', wanted(more));
  expect(status).toBe(201);
  return body.id;
};
const report = (id: number, state: string, more: Readonly<Record<string, unknown>> = {}) =>
  call('POST', `/deployments/${id}/statuses`, { state, ...more });
const states = (id: number) => sandbox.github.deployments.get(id)?.statuses.map(({ state }) => state);

test('a deployment goes from in_progress over success to inactive', async () => {
  const id = await deploy({ description: 'a lab' });
  const log = 'https://git.example/runs/1';
  expect((await report(id, 'in_progress', { log_url: log })).body).toMatchObject({
    state: 'in_progress',
    log_url: log,
    target_url: log,
    environment: 'preview-7',
  });
  const link = 'https://public.lab.example/1';
  expect((await report(id, 'success', { environment_url: link })).body.environment_url).toBe(link);
  await report(id, 'inactive');
  const listed = await call('GET', `/deployments/${id}/statuses?per_page=2`);
  expect(listed.body.map(({ state }: { state: string }) => state)).toEqual(['inactive', 'success']);
  expect(states(id)).toEqual(['in_progress', 'success', 'inactive']);
  const found = await call('GET', '/deployments?environment=preview-7');
  expect(found.body).toHaveLength(1);
  expect(found.body[0]).toMatchObject({
    id,
    sha: pull.headSha,
    transient_environment: true,
    production_environment: false,
    creator: { login: 'github-actions[bot]' },
  });
  expect((await call('GET', '/deployments?environment=preview-70')).body).toEqual([]);
  expect((await call('GET', `/deployments/${id}`)).body.description).toBe('a lab');
});

test('the defaults are traps: checks that are not green and a branch that is behind', async () => {
  const { required_contexts: _, ...unchecked } = wanted();
  const conflict = await call('POST', '/deployments', unchecked);
  expect([conflict.status, conflict.body.message]).toEqual([
    409,
    `Conflict: Commit status checks failed for ${pull.headSha}.`,
  ]);
  expect(conflict.body.errors[0].contexts).toEqual([{ context: 'preview', state: 'pending' }]);
  pull.behind = true;
  const { auto_merge: __, ...merging } = wanted();
  expect((await call('POST', '/deployments', merging)).status).toBe(409);
  const merged = await call('POST', '/deployments', { ...merging, ref: pull.headRef });
  expect([merged.status, merged.body]).toEqual([
    202,
    { message: `Auto-merged main into ${pull.headRef} on deployment.` },
  ]);
  expect(sandbox.github.deployments.size).toBe(0);
  await deploy();
});

test('branches, commits and pull refs can be deployed, also commits pushed over; nothing else', async () => {
  const { headSha: before, mergeSha } = pull;
  sandbox.github.pushTo(7);
  const fork = sandbox.github.openPull({ headRepository: 'stranger/labs', headRef: 'patch' });
  const known = ['main', pull.headRef, `refs/heads/${pull.headRef}`, pull.headSha, before, mergeSha];
  for (const ref of [...known, 'refs/pull/7/merge', 'refs/pull/7/head', fork.headSha]) await deploy({ ref });
  for (const ref of ['0'.repeat(40), 'nowhere', fork.headRef]) {
    const refused = await call('POST', '/deployments', wanted({ ref }));
    expect([refused.status, refused.body.message]).toEqual([422, `No ref found for: ${ref}`]);
  }
});

test('a success puts earlier deployments of its environment out, but never a transient one', async () => {
  const old = await deploy({ transient_environment: false });
  const oldTransient = await deploy();
  const elsewhere = await deploy({ transient_environment: false, environment: 'preview-70' });
  const unfinished = await deploy({ transient_environment: false });
  // In this order: a success strikes older deployments only, and only those that have succeeded.
  for (const id of [oldTransient, old, elsewhere]) await report(id, 'success');
  await report(unfinished, 'in_progress');
  const spared = await deploy({ transient_environment: false });
  await report(spared, 'success', { auto_inactive: false });
  expect(states(old)).toEqual(['success']);
  await report(await deploy(), 'success');
  expect([old, spared].map(states)).toEqual([
    ['success', 'inactive'],
    ['success', 'inactive'],
  ]);
  expect([oldTransient, elsewhere, unfinished].map(states)).toEqual([
    ['success'],
    ['success'],
    ['in_progress'],
  ]);
});

test('an active deployment is deleted only when it is alone in its environment', async () => {
  const one = await deploy();
  await report(one, 'success');
  const other = await deploy();
  expect((await call('DELETE', `/deployments/${one}`)).status).toBe(422);
  expect((await call('DELETE', `/deployments/${other}`)).status).toBe(204);
  expect((await call('DELETE', `/deployments/${one}`)).status).toBe(204);
  expect((await call('DELETE', `/deployments/${one}`)).status).toBe(404);
  expect((await call('GET', `/deployments/${one}`)).status).toBe(404);
  expect((await call('GET', `/deployments/${one}/statuses`)).status).toBe(404);
  expect((await report(one, 'inactive')).status).toBe(404);
});

test('a status that GitHub would refuse is refused', async () => {
  const id = await deploy();
  const field = async (more: Readonly<Record<string, unknown>>) => {
    const { status, body } = await report(id, 'success', more);
    return [status, body.errors?.[0].field];
  };
  expect(await field({ environment_url: 'javascript:alert(1)' })).toEqual([422, 'environment_url']);
  expect(await field({ log_url: 'ftp://x' })).toEqual([422, 'log_url']);
  expect(await field({ description: 'x'.repeat(141) })).toEqual([422, 'description']);
  expect(states(id)).toEqual([]);
  expect(await field({ description: 'x'.repeat(140), environment_url: '' })).toEqual([201, undefined]);
});

test('the newest deployments come first, page by page', async () => {
  const ids: number[] = [];
  for (let count = 0; count < 3; count += 1) ids.unshift(await deploy());
  const page = await call('GET', '/deployments?per_page=2&environment=preview-7');
  expect(page.body.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 2));
  expect(page.headers.get('link')).toMatch(
    /deployments\?per_page=2&environment=preview-7&page=2>; rel="next"/,
  );
});
