import { copyFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ourComments, runAtGitHub } from '../../__tests__/action/preview-step';
import {
  type Inputs,
  runAction,
  type StepResult,
  serviceAccountInputs,
} from '../../__tests__/action/run-action';
import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { render } from './browser';

// Job summaries as people see them. The pictures are for looking at; `SCENARIO_LAB_PICTURE=write` makes the README's one
// again.

const ROOT = path.join(__dirname, '..', '..');
const README_PICTURE = path.join(ROOT, 'docs', 'summary.png');

test('the README’s picture is small', () => {
  expect(statSync(README_PICTURE).size).toBeLessThan(200_000);
});

describe('in a browser, the job summary of', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ phaseMs: 60 });
  });
  afterEach(() => sandbox.close());

  async function show(name: string, inputs: Inputs): Promise<{ step: StepResult; png: string }> {
    const step = await runAction({ sandbox, inputs: { ...serviceAccountInputs(sandbox), ...inputs } });
    const { dom, complaints, png } = render(`summary-of-${name}`, step.summary);
    expect(complaints).toEqual([]);
    // A row for each lab below the head, and a picture of their phases.
    const labs = JSON.parse(step.outputs.labs ?? '[]') as unknown[];
    expect(dom.match(/<tr>/g)).toHaveLength(labs.length + 1);
    expect(dom).toContain('<svg');
    return { step, png };
  }

  test('one lab', async () => {
    const { step } = await show('one-lab', { scenario: 'small-company/ransomware', 'public-access': 'true' });
    expect(step.exitCode).toBe(0);
  });

  test('six labs', async () => {
    const six = ['small-company/ransomware', 'hospital/data theft & extortion', 'bank/warm-up'];
    const scenario = [...six, ...six].join('\n');
    const { step } = await show('six-labs', { scenario, 'max-parallel': '2' });
    expect(step.exitCode).toBe(0);
  });

  test('a failed lab', async () => {
    const { step } = await show('failed-lab', { scenario: 'factory/broken-deployment' });
    expect(step.outputs.result).toBe('failed');
  });

  test('a lab that took too long', async () => {
    const { step } = await show('timed-out-lab', { scenario: 'museum/endless', timeout: '3s' });
    expect(step.outputs.result).toBe('timed-out');
  });

  test('the README', async () => {
    const writing = process.env.SCENARIO_LAB_PICTURE === 'write';
    // So long that the axis has a scale, in the picture that is kept.
    const totalMs = writing ? 40_000 : 400;
    const names = ['small-company/ransomware', 'hospital/data-theft', 'factory/sabotage'];
    for (const [index, name] of names.entries()) {
      sandbox.setScenario({ name, profiles: ['default'], totalMs: totalMs * (1 - index / 4) });
    }
    const labs = names.map((scenario, index) => ({
      scenario,
      name: `octo/lab@4711.1.k3v9qx${index === 0 ? '' : `+${index + 1}`}`,
      'public-access': true,
    }));
    const labSet = JSON.stringify(labs);
    const { png } = await show('the-readme', { 'lab-set': labSet });
    if (writing) copyFileSync(png, README_PICTURE);
  });
});

test('in a browser, the comment on the results of a pull request shows each lab', async () => {
  await using sandbox = await startSandbox({ phaseMs: 60 });
  const event = sandbox.github.pullRequestEvent({ action: 'opened', number: 7 });
  const scenario = ['small-company/ransomware', 'factory/broken-deployment', 'museum/endless'].join('\n');
  const inputs = { comment: 'true', scenario, timeout: '4s', 'public-access': 'true' };
  await runAtGitHub(sandbox, { event, inputs });
  const [comment] = ourComments(sandbox);
  const { dom, complaints } = render('comment-of-results', comment?.body ?? '');
  expect(complaints).toEqual([]);
  expect(dom.match(/<tr>/g)).toHaveLength(4);
});
