import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { gitHubComplaints } from '../sandbox/github-description';
import { livingNames, ourComments, preview, runAtGitHub, SCENARIO } from './preview-step';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ phaseMs: 30 });
});
afterEach(async () => {
  await sandbox.close();
  expect(gitHubComplaints(sandbox)).toEqual([]);
});

const warnings = ({ annotations }: { annotations: readonly { type: string; message: string }[] }) =>
  annotations.filter(({ type }) => type === 'warning').map(({ message }) => message);

describe('a pull request', () => {
  test('from opened over a push to closed has one comment, one lab and one deployment, and none of it at the end', async () => {
    const inputs = { environment: 'preview-{pr}', 'public-access': 'true' };
    const opened = await preview(sandbox, { action: 'opened', number: 7 }, { inputs });
    expect(opened.annotations).toEqual([]);
    expect(opened.outputs).toMatchObject({ result: 'succeeded', created: 'true', 'error-code': '' });
    expect(livingNames(sandbox)).toEqual(['octo-org/labs#7']);
    const [lab] = sandbox.labs.living();
    expect(lab?.labConfig.max_duration).toBe(28_800);
    expect(opened.outputs['expires-at']).toBe(
      new Date((lab?.events.createdAt ?? 0) + 28_800_000).toISOString(),
    );
    const [comment] = ourComments(sandbox);
    expect(comment?.history[0]).toContain('is starting');
    expect(comment?.body).toContain('is ready');
    expect(comment?.body).toContain(`**[Open the lab](${opened.outputs['public-link']})**`);
    expect(comment?.body).toMatch(/\| \d{4}-\d\d-\d\d \d\d:\d\d UTC \|/);
    expect(opened.outputs['comment-url']).toMatch(new RegExp(`#issuecomment-${comment?.id}$`));
    const [deployment] = sandbox.github.deployments.values();
    expect(opened.outputs['deployment-id']).toBe(String(deployment?.id));

    const pushed = await preview(sandbox, { action: 'synchronize', number: 7 }, { inputs });
    expect(pushed.outputs).toMatchObject({ result: 'succeeded', created: 'false', 'lab-id': lab?.id });

    const closed = await preview(
      sandbox,
      { action: 'closed', number: 7 },
      { inputs: { ...inputs, scenario: '' } },
    );
    expect(closed.annotations).toEqual([]);
    expect(closed.outputs).toMatchObject({ result: 'succeeded', 'lab-id': lab?.id });
    expect(sandbox.labs.size).toBe(1);
    expect(sandbox.labs.living()).toEqual([]);
    expect(ourComments(sandbox)).toHaveLength(1);
    expect(comment?.body).toContain('was removed');
    expect(comment?.body).not.toContain('Open the lab');
    expect(sandbox.github.deployments.size).toBe(1);
    expect(deployment).toMatchObject({
      environment: 'preview-7',
      transient: true,
      production: false,
      sha: expect.any(String),
    });
    expect(deployment?.statuses.map(({ state }) => state)).toEqual([
      'in_progress',
      'success',
      'in_progress',
      'success',
      'inactive',
    ]);
    expect(deployment?.statuses[1]?.environmentUrl).toBe(opened.outputs['public-link']);
    expect(deployment?.statuses[0]?.logUrl).toContain('/octo-org/labs/actions/runs/4711/attempts/1');

    const again = await preview(sandbox, { action: 'closed', number: 7 }, { inputs });
    expect(again.annotations).toEqual([]);
    expect(again.outputs.result).toBe('succeeded');
    expect(ourComments(sandbox)).toHaveLength(1);
    expect(deployment?.statuses).toHaveLength(5);
  });

  test('that is closed without ever having had a preview is a success, without a comment', async () => {
    const step = await preview(sandbox, { action: 'closed', number: 7 });
    expect(step.outputs).toMatchObject({ result: 'succeeded', 'lab-ids': '[]', 'comment-url': '' });
    expect(sandbox.github.comments.size).toBe(0);
  });

  test('leaves the lab after post, whatever became of the job', async () => {
    const step = await preview(sandbox, { action: 'opened', number: 7 });
    await step.post();
    expect(livingNames(sandbox)).toEqual(['octo-org/labs#7']);
  });

  test('7 and 70 do not touch each other, nor do two previews of one with different keys', async () => {
    await preview(sandbox, { action: 'opened', number: 7 });
    await preview(sandbox, { action: 'opened', number: 70 });
    const key = { 'comment-key': 'windows' };
    const event = sandbox.github.pullRequestEvent({ action: 'synchronize', number: 7 });
    const inputs = { command: 'preview', scenario: SCENARIO, ...key };
    await runAtGitHub(sandbox, { event, inputs });
    expect(livingNames(sandbox).sort()).toEqual([
      'octo-org/labs#7',
      'octo-org/labs#70',
      'octo-org/labs#7:windows',
    ]);
    expect(ourComments(sandbox).map(({ pull }) => pull)).toEqual([7, 70, 7]);

    await preview(sandbox, { action: 'closed', number: 7 });
    expect(livingNames(sandbox).sort()).toEqual(['octo-org/labs#70', 'octo-org/labs#7:windows']);
    expect(ourComments(sandbox).map(({ body }) => body.includes('was removed'))).toEqual([
      true,
      false,
      false,
    ]);
    const closing = { ...(event as object), action: 'closed' };
    await runAtGitHub(sandbox, { event: closing, inputs });
    expect(livingNames(sandbox)).toEqual(['octo-org/labs#70']);
    expect(ourComments(sandbox).map(({ body }) => body.includes('was removed'))).toEqual([true, false, true]);
  });
});

describe('between two pushes', () => {
  test('a lab that died is replaced, and what is left of it removed', async () => {
    const died = sandbox.seedLab({ configName: 'octo-org/labs#7', ended: 'ERROR' });
    const step = await preview(sandbox, { action: 'opened', number: 7 });
    expect(step.outputs.created).toBe('true');
    expect(died.events.stoppedAt).toBeDefined();
    expect(livingNames(sandbox)).toEqual(['octo-org/labs#7']);
  });

  test('another lab config or content replaces the lab, the old one first; the same ones do not', async () => {
    const first = await preview(sandbox, { action: 'opened', number: 7 });
    const same = await preview(sandbox, { action: 'synchronize', number: 7 });
    expect(same.outputs['lab-id']).toBe(first.outputs['lab-id']);
    const captured = { 'lab-config': 'net_capture: true' };
    const second = await preview(sandbox, { action: 'synchronize', number: 7 }, { inputs: captured });
    expect(second.outputs).toMatchObject({ result: 'succeeded', created: 'true' });
    expect(second.outputs['lab-id']).not.toBe(first.outputs['lab-id']);
    expect(sandbox.labs.living()).toHaveLength(1);
    const order = sandbox.requests.map(({ path }) => path).filter((path) => /run_lab|stop/.test(path));
    expect(order.map((path) => path.split('/').pop())).toEqual(['run_lab', 'stop', 'run_lab']);
    const other = { scenario: 'museum/endless' };
    const third = await preview(sandbox, { action: 'synchronize', number: 7 }, { inputs: other });
    expect(sandbox.labs.living().map(({ id }) => id)).toEqual([third.outputs['lab-id']]);
  });

  test('a set that got smaller loses its last lab, and a push takes the others', async () => {
    const both = { scenario: `${SCENARIO}\nmuseum/endless` };
    await preview(sandbox, { action: 'opened', number: 7 }, { inputs: both });
    expect(livingNames(sandbox).sort()).toEqual(['octo-org/labs#7', 'octo-org/labs#7+2']);
    const again = await preview(sandbox, { action: 'synchronize', number: 7 }, { inputs: both });
    expect(again.outputs.created).toBe('false');
    // The ids in the comment spare the search, so this one is found when a lab has to be made.
    const one = { scenario: 'museum/endless' };
    await preview(sandbox, { action: 'synchronize', number: 7 }, { inputs: one });
    expect(livingNames(sandbox)).toEqual(['octo-org/labs#7']);
  });

  test('a comment that was deleted by hand is made anew', async () => {
    await preview(sandbox, { action: 'opened', number: 7 });
    sandbox.github.comments.clear();
    const step = await preview(sandbox, { action: 'synchronize', number: 7 });
    expect(step.outputs.created).toBe('false');
    expect(ourComments(sandbox)).toHaveLength(1);
  });

  test('also while the step runs', async () => {
    const slow = { inputs: { scenario: 'museum/endless' } };
    const stop = sandbox.onAnswered(({ method, path }) => {
      if (method === 'PATCH' && path.includes('/comments/')) sandbox.github.comments.clear();
    });
    const step = await preview(sandbox, { action: 'opened', number: 7 }, slow);
    stop();
    expect(warnings(step)).toEqual([]);
    expect(step.outputs.result).toBe('succeeded');
  });
});

describe('the comment', () => {
  test('is found behind 130 others, in all pages, and a forged marker of somebody else is not taken for it', async () => {
    const { github } = sandbox;
    const event = github.pullRequestEvent({ action: 'opened', number: 7 });
    github.seedComments(130, 7);
    const victim = sandbox.seedLab({ configName: 'octo-org/labs#70' });
    const body = `<!-- scenario-lab-preview {"key":"default","labs":["${victim.id}"]} -->`;
    const forged = github.addComment({ pull: 7, author: 'mallory', body });
    const inputs = { command: 'preview', scenario: SCENARIO };
    const first = await runAtGitHub(sandbox, { event, inputs });
    expect(github.comments.size).toBe(132);
    await preview(sandbox, { action: 'synchronize', number: 7 });
    expect(github.comments.size).toBe(132);
    expect(forged.history).toHaveLength(1);
    expect(first.outputs['lab-id']).not.toBe(victim.id);
    await preview(sandbox, { action: 'closed', number: 7 });
    expect(livingNames(sandbox)).toEqual(['octo-org/labs#70']);
  });

  test('of our own author that names another pull request’s lab leads nowhere', async () => {
    const { github } = sandbox;
    const event = github.pullRequestEvent({ action: 'opened', number: 7 });
    const victim = sandbox.seedLab({ configName: 'octo-org/labs#70' });
    const body = `<!-- scenario-lab-preview {"key":"default","labs":["${victim.id}"]} -->\n`;
    github.addComment({ pull: 7, author: 'github-actions[bot]', body });
    const inputs = { command: 'preview', scenario: SCENARIO };
    const step = await runAtGitHub(sandbox, { event, inputs });
    expect(step.outputs).toMatchObject({ result: 'succeeded', created: 'true' });
    expect(step.outputs['lab-id']).not.toBe(victim.id);
    expect(ourComments(sandbox)).toHaveLength(1);
    await preview(sandbox, { action: 'closed', number: 7 });
    expect(livingNames(sandbox)).toEqual(['octo-org/labs#70']);
  });

  test('shows foreign text as text', async () => {
    const scenario = '@team | <img src=x> --> [x](javascript:y)';
    sandbox.setScenario({ name: scenario, profiles: ['a | b'] });
    const step = await preview(sandbox, { action: 'opened', number: 7 }, { inputs: { scenario } });
    expect(step.outputs.result).toBe('succeeded');
    const [comment] = ourComments(sandbox);
    for (const body of comment?.history ?? []) {
      expect(body.match(/-->/g)).toHaveLength(1);
      expect(body).not.toMatch(/@team|<img|\(javascript/);
    }
    expect(comment?.body).toContain('is ready');
  });

  test('without public access says that there is no link and which input makes one', async () => {
    await preview(sandbox, { action: 'opened', number: 7 });
    expect(ourComments(sandbox)[0]?.body).toMatch(/There is no public link.*public-access/);
  });

  test('tells a failure, and the step fails with the lab left to the next run', async () => {
    const inputs = { scenario: 'factory/broken-deployment', 'wait-for': 'finished', environment: 'p' };
    const step = await preview(sandbox, { action: 'opened', number: 7 }, { inputs });
    expect(step.exitCode).toBe(1);
    expect(ourComments(sandbox)[0]?.body).toMatch(
      /Scenario lab failed[\s\S]*<code>lab&#45;failed|Scenario lab failed[\s\S]*lab-failed/,
    );
    const [deployment] = sandbox.github.deployments.values();
    expect(deployment?.statuses.map(({ state }) => state)).toEqual(['in_progress', 'failure']);
  });

  test('can be turned off', async () => {
    await preview(sandbox, { action: 'opened', number: 7 }, { inputs: { comment: 'false' } });
    expect(sandbox.github.comments.size).toBe(0);
  });
});

describe('dry-run', () => {
  test('says what would be done and changes nothing, up or down', async () => {
    const inputs = { 'dry-run': 'true', environment: 'p' };
    const up = await preview(sandbox, { action: 'opened', number: 7 }, { inputs });
    expect(up.log).toContain(`Dry run: would launch '${SCENARIO}' as 'octo-org/labs#7'`);
    const lab = sandbox.seedLab({ configName: 'octo-org/labs#7' });
    const down = await preview(sandbox, { action: 'closed', number: 7 }, { inputs });
    expect(down.log).toContain(`Dry run: would remove lab ${lab.id}`);
    expect(livingNames(sandbox)).toEqual(['octo-org/labs#7']);
    expect(sandbox.labs.size + sandbox.github.comments.size + sandbox.github.deployments.size).toBe(1);
  });
});
