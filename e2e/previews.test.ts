import { type Sandbox, startSandbox } from '../src/sandbox/deployment';
import type { PullEvent } from '../src/sandbox/github-events';
import type { WorkflowResult } from './act/run-workflow';
import { callerOf, runDocumented, text } from './documented-workflow';

const HOUR = 3_600_000;

let sandbox: Sandbox;
let ended: WorkflowResult | undefined;
beforeEach(async () => {
  sandbox = await startSandbox({ phaseMs: 60 });
});
afterEach(async () => {
  ended?.remove();
  ended = undefined;
  await sandbox.close();
});

const livingNames = (): string[] => sandbox.labs.living().map(({ labConfig }) => labConfig.config_name);

describe.each([
  ['the example of a preview', () => text('examples', 'pull-request-preview.yml')],
  ['the reusable workflow of a preview', () => callerOf('preview.yml')],
])('%s', (_name, workflow) => {
  test('makes a lab when a pull request opens, keeps it on a push, and removes it on closing', async () => {
    const happens = async (action: PullEvent['action']): Promise<Readonly<Record<string, string>>> => {
      const payload = sandbox.github.pullRequestEvent({ action, number: 7 });
      ended?.remove();
      ended = await runDocumented(sandbox, workflow(), { event: 'pull_request', payload });
      expect({ log: ended.log, exitCode: ended.exitCode }).toMatchObject({ exitCode: 0 });
      return ended.steps.find(({ stage, step }) => stage === 'Main' && step === '0')?.outputs ?? {};
    };
    const name = `${sandbox.github.repository}#7`;

    const opened = await happens('opened');
    expect(opened).toMatchObject({ result: 'succeeded', created: 'true' });
    expect(livingNames()).toEqual([name]);
    expect([...sandbox.github.comments.values()].map(({ body }) => body)).toEqual([
      expect.stringContaining(opened['lab-id'] ?? '?'),
    ]);

    expect(await happens('synchronize')).toMatchObject({ 'lab-id': opened['lab-id'], created: 'false' });
    expect(livingNames()).toEqual([name]);

    await happens('closed');
    expect(sandbox.labs.living()).toEqual([]);
    expect(sandbox.github.comments.size).toBe(1);
  });
});

test.each([
  ['its own defaults where the caller gives none', '', { max_duration: 8 * 3_600 }, ''],
  [
    'the caller’s link, scopes and duration',
    ', public-access: true, scopes: openid scenario:run groups offline_access, max-duration: 2h',
    { max_duration: 2 * 3_600 },
    expect.stringMatching(/^http/),
  ],
])('the reusable workflow of a preview has %s', async (_, more, config, link) => {
  const scenario = 'scenario: small-company/ransomware';
  const workflow = callerOf('preview.yml').replace(`{ ${scenario} }`, `{ ${scenario}${more} }`);
  const payload = sandbox.github.pullRequestEvent({ action: 'opened', number: 7 });
  ended = await runDocumented(sandbox, workflow, { event: 'pull_request', payload });
  expect({ log: ended.log, exitCode: ended.exitCode }).toMatchObject({ exitCode: 0 });
  expect(sandbox.labs.living().map(({ labConfig }) => labConfig)).toEqual([expect.objectContaining(config)]);
  const ran = ended.steps.find(({ stage, step }) => stage === 'Main' && step === '0');
  expect(ran?.outputs['public-link'] ?? '').toEqual(link);
  const scopes = sandbox.requests.map(({ body }) => new URLSearchParams(body).get('scope')).filter(Boolean);
  expect(scopes.some((scope) => scope?.includes('offline_access'))).toBe(more !== '');
});

test('the example of a sweep removes an old lab of this repository, no young one, no foreign one, none of an open pull request', async () => {
  const { repository } = sandbox.github;
  sandbox.github.openPull({ number: 7 });
  const seed = (configName: string, hours: number): string =>
    sandbox.seedLab({ configName, ageMs: hours * HOUR }).id;
  const old = seed(`${repository}@1.1.abcdef`, 30);
  const spared = [
    seed(`${repository}@2.1.abcdef`, 1),
    seed(`${repository}s@1.1.abcdef`, 30),
    seed(`${repository}#7`, 30),
  ];
  ended = await runDocumented(sandbox, text('examples', 'nightly-sweep.yml'), { event: 'schedule' });
  expect(ended.jobs).toEqual({ sweep: 'success' });
  const living = sandbox.labs.living().map(({ id }) => id);
  expect(living.sort()).toEqual(spared.sort());
  expect(living).not.toContain(old);
});
