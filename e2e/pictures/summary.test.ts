import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { runAction, type StepResult, serviceAccountInputs } from '../../__tests__/action/run-action';
import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { showMarkdown } from './page';
import { findChromium } from './tools';

// Job summaries as people see them. The pictures are for looking at; `SCENARIO_LAB_PICTURE=write` makes the README's one
// again.

const ROOT = path.join(__dirname, '..', '..');
const FOLDER = path.resolve(process.env.SCENARIO_LAB_CACHE ?? path.join(ROOT, '.cache'), 'pictures');
const README_PICTURE = path.join(ROOT, 'docs', 'summary.png');
const chromium = findChromium();

test('the README’s picture is small', () => {
  expect(statSync(README_PICTURE).size).toBeLessThan(200_000);
});

(chromium === undefined ? describe.skip : describe)('in a browser, the job summary of', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ phaseMs: 60 });
  });
  afterEach(() => sandbox.close());

  async function show(name: string, inputs: Readonly<Record<string, string>>): Promise<StepResult> {
    const step = await runAction({ sandbox, inputs: { ...serviceAccountInputs(sandbox), ...inputs } });
    mkdirSync(FOLDER, { recursive: true });
    const page = await showMarkdown(chromium ?? '', step.summary, path.join(FOLDER, `${name}.png`));
    expect(page.complaints).toEqual([]);
    // A row for each lab below the head, and a picture of their phases.
    const labs = JSON.parse(step.outputs.labs ?? '[]') as unknown[];
    expect(page.html.match(/<tr>/g)).toHaveLength(labs.length + 1);
    expect(page.html).toContain('<svg');
    expect(page.html).not.toMatch(/<(?:img|iframe|script|form|input)\b/);
    return step;
  }

  test('one lab', async () => {
    expect(
      (await show('one-lab', { scenario: 'small-company/ransomware', 'public-access': 'true' })).exitCode,
    ).toBe(0);
  });

  test('six labs', async () => {
    const six = ['small-company/ransomware', 'hospital/data theft & extortion', 'bank/warm-up'];
    const scenario = [...six, ...six].join('\n');
    expect((await show('six-labs', { scenario, 'max-parallel': '2' })).exitCode).toBe(0);
  });

  test('a failed lab', async () => {
    const { outputs } = await show('failed-lab', { scenario: 'factory/broken-deployment' });
    expect(outputs.result).toBe('failed');
  });

  test('a lab that took too long', async () => {
    const { outputs } = await show('timed-out-lab', { scenario: 'museum/endless', timeout: '3s' });
    expect(outputs.result).toBe('timed-out');
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
    await show('readme', { 'lab-set': labSet });
    if (writing) copyFileSync(path.join(FOLDER, 'readme.png'), README_PICTURE);
  });
});
