import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defaultCatalogue, profilesOf } from '../../src/sandbox/catalogue';
import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { onSandbox } from './on-sandbox';
import { runWorkflow, type WorkflowResult } from './run-workflow';

const workflow = readFileSync(
  path.join(__dirname, '..', '..', 'examples', 'matrix-launch-and-wait.yml'),
  'utf8',
);

/** The sandbox's scenarios; two have more than one profile. */
const PROFILES = new Map<string, readonly string[]>(
  [...defaultCatalogue().scenarios.values()].map((scenario) => [scenario.name, profilesOf(scenario)]),
);

describe('a job for every scenario, and one that waits for all', () => {
  let sandbox: Sandbox;
  let ended: WorkflowResult;
  beforeAll(async () => {
    sandbox = await startSandbox({ phaseMs: 100 });
    // All of them end well, and soon.
    for (const name of PROFILES.keys()) sandbox.setScenario({ name, profiles: PROFILES.get(name) ?? [] });
  });
  afterAll(() => sandbox.close());
  afterEach(() => ended.remove());

  const mainSteps = (job: string, step: string) =>
    ended.steps.filter((one) => one.job === job && one.step === step && one.stage === 'Main');
  const nothingLeaks = (): void => {
    expect([...sandbox.secrets].filter((secret) => ended.log.includes(secret))).toEqual([]);
    expect(ended.log).toContain('Run Main your-organization/scenario-lab@v1');
  };

  test('the list becomes a matrix, each leg launches its lab, the last job waits for all and removes them', async () => {
    ended = await runWorkflow(onSandbox(sandbox, workflow));

    expect({ jobs: ended.jobs, exitCode: ended.exitCode }).toEqual({
      jobs: { list: 'success', launch: 'success', wait: 'success' },
      exitCode: 0,
    });
    const legs = mainSteps('launch', 'lab');
    const pairs = [...PROFILES].flatMap(([scenario, profiles]) =>
      profiles.map((profile) => ({ scenario, 'scenario-profile': profile })),
    );
    expect(legs).toHaveLength(pairs.length);
    expect(legs.map(({ matrix }) => matrix)).toEqual(expect.arrayContaining(pairs));

    const launched = legs.map(({ outputs }) => outputs['lab-id']);
    const [waited] = mainSteps('wait', '2');
    expect(waited?.outputs.result).toBe('succeeded');
    expect(new Set(JSON.parse(waited?.outputs['lab-ids'] ?? ''))).toEqual(new Set(launched));
    expect(new Set(launched)).toEqual(new Set(sandbox.labs.keys()));
    expect(ended.summaries.join()).toContain('wait succeeded');
    for (const lab of sandbox.labs.values()) expect(lab.events.stoppedAt).toBeDefined();
    nothingLeaks();
  });

  test('a lab that fails fails the last job, once the others have been waited for', async () => {
    sandbox.labs.clear();
    sandbox.setScenario({ name: 'factory/broken-deployment', behaviour: 'fails' });
    ended = await runWorkflow(onSandbox(sandbox, workflow));

    expect({ jobs: ended.jobs, exitCode: ended.exitCode }).toEqual({
      jobs: { list: 'success', launch: 'success', wait: 'failure' },
      exitCode: 1,
    });
    const [waited] = mainSteps('wait', '2');
    expect(waited).toMatchObject({ result: 'failure', outputs: { 'error-code': 'lab-failed' } });
    const labs: { result: string }[] = JSON.parse(waited?.outputs.labs ?? '');
    expect(labs.map(({ result }) => result).sort()).toEqual(['failed', ...Array(10).fill('succeeded')]);
    for (const lab of sandbox.labs.values()) expect(lab.events.stoppedAt).toBeDefined();
    nothingLeaks();
  });
});
