import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import type { FaultAction } from '../../src/sandbox/faults';
import { gitHubComplaints } from '../sandbox/github-description';
import { livingNames, ourComments, preview, runAtGitHub, SCENARIO } from './preview-step';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ phaseMs: 30 });
});
afterEach(() => sandbox.close());

const environment = { environment: 'preview-{pr}' };

describe('GitHub is secondary:', () => {
  test('a token without any permission is one warning that names the missing ones', async () => {
    const token = sandbox.github.issueToken({ permissions: {} });
    const inputs = { ...environment, 'github-token': token };
    const step = await preview(sandbox, { action: 'opened', number: 7 }, { inputs });
    expect(step.exitCode).toBe(0);
    expect(step.outputs).toMatchObject({ result: 'succeeded', 'comment-url': '', 'deployment-id': '' });
    expect(step.annotations).toEqual([
      {
        type: 'warning',
        message: expect.stringMatching(/"pull-requests: write"[\s\S]*"deployments: write"/),
      },
    ]);
    expect(livingNames(sandbox)).toEqual(['octo-org/labs#7']);
    const closed = await preview(sandbox, { action: 'closed', number: 7 }, { inputs });
    expect(closed.outputs.result).toBe('succeeded');
    expect(closed.annotations).toHaveLength(1);
    expect(sandbox.labs.living()).toEqual([]);
    expect(gitHubComplaints(sandbox)).toEqual([]);
  });

  test('a token that may only read gets no comment, and the warning says what it needs', async () => {
    const token = sandbox.github.issueToken({ permissions: { pull_requests: 'read' } });
    const step = await preview(
      sandbox,
      { action: 'opened', number: 7 },
      { inputs: { 'github-token': token } },
    );
    expect(step.annotations).toEqual([
      { type: 'warning', message: expect.stringContaining('"pull-requests: write"') },
    ]);
    expect(step.annotations[0]?.message).not.toContain('deployments');
  });

  test('a passing fault at each kind of request leaves the comment and the deployment right', async () => {
    for (const path of [
      '/graphql',
      '/comments',
      '/deployments',
      '/statuses',
      /\/pulls\/\d+$/,
      /\/comments\/\d+$/,
    ])
      sandbox.addFault({
        when: { origin: 'github', path, nth: 1 },
        do: { kind: 'answer', status: 502, body: '' },
      });
    const step = await preview(sandbox, { action: 'opened', number: 7 }, { inputs: environment });
    expect(step.annotations).toEqual([]);
    expect(ourComments(sandbox).map(({ body }) => body.includes('is ready'))).toEqual([true]);
    const [deployment] = sandbox.github.deployments.values();
    expect(deployment?.statuses.at(-1)?.state).toBe('success');
  });

  test('a comment whose creation was not answered is found again', async () => {
    sandbox.addFault({
      when: { origin: 'github', method: 'POST', path: '/comments', nth: 1 },
      do: { kind: 'reset', processed: true },
    });
    const step = await preview(sandbox, { action: 'opened', number: 7 });
    expect(step.annotations).toEqual([]);
    expect(ourComments(sandbox).map(({ body }) => body.includes('is ready'))).toEqual([true]);
  });

  test('a lab failure is told although GitHub is away', async () => {
    sandbox.addFault({ when: { origin: 'github' }, do: { kind: 'reset' } });
    const inputs = { scenario: 'no/such' };
    const step = await preview(sandbox, { action: 'opened', number: 7 }, { inputs });
    expect(step.outputs).toMatchObject({ result: 'failed', 'error-code': 'scenario-unknown' });
  });
});

describe('GitHub away, all the time,', () => {
  test.concurrent.each<[string, FaultAction]>([
    ['500', { kind: 'answer', status: 500, body: '{"message":"Server Error"}' }],
    ['nothing', { kind: 'hang' }],
    ['resets', { kind: 'reset' }],
    ['a page instead of JSON', { kind: 'replace', body: '<html>' }],
  ])(
    'answering %s to everything costs at most 20 s and one warning',
    async (_, action) => {
      await using own = await startSandbox({ phaseMs: 30 });
      own.addFault({ when: { origin: 'github' }, do: action });
      const step = await preview(own, { action: 'opened', number: 7 }, { inputs: environment });
      expect(step.exitCode).toBe(0);
      expect(step.outputs).toMatchObject({ result: 'succeeded', created: 'true' });
      expect(step.annotations.map(({ type }) => type)).toEqual(['warning']);
      expect(step.ms).toBeLessThan(23_000);
      const closed = await preview(own, { action: 'closed', number: 7 });
      expect(closed.outputs.result).toBe('succeeded');
      expect(own.labs.living()).toEqual([]);
    },
    60_000,
  );
});

test('an Enterprise Server is addressed as the environment says, for comments and links', async () => {
  await using own = await startSandbox({ phaseMs: 30, github: { enterprise: true } });
  const step = await preview(own, { action: 'opened', number: 7 }, { inputs: environment });
  expect(step.annotations).toEqual([]);
  expect(ourComments(own)[0]?.body).toContain(`${own.github.serverUrl}/octo-org/labs/actions/runs/4711`);
  expect(
    own.requests.filter(({ origin }) => origin === 'github').every(({ path }) => path.startsWith('/api/')),
  ).toBe(true);
  expect(gitHubComplaints(own)).toEqual([]);
});

describe('events', () => {
  const payload = (action: string) => {
    const event = sandbox.github.pullRequestEvent({ action: 'opened', number: 7 });
    return { ...event, action };
  };
  const inputs = { command: 'preview', scenario: SCENARIO };

  test.each([
    ['push', undefined],
    ['pull_request', 'labeled'],
    ['issue_comment', 'opened'],
  ])('%s (%s) is an input error that says what to write, and nothing is sent', async (eventName, action) => {
    const event = action === undefined ? { ref: 'refs/heads/main' } : payload(action);
    const step = await runAtGitHub(sandbox, { event, eventName, inputs });
    expect(step.outputs).toMatchObject({ result: 'failed', 'error-code': 'input-invalid' });
    expect(step.outputs['error-message']).toContain('types: [opened, reopened, synchronize, closed]');
    expect(sandbox.requests).toEqual([]);
  });

  test('inputs of a preview are checked', async () => {
    const wrong = { ...inputs, scenario: '', 'lab-set': '[{scenario: x, name: mine}]', 'comment-key': 'a:b' };
    const step = await runAtGitHub(sandbox, { event: payload('opened'), inputs: wrong });
    expect(step.outputs['error-message']).toMatch(/lab-set\[0\]\.name[\s\S]*|comment-key[\s\S]*/);
    expect(step.outputs['error-message']).toContain('comment-key');
    expect(step.outputs['error-message']).toContain('lab-set[0].name');
  });

  test('a pull request from a fork, which gets no secrets, is skipped', async () => {
    const event = sandbox.github.pullRequestEvent({
      action: 'opened',
      number: 7,
      headRepository: 'mona/labs',
    });
    const step = await runAtGitHub(sandbox, {
      event,
      inputs: { ...inputs, 'client-secret': '', 'client-id': '' },
    });
    expect(step.outputs.result).toBe('skipped');
    expect(step.annotations.map(({ type }) => type)).toEqual(['notice']);
    expect(sandbox.requests).toEqual([]);
  });

  describe('pull_request_target with a fork’s head', () => {
    const eventName = 'pull_request_target';
    const event = () =>
      sandbox.github.pullRequestEvent({ action: 'opened', number: 7, headRepository: 'mona/labs' });

    test.each(['preview', 'launch'])('is skipped unless allowed (%s)', async (command) => {
      const step = await runAtGitHub(sandbox, { event: event(), eventName, inputs: { ...inputs, command } });
      expect(step.exitCode).toBe(0);
      expect(step.outputs.result).toBe('skipped');
      expect(step.annotations).toEqual([{ type: 'notice', message: expect.stringContaining('allow-forks') }]);
      expect(sandbox.requests).toEqual([]);
    });

    test('makes a preview where it is allowed', async () => {
      const allowed = { ...inputs, ...environment, 'allow-forks': 'true' };
      const step = await runAtGitHub(sandbox, { event: event(), eventName, inputs: allowed });
      expect(step.annotations).toEqual([]);
      expect(livingNames(sandbox)).toEqual(['octo-org/labs#7']);
      expect(sandbox.github.deployments.size).toBe(1);
    });

    test('never reads files of the workspace', async () => {
      const allowed = { ...inputs, 'allow-forks': 'true', 'lab-config': 'config.yml' };
      const { writeFileSync } = await import('node:fs');
      const step = await runAtGitHub(sandbox, {
        event: event(),
        eventName,
        inputs: allowed,
        prepare: ({ workspace }) => writeFileSync(`${workspace}/config.yml`, 'net_capture: true'),
      });
      expect(step.outputs['error-code']).toBe('input-invalid');
      expect(step.outputs['error-message']).toContain('pull_request_target');
      expect(sandbox.requests).toEqual([]);
    });

    test('with the head in the repository itself is like pull_request', async () => {
      const own = sandbox.github.pullRequestEvent({ action: 'opened', number: 8 });
      const step = await runAtGitHub(sandbox, { event: own, eventName, inputs });
      expect(step.outputs.result).toBe('succeeded');
    });
  });
});
