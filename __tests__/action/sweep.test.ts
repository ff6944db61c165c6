import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { gitHubComplaints } from '../sandbox/github-description';
import { runAtGitHub } from './preview-step';

const HOUR = 3_600_000;
let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ phaseMs: 20 });
});
afterEach(async () => {
  await sandbox.close();
  expect(gitHubComplaints(sandbox)).toEqual([]);
});

const seed = (configName: string, ageH = 30) => sandbox.seedLab({ configName, ageMs: ageH * HOUR });
const sweep = (inputs: Readonly<Record<string, string>> = {}) =>
  runAtGitHub(sandbox, {
    eventName: 'schedule',
    inputs: { command: 'sweep', 'poll-interval': '', ...inputs },
  });
const left = () => sandbox.labs.living().map(({ labConfig }) => labConfig.config_name);

test('removes old labs of this repository, and nobody else’s, no young ones, none of an open pull request', async () => {
  sandbox.github.openPull({ number: 7 });
  for (const name of [
    'octo-org/labs@1.1.abcdef',
    'octo-org/labs#70',
    'octo-org/labs#8:key+2',
    'octo-org/labs#7',
    'octo-org/labs#7:windows',
    'octo-org/labs-two@1.1.abcdef',
    'octo-org/labs-two#3',
    'default',
  ])
    seed(name);
  seed('octo-org/labs@2.1.abcdef', 23);
  const step = await sweep();
  expect(step.annotations).toEqual([]);
  expect(step.outputs.result).toBe('succeeded');
  expect(JSON.parse(step.outputs['lab-ids'] ?? '')).toHaveLength(3);
  expect(left().sort()).toEqual([
    'default',
    'octo-org/labs#7',
    'octo-org/labs#7:windows',
    'octo-org/labs-two#3',
    'octo-org/labs-two@1.1.abcdef',
    'octo-org/labs@2.1.abcdef',
  ]);
  expect(step.log).toContain('30h 00m old, pull request 70 is not open');
});

test('reads the config of old labs only', async () => {
  seed('octo-org/labs@1.1.abcdef');
  for (let count = 0; count < 5; count += 1) seed('octo-org/labs@2.1.abcdef', 1);
  sandbox.seedLab({ configName: 'octo-org/labs@3.1.abcdef', ageMs: 40 * HOUR, ended: 'COMPLETED' });
  await sweep();
  expect(sandbox.requests.filter(({ path }) => path.endsWith('/lab_config'))).toHaveLength(1);
});

test('asks GitHub only when a preview is met, and without an answer spares them all', async () => {
  seed('octo-org/labs@1.1.abcdef');
  await sweep();
  expect(sandbox.requests.some(({ origin }) => origin === 'github')).toBe(false);
  seed('octo-org/labs#70');
  seed('octo-org/labs@1.1.abcdef');
  const token = sandbox.github.issueToken({ permissions: {} });
  const step = await sweep({ 'github-token': token });
  expect(step.exitCode).toBe(0);
  expect(step.annotations).toEqual([
    { type: 'warning', message: expect.stringContaining('"pull-requests: read"') },
  ]);
  expect(left()).toEqual(['octo-org/labs#70']);
});

test('a page in place of GitHub’s answer spares all previews', async () => {
  seed('octo-org/labs#70');
  sandbox.addFault({ when: { origin: 'github' }, do: { kind: 'replace', body: '<html>' } });
  expect((await sweep()).annotations).toHaveLength(1);
  expect(left()).toEqual(['octo-org/labs#70']);
});

test('removes at most max-removals, the oldest first', async () => {
  for (let age = 30; age < 55; age += 1) seed(`octo-org/labs@${age}.1.abcdef`, age);
  const step = await sweep({ 'max-removals': '3', 'cleanup-method': 'delete' });
  const names = JSON.parse(step.outputs.labs ?? '').map(({ name }: { name: string }) => name);
  expect(names).toEqual([
    'octo-org/labs@54.1.abcdef',
    'octo-org/labs@53.1.abcdef',
    'octo-org/labs@52.1.abcdef',
  ]);
  expect(left()).toHaveLength(22);
  expect(step.log).toContain('max-removals is 3');
});

test('name-prefix chooses other labs, and older-than another age', async () => {
  seed('nightly-1', 3);
  seed('octo-org/labs@1.1.abcdef');
  await sweep({ 'name-prefix': 'nightly-', 'older-than': '2h' });
  expect(left()).toEqual(['octo-org/labs@1.1.abcdef']);
});

test('dry-run lists what would go with age and reason, and sends nothing that changes anything', async () => {
  const lab = seed('octo-org/labs#70');
  const step = await sweep({ 'dry-run': 'true' });
  expect(step.log).toMatch(new RegExp(`Dry run: would remove lab ${lab.id} .*30h 00m old, pull request 70`));
  expect(left()).toHaveLength(1);
  expect(sandbox.requests.some(({ path }) => path.endsWith('/stop'))).toBe(false);
});

test('a lab that cannot be removed fails the step, once all others are gone', async () => {
  const stays = seed('octo-org/labs@1.1.abcdef');
  seed('octo-org/labs@2.1.abcdef');
  const refusal = { kind: 'answer', status: 403, body: '{"detail":"no"}' } as const;
  sandbox.addFault({ when: { path: `/runner/${stays.id}/stop` }, do: refusal });
  const step = await sweep();
  expect(step.outputs).toMatchObject({ result: 'failed', 'error-code': 'forbidden' });
  expect(left()).toEqual(['octo-org/labs@1.1.abcdef']);
});
