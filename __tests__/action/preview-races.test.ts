import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { gitHubComplaints } from '../sandbox/github-description';
import { livingNames, ourComments, preview, runAtGitHub, SCENARIO } from './preview-step';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ phaseMs: 40 });
});
afterEach(async () => {
  await sandbox.close();
  expect(gitHubComplaints(sandbox)).toEqual([]);
});

const inputs = { command: 'preview', scenario: SCENARIO, environment: 'preview-{pr}' };
const notices = ({ annotations }: { annotations: readonly { type: string }[] }) =>
  annotations.map(({ type }) => type);

describe('a pull request that closes', () => {
  const moments: [string, RegExp | undefined][] = [
    ['before its run begins', undefined],
    ['while its lab is created', /\/run_lab$/],
    ['while its lab comes up', /\/runner\/[\da-f-]{36}$/],
  ];
  test.each(moments)('%s has no lab in the end, and the step is skipped with a notice', async (_, path) => {
    const event = sandbox.github.pullRequestEvent({ action: 'opened', number: 7 });
    if (path === undefined) sandbox.github.closePull(7);
    else sandbox.onRequest((request) => path.test(request.path) && sandbox.github.closePull(7));
    const step = await runAtGitHub(sandbox, { event, inputs });
    expect(step.exitCode).toBe(0);
    expect(step.outputs).toMatchObject({ result: 'skipped', 'error-code': '' });
    expect(notices(step)).toEqual(['notice']);
    expect(sandbox.labs.living()).toEqual([]);
    expect(sandbox.labs.size).toBe(path === undefined ? 0 : 1);
    for (const { body } of ourComments(sandbox)) expect(body).toContain('was removed');
    for (const { statuses } of sandbox.github.deployments.values())
      expect(statuses.at(-1)?.state).toBe('inactive');
  });

  test('while another run takes its lab down leaves no red step', async () => {
    const event = sandbox.github.pullRequestEvent({ action: 'opened', number: 7 });
    const slow = { ...inputs, 'wait-for': 'finished', scenario: 'museum/endless' };
    const opened = runAtGitHub(sandbox, { event, inputs: slow });
    await new Promise<void>((resolve) => {
      sandbox.onAnswered(({ path }) => path.endsWith('/notifications') && resolve());
    });
    const closed = await preview(sandbox, { action: 'closed', number: 7 }, { inputs });
    expect(closed.outputs.result).toBe('succeeded');
    expect((await opened).outputs.result).toBe('skipped');
    expect(sandbox.labs.living()).toEqual([]);
    expect(ourComments(sandbox).map(({ body }) => body.includes('was removed'))).toEqual([true]);
  });
});

describe('runs at once', () => {
  test('two of one pull request end with one living lab and one comment, and both report the lab', async () => {
    const event = sandbox.github.pullRequestEvent({ action: 'opened', number: 7 });
    // Both have looked and found nothing before either creates.
    sandbox.addFault({ when: { path: '/run_lab' }, do: { kind: 'delay', ms: 400 } });
    sandbox.addFault({
      when: { origin: 'github', method: 'POST', path: '/comments' },
      do: { kind: 'delay', ms: 400 },
    });
    const steps = await Promise.all([1, 2].map(() => runAtGitHub(sandbox, { event, inputs })));
    expect(sandbox.labs.size).toBe(2);
    const ids = sandbox.labs.living().map(({ id }) => id);
    expect(ids).toHaveLength(1);
    const [oldest] = [...sandbox.labs.values()].sort(
      (a, b) => a.events.createdAt - b.events.createdAt || (a.id < b.id ? -1 : 1),
    );
    expect(ids).toEqual([oldest?.id]);
    expect(steps.map(({ outputs }) => outputs.result)).toEqual(['succeeded', 'succeeded']);
    expect(steps.map(({ outputs }) => outputs['lab-id'])).toEqual([ids[0], ids[0]]);
    expect(steps.map(({ outputs }) => outputs.created).sort()).toEqual(['false', 'true']);
    expect(ourComments(sandbox)).toHaveLength(1);
    expect(ourComments(sandbox)[0]?.body).toContain('is ready');
    const urls = new Set(steps.map(({ outputs }) => outputs['comment-url']));
    expect(urls.size).toBe(1);
  });

  test.each([
    ['its lab is created', '/run_lab'],
    ['it waits', '/notifications'],
  ])('one that is cancelled while %s leaves the lab to its successor', async (_, path) => {
    const event = sandbox.github.pullRequestEvent({ action: 'opened', number: 7 });
    const slow = { ...inputs, scenario: 'museum/endless', 'wait-for': 'finished' };
    const cancelled = await runAtGitHub(sandbox, {
      event,
      inputs: slow,
      onStart: (child) => {
        sandbox.onAnswered((request) => request.path.endsWith(path) && child.kill('SIGINT'));
      },
    });
    expect(cancelled.outputs.result).toBe('cancelled');
    expect(cancelled.ms).toBeLessThan(7_000);
    await cancelled.post();
    const [lab] = sandbox.labs.living();
    const next = await preview(
      sandbox,
      { action: 'synchronize', number: 7 },
      { inputs: { ...slow, 'wait-for': 'running' } },
    );
    expect(next.outputs).toMatchObject({ result: 'succeeded', created: 'false', 'lab-id': lab?.id });
    expect(livingNames(sandbox)).toEqual(['octo-org/labs#7']);
    expect(sandbox.github.deployments.size).toBe(1);
    expect(ourComments(sandbox)).toHaveLength(1);
    expect(ourComments(sandbox)[0]?.body).toContain('is ready');
  });

  test('a creation whose answer is lost makes one lab', async () => {
    sandbox.addFault({ when: { path: '/run_lab', nth: 1 }, do: { kind: 'reset', processed: true } });
    const step = await preview(sandbox, { action: 'opened', number: 7 });
    expect(step.outputs.result).toBe('succeeded');
    expect(sandbox.labs.size).toBe(1);
  });
});
