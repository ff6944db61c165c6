import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { runAction, serviceAccountInputs } from './run-action';

const PAUSING = 'bank/step-by-step';

describe('a lab that pauses', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ phaseMs: 20 });
  });
  afterEach(() => sandbox.close());

  test('fails the step and says where it is paused', async () => {
    const step = await runAction({
      sandbox,
      inputs: { ...serviceAccountInputs(sandbox), scenario: PAUSING },
    });

    expect(step.outputs).toMatchObject({ result: 'failed', 'error-code': 'lab-paused', status: 'PAUSE' });
    expect(step.outputs['error-message']).toMatch(/paused (before|after) step '.+'/);
    expect(step.outputs['error-message']).toContain('on-pause');
  });

  test('ends the step well with on-pause: return, and stays for the next step', async () => {
    const inputs = serviceAccountInputs(sandbox);
    const step = await runAction({ sandbox, inputs: { ...inputs, scenario: PAUSING, 'on-pause': 'return' } });
    expect(step.exitCode).toBe(0);
    expect(step.outputs).toMatchObject({ result: 'paused', 'error-code': '', status: 'PAUSE' });

    const next = await runAction({
      sandbox,
      inputs: { ...inputs, command: 'resume', 'lab-ids': step.outputs['lab-ids'] ?? '' },
    });
    expect(next.outputs).toMatchObject({
      result: 'succeeded',
      status: 'SCENARIO_FINISHED',
      created: 'false',
    });
  });

  test('is resumed with on-pause: resume', async () => {
    const step = await runAction({
      sandbox,
      inputs: { ...serviceAccountInputs(sandbox), scenario: PAUSING, 'on-pause': 'resume' },
    });

    expect(step.outputs).toMatchObject({ result: 'succeeded', status: 'SCENARIO_FINISHED' });
    expect(sandbox.requests.filter(({ path }) => path.endsWith('/resume'))).toHaveLength(1);
  });

  test.each([true, false])(
    'is resumed once although the answer to the resume is lost (processed: %s)',
    async (processed) => {
      sandbox.addFault({ when: { path: '/resume', nth: 1 }, do: { kind: 'reset', processed } });
      const inputs = serviceAccountInputs(sandbox);
      const paused = await runAction({
        sandbox,
        inputs: { ...inputs, scenario: PAUSING, 'on-pause': 'return' },
      });
      const step = await runAction({
        sandbox,
        inputs: { ...inputs, command: 'resume', 'lab-ids': paused.outputs['lab-ids'] ?? '' },
      });

      expect(step.outputs).toMatchObject({ result: 'succeeded' });
      expect(sandbox.requests.filter(({ path }) => path.endsWith('/resume'))).toHaveLength(processed ? 1 : 2);
    },
  );
});

describe('labs of another step', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ phaseMs: 20 });
  });
  afterEach(() => sandbox.close());

  const create = () =>
    runAction({
      sandbox,
      inputs: { ...serviceAccountInputs(sandbox), command: 'create', scenario: 'small-company/ransomware' },
    });

  test('create makes a lab that does not run, run sets it going and waits', async () => {
    const created = await create();
    expect(created.outputs).toMatchObject({ result: 'succeeded', created: 'true', status: 'CREATED' });
    await created.post();

    const run = await runAction({
      sandbox,
      inputs: { ...serviceAccountInputs(sandbox), command: 'run', 'lab-ids': created.outputs.labs ?? '' },
    });
    expect(run.outputs).toMatchObject({
      result: 'succeeded',
      'lab-id': created.outputs['lab-id'],
      created: 'false',
    });
    expect(sandbox.labs.living()).toHaveLength(1);
  });

  test('a run whose answer is lost succeeds although the lab is refused as running before its status tells', async () => {
    // The status stays CREATED for a second.
    sandbox.settings.phaseMs = 5_000;
    const created = await create();
    sandbox.addFault({ when: { path: /[0-9a-f]\/run$/, nth: 1 }, do: { kind: 'reset', processed: true } });
    const run = await runAction({
      sandbox,
      inputs: {
        ...serviceAccountInputs(sandbox),
        command: 'run',
        'lab-ids': created.outputs['lab-id'] ?? '',
        'wait-for': 'none',
      },
    });
    expect(run.outputs).toMatchObject({ result: 'succeeded', 'error-message': '' });
  });

  test('run and wait tell how long they waited, since the launch was another step’s', async () => {
    const created = await create();
    const lab = created.outputs['lab-ids'] ?? '';
    const inputs = { ...serviceAccountInputs(sandbox), 'lab-ids': lab };
    const run = await runAction({ sandbox, inputs: { ...inputs, command: 'run', 'wait-for': 'running' } });
    const wait = await runAction({ sandbox, inputs: { ...inputs, command: 'wait' } });

    expect(run.log).toMatch(/→ SCENARIO_EXECUTION \(waited \d+ms\)/);
    expect(`${run.log}${wait.log}`).not.toContain('since launch');
    // The first look of a wait has waited for nothing yet.
    expect(wait.log).toMatch(/^small-company\/ransomware: [A-Z_]+$/m);
  });

  test('run is done once although its answer is lost', async () => {
    sandbox.settings.phaseMs = 1;
    const created = await create();
    sandbox.addFault({ when: { path: /[0-9a-f]\/run$/, nth: 1 }, do: { kind: 'reset', processed: true } });
    const run = await runAction({
      sandbox,
      inputs: {
        ...serviceAccountInputs(sandbox),
        command: 'run',
        'lab-ids': created.outputs['lab-id'] ?? '',
      },
    });

    expect(run.outputs).toMatchObject({ result: 'succeeded', 'error-message': '' });
    expect(sandbox.requests.filter(({ path }) => /[0-9a-f]\/run$/.test(path))).toHaveLength(1);
  });

  test('an explicit cleanup adopts them: post removes them', async () => {
    const created = await create();
    const run = await runAction({
      sandbox,
      inputs: {
        ...serviceAccountInputs(sandbox),
        command: 'run',
        'lab-ids': created.outputs['lab-ids'] ?? '',
        cleanup: 'always',
      },
    });
    expect(sandbox.labs.living()).toHaveLength(1);
    await run.post();
    expect(sandbox.labs.living()).toEqual([]);
  });

  test('stop and delete remove them, and what is gone already is a success', async () => {
    const created = await create();
    const ids = created.outputs['lab-ids'] ?? '';
    for (const command of ['stop', 'stop', 'delete', 'delete']) {
      const step = await runAction({
        sandbox,
        inputs: { ...serviceAccountInputs(sandbox), command, 'lab-ids': ids },
      });
      expect(step.outputs).toMatchObject({ result: 'succeeded', 'error-code': '' });
    }
    expect(sandbox.labs.size).toBe(0);
  });

  test('a lab that disappears ends the wait with not-found; with wait-for none nothing is judged', async () => {
    const inputs = serviceAccountInputs(sandbox);
    const vanished = await runAction({ sandbox, inputs: { ...inputs, scenario: 'museum/vanishing' } });
    expect(vanished.outputs).toMatchObject({ result: 'failed', 'error-code': 'not-found' });

    const broken = await runAction({
      sandbox,
      inputs: { ...inputs, scenario: 'factory/broken-deployment', cleanup: 'never' },
    });
    const read = await runAction({
      sandbox,
      inputs: { ...inputs, command: 'wait', 'wait-for': 'none', 'lab-ids': broken.outputs['lab-id'] ?? '' },
    });
    expect(read.outputs).toMatchObject({ result: 'succeeded', status: 'ERROR' });
    expect(JSON.parse(read.outputs.labs ?? '')).toMatchObject([{ result: null, 'error-code': '' }]);
  });

  test('an unknown status is waited through and spoken of once', async () => {
    sandbox.settings.phaseMs = 120;
    const step = await runAction({
      sandbox,
      inputs: { ...serviceAccountInputs(sandbox), scenario: 'bank/warm-up' },
    });

    expect(step.outputs.result).toBe('succeeded');
    expect(step.log.match(/a status that this version does not know/g)).toHaveLength(1);
  });

  test('one failing lab does not stop the others; one annotation names all that failed', async () => {
    const scenarios = ['factory/broken-deployment', 'small-company/ransomware', 'factory/called-off'];
    const step = await runAction({
      sandbox,
      inputs: {
        ...serviceAccountInputs(sandbox),
        scenario: scenarios.join('\n'),
      },
    });

    const labs = JSON.parse(step.outputs.labs ?? '') as { content: string; result: string }[];
    expect(labs.map(({ content, result }) => `${content} ${result}`)).toEqual([
      'factory/broken-deployment failed',
      'small-company/ransomware succeeded',
      'factory/called-off failed',
    ]);
    expect(step.annotations.map(({ type }) => type)).toEqual(['error']);
    expect(step.annotations[0]?.message).toMatch(/2 of 3 labs.*broken-deployment.*called-off/);
    expect(step.log.match(/caused by: lab-failed .*/g)?.join()).toMatch(/broken-deployment.*called-off/);
  });
});
