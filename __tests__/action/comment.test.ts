import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isContentName, isLabName } from '../../src/domain/lab-request';
import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { HOSTILE_STRINGS } from '../hostile-strings';
import { gitHubComplaints } from '../sandbox/github-description';
import { expectHarmlessMarkdown } from './harmless';
import { livingNames, ourComments, preview, runAtGitHub, SCENARIO, type StepAtGitHub } from './preview-step';

let sandbox: Sandbox;
let event: unknown;
beforeEach(async () => {
  sandbox = await startSandbox({ phaseMs: 30 });
  event = sandbox.github.pullRequestEvent({ action: 'opened', number: 7 });
});
afterEach(async () => {
  await sandbox.close();
  // The runner masks its log, not what is sent to GitHub.
  for (const { body, history } of sandbox.github.comments.values())
    for (const secret of sandbox.secrets) expect([body, ...history].join()).not.toContain(secret);
  expect(gitHubComplaints(sandbox)).toEqual([]);
});

/** A step with a comment on pull request 7, whose event has happened. */
function step(inputs: Readonly<Record<string, string>> = {}, options: Omit<StepAtGitHub, 'inputs'> = {}) {
  const content = inputs['lab-ids'] === undefined ? { scenario: SCENARIO } : {};
  return runAtGitHub(sandbox, { event, ...options, inputs: { comment: 'true', ...content, ...inputs } });
}

/** Without its hidden first line, which is no text for a reader. */
const shown = (body = ''): string => body.replace(/^<!-- scenario-lab-result [^\n]* -->\n/, '');
const bodies = (): string[] => ourComments(sandbox).map(({ body }) => body);

describe('a launch in a pull request with comment: true', () => {
  test('comments at once, edits as the lab moves, and says at the end how it ended and that it will go', async () => {
    sandbox.settings.phaseMs = 300;
    const launched = await step({ 'public-access': 'true' });
    expect(launched.annotations).toEqual([]);
    expect(launched.outputs.result).toBe('succeeded');
    const [comment, ...others] = ourComments(sandbox);
    expect(others).toEqual([]);
    expect(comment?.pull).toBe(7);
    expect(launched.outputs['comment-url']).toMatch(new RegExp(`#issuecomment-${comment?.id}$`));
    const [first = '', ...later] = comment?.history ?? [];
    expect(first).toContain('Scenario lab is starting');
    expect(first).toContain(SCENARIO);
    expect(later.length).toBeGreaterThan(1);
    const body = comment?.body ?? '';
    expect(body).toContain('### ✅ Scenario lab succeeded');
    expect(body).toMatch(/\| succeeded<br><code>SCENARIO&#95;FINISHED<\/code> \| [\d.]+m?s \|/);
    expect(body).toContain(`<code>${launched.outputs['lab-id']}</code>`);
    expect(body).toContain(`[public link](${launched.outputs['public-link']})`);
    expect(body).toContain('The lab is to be stopped when the job ends (<code>cleanup: always</code>)');
    expect(body).toContain('/octo-org/labs/actions/runs/4711/attempts/1)');
    for (const text of comment?.history ?? []) expect(text).not.toMatch(/is ready|Open the lab/);

    await launched.post();
    expect(sandbox.labs.living()).toEqual([]);
    expect(comment?.body).toBe(body);
  });

  test('tells a failure with its sentence and code, and that the lab was stopped already', async () => {
    const failed = await step({ scenario: 'factory/broken-deployment' });
    expect(failed.exitCode).toBe(1);
    const [body] = bodies();
    expect(body).toContain('### ❌ Scenario lab failed');
    expect(body).toMatch(/> Cannot finish lab .*plc-gateway[\s\S]*Error code: <code>lab-failed<\/code>/);
    expect(body).toContain('failed, stopped');
    expect(body).toContain('The lab was stopped at the end of the step');
    expect(body).not.toContain('when the job ends');
  });

  test('tells of several labs which failed and why', async () => {
    const scenario = ['factory/broken-deployment', SCENARIO, 'factory/called-off'].join('\n');
    await step({ scenario, cleanup: 'never' });
    const [body = ''] = bodies();
    expect(body).toContain('### ❌ 2 of 3 scenario labs failed');
    const rows = body.split('\n').filter((row) => row.startsWith('| <code>'));
    expect(rows.map((row) => /\| (failed|succeeded)</.exec(row)?.[1])).toEqual([
      'failed',
      'succeeded',
      'failed',
    ]);
    expect(rows[2]).toContain('somebody cancelled it');
    expect(body).toContain('The step left the labs as they are (<code>cleanup: never</code>)');
  });

  test('tells of a step that fails before there is a lab', async () => {
    await step({ scenario: 'small-company/ransomwar' });
    expect(bodies()).toEqual([
      expect.stringMatching(/Scenario lab: the step failed[\s\S]*<code>scenario-unknown<\/code>/),
    ]);
  });

  test('in a second run edits the same comment, and another key has a comment of its own', async () => {
    const first = await step();
    const again = await step({ scenario: 'factory/broken-deployment' }, { env: { GITHUB_RUN_ATTEMPT: '2' } });
    expect(again.outputs['comment-url']).toBe(first.outputs['comment-url']);
    expect(bodies()).toEqual([expect.stringContaining('attempts/2)')]);
    const other = await step({ 'comment-key': 'windows' });
    expect(other.outputs['comment-url']).not.toBe(first.outputs['comment-url']);
    expect(bodies()).toEqual([
      expect.stringContaining('lab failed'),
      expect.stringContaining('lab succeeded · windows'),
    ]);
  });

  test('leaves the comment of a preview with the same key alone, and the other way round', async () => {
    await step();
    const inputs = { 'comment-key': 'default' };
    await preview(sandbox, { action: 'synchronize', number: 7 }, { inputs });
    await step({ scenario: 'factory/broken-deployment' });
    expect(bodies()).toEqual([
      expect.stringContaining('Scenario lab failed'),
      expect.stringContaining('Scenario lab is ready'),
    ]);
    await preview(sandbox, { action: 'closed', number: 7 }, { inputs });
    expect(bodies()[0]).toContain('Scenario lab failed');
    expect(bodies()[1]).toContain('was removed');
  });

  test('that is cancelled removes the lab first, says so, and ends in time', async () => {
    const cancelled = await step(
      { scenario: 'museum/endless' },
      {
        onStart: (child) => {
          sandbox.onAnswered(({ path }) => path.endsWith('/notifications') && child.kill('SIGINT'));
        },
      },
    );
    expect(cancelled.outputs.result).toBe('cancelled');
    expect(cancelled.ms).toBeLessThan(7_000);
    expect(sandbox.labs.living()).toEqual([]);
    expect(bodies()).toEqual([expect.stringMatching(/the run was cancelled[\s\S]*cancelled, stopped/)]);
  });

  test('that is cancelled while GitHub hangs ends in time too, without its lab', async () => {
    sandbox.addFault({ when: { origin: 'github' }, do: { kind: 'hang' } });
    const cancelled = await step(
      { scenario: 'museum/endless' },
      {
        onStart: (child) => {
          sandbox.onAnswered(({ path }) => path.endsWith('/notifications') && child.kill('SIGINT'));
        },
      },
    );
    expect(cancelled.outputs.result).toBe('cancelled');
    expect(cancelled.annotations.map(({ type }) => type).sort()).toEqual(['error', 'warning']);
    expect(cancelled.ms).toBeLessThan(7_000);
    expect(sandbox.labs.living()).toEqual([]);
  });

  test('whose event is gone when the job ends leaves no lab behind', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'event-'));
    const path = join(folder, 'event.json');
    writeFileSync(path, JSON.stringify(event));
    const launched = await step({}, { event: undefined, env: { GITHUB_EVENT_PATH: path } });
    rmSync(folder, { recursive: true });
    expect(bodies()).toEqual([expect.stringContaining('lab succeeded')]);
    expect(sandbox.labs.living()).toHaveLength(1);
    const post = await launched.post();
    expect(post.annotations).toEqual([]);
    expect(sandbox.labs.living()).toEqual([]);
  });

  test('that runs out of time says how far the lab was', async () => {
    await step({ scenario: 'museum/endless', timeout: '2s', cleanup: 'never' });
    const [body] = bodies();
    expect(body).toContain('lab timed out');
    expect(body).toContain('| timed out<br><code>SCENARIO&#95;EXECUTION</code> |');
    expect(body).toContain('The step left the lab as it is');
  });

  test('whose comment was deleted by hand meanwhile makes another', async () => {
    const stop = sandbox.onAnswered(({ method, path }) => {
      if (method !== 'PATCH' || !path.includes('/comments/')) return;
      sandbox.github.comments.clear();
      stop();
    });
    const launched = await step();
    expect(launched.annotations).toEqual([]);
    expect(bodies()).toEqual([expect.stringContaining('lab succeeded')]);
    expect(launched.outputs['comment-url']).toContain(`#issuecomment-${ourComments(sandbox)[0]?.id}`);
  });
});

describe('the other commands', () => {
  test('from create over run and wait keep one comment, and stop does not use the input', async () => {
    // What a lab is on its way through is told only while it is there.
    sandbox.settings.phaseMs = 300;
    const created = await step({ command: 'create', scenario: 'bank/step-by-step' });
    expect(bodies()).toEqual([expect.stringMatching(/lab was created[\s\S]*\| created<br>/)]);
    const labs = { 'lab-ids': created.outputs['lab-ids'] ?? '' };
    const run = await step({ command: 'run', 'on-pause': 'return', ...labs });
    expect(run.outputs.result).toBe('paused');
    expect(bodies()).toEqual([expect.stringMatching(/lab paused[\s\S]*The step left the lab as it is/)]);
    // Else the lab may run again before GitHub has told which comment is ours.
    sandbox.addFault({ when: { path: /\/resume$/ }, do: { kind: 'delay', ms: 1_000 } });
    await step({ command: 'resume', ...labs });
    expect(bodies()).toEqual([expect.stringContaining('lab succeeded')]);
    const [comment] = ourComments(sandbox);
    expect(comment?.history.some((body) => body.includes('lab is being resumed'))).toBe(true);
    await step({ command: 'wait', 'wait-for': 'none', ...labs });
    expect(bodies()).toEqual([expect.stringMatching(/lab was looked at[\s\S]*finished, still up/)]);

    const stopped = await step({ command: 'stop', ...labs });
    expect(stopped.annotations).toEqual([
      { type: 'warning', message: "The command 'stop' does not use the inputs 'poll-interval', 'comment'." },
    ]);
    expect(bodies()[0]).toContain('was looked at');
  });
});

describe('comment: true', () => {
  test.each([
    ['push', { ref: 'refs/heads/main' }],
    ['issue_comment', { issue: { number: 7, pull_request: {} } }],
    ['workflow_run', { workflow_run: { pull_requests: [{ number: 7 }] } }],
  ])('on %s is one input error before anything is sent', async (eventName, payload) => {
    const refused = await step({}, { eventName, event: payload });
    expect(refused.outputs).toMatchObject({ result: 'failed', 'error-code': 'input-invalid' });
    expect(refused.outputs['error-message']).toBe(
      `Cannot use comment: true: the event '${eventName}' is no event of a pull request. Run it on pull_request, or write comment: \${{ github.event_name == 'pull_request' }}.`,
    );
    expect(refused.annotations.map(({ type }) => type)).toEqual(['error']);
    expect(sandbox.requests).toEqual([]);
  });

  test('with a key that is none is an input error; without a comment the key is not looked at', async () => {
    const refused = await step({ 'comment-key': 'a:b' });
    expect(refused.outputs['error-message']).toContain('comment-key');
    const quiet = await step({ comment: 'false', 'comment-key': 'a:b' }, { eventName: 'push', event: {} });
    expect(quiet.outputs.result).toBe('succeeded');
    expect(quiet.annotations).toEqual([]);
  });

  test('in a dry run sends nothing to GitHub', async () => {
    const dry = await step({ 'dry-run': 'true' });
    expect(dry.outputs.result).toBe('succeeded');
    expect(sandbox.requests.filter(({ origin }) => origin === 'github')).toEqual([]);
  });

  test('is off unless asked for', async () => {
    await step({ comment: '' });
    expect(sandbox.requests.filter(({ origin }) => origin === 'github')).toEqual([]);
  });

  test.each(['pull_request', 'pull_request_target'])(
    'on %s from a fork comments where the token may, and is one warning where it may not',
    async (eventName) => {
      const fork = sandbox.github.pullRequestEvent({
        action: 'opened',
        number: 8,
        headRepository: 'mona/labs',
      });
      const token = sandbox.github.issueToken({ permissions: { pull_requests: 'read' } });
      const options = { eventName, event: fork };
      const refused = await step({ 'allow-forks': 'true', 'github-token': token }, options);
      expect(refused.exitCode).toBe(0);
      expect(refused.outputs).toMatchObject({ result: 'succeeded', 'comment-url': '' });
      expect(refused.annotations).toEqual([
        { type: 'warning', message: expect.stringMatching(/403.*"pull-requests: write"/) },
      ]);
      await step({ 'allow-forks': 'true' }, options);
      expect(ourComments(sandbox).map(({ pull }) => pull)).toEqual([8]);
    },
  );

  test('shows hostile names as text', async () => {
    // An address that climbs or hides a control character is refused before anything is sent.
    const names = HOSTILE_STRINGS.filter((text) => isContentName(text) && !/%0|\.\.\//.test(text));
    expect(names.length).toBeGreaterThan(30);
    for (const [index, name] of names.entries()) {
      const fails = index % 2 === 0 ? ({ behaviour: 'fails', failure: name } as const) : {};
      sandbox.setScenario({ name, profiles: [name], ...fails });
    }
    const set = names.map((scenario) => ({ scenario, ...(isLabName(scenario) ? { name: scenario } : {}) }));
    const launched = await step({ 'lab-set': JSON.stringify(set), scenario: '' });
    expect(launched.outputs['error-code']).toBe('lab-failed');
    const [comment] = ourComments(sandbox);
    const run = `${sandbox.github.serverUrl}/octo-org/labs/actions/runs/4711/attempts/1`;
    expect(comment?.history.length).toBeGreaterThan(1);
    for (const body of comment?.history ?? []) {
      expect(body.match(/-->/g)).toHaveLength(1);
      expectHarmlessMarkdown(shown(body), [run]);
    }
    expect(comment?.body).toContain(`${Math.ceil(names.length / 2)} of ${names.length} scenario labs failed`);
  });

  test('shows no secret that a server tells', async () => {
    sandbox.addFault({
      when: { path: /\/runner\/[^/]+$/, nth: 2 },
      do: { kind: 'echo-secrets', status: 200, as: 'raw' },
    });
    await step({ 'public-access': 'true', retries: '0' });
    // Markdown writes the underscore of a token in other characters.
    const failure = `The lab knows ${sandbox.github.token}`;
    sandbox.setScenario({ name: 'talkative', profiles: ['default'], behaviour: 'fails', failure });
    await step({ scenario: 'talkative\nfactory/called-off' });
    const texts = ourComments(sandbox).flatMap(({ history }) => history);
    const plain = texts
      .join('\n')
      .replace(/&#(\d+);/g, (_, point: string) => String.fromCodePoint(Number(point)))
      .replaceAll('\u200b', '');
    expect(plain).toContain('The lab knows ***');
    for (const secret of [...sandbox.secrets].filter(({ length }) => length >= 12))
      expect(plain).not.toContain(secret.slice(0, 24));
  });
});

test('GitHub that never answers costs at most 20 s and one warning, and the lab goes all the same', async () => {
  sandbox.addFault({ when: { origin: 'github' }, do: { kind: 'hang' } });
  const launched = await step();
  expect(launched.exitCode).toBe(0);
  expect(launched.outputs).toMatchObject({ result: 'succeeded', 'comment-url': '' });
  expect(launched.annotations.map(({ type }) => type)).toEqual(['warning']);
  expect(launched.ms).toBeLessThan(23_000);
  await launched.post();
  expect(livingNames(sandbox)).toEqual([]);
}, 40_000);
