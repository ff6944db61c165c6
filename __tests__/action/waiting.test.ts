import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import type { RecordedRequest } from '../../src/sandbox/traffic';
import { runAction, serviceAccountInputs } from './run-action';

const INTERVAL_MS = 600;

describe('waiting', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox();
  });
  afterEach(() => sandbox.close());

  const isList = ({ path }: RecordedRequest) => path.endsWith('/runner/');

  test('a success is doubted where max-duration ended the lab before its scenario was seen to finish', async () => {
    sandbox.settings.phaseMs = 1_500;
    const inputs = { ...serviceAccountInputs(sandbox), scenario: 'small-company/ransomware' };
    const cut = await runAction({ sandbox, inputs: { ...inputs, 'max-duration': '2s' } });
    expect(cut.outputs).toMatchObject({ result: 'succeeded', status: 'COMPLETED' });
    expect(cut.annotations).toMatchObject([
      { type: 'warning', message: expect.stringContaining('may have been cut short. Set max-duration') },
    ]);

    sandbox.settings.phaseMs = 20;
    const whole = await runAction({ sandbox, inputs: { ...inputs, 'max-duration': '1h' } });
    expect(whole.outputs.result).toBe('succeeded');
    expect(whole.annotations).toEqual([]);
  });

  test('a lab that finishes right after a look, in the slowest rhythm, ends the step within one interval', async () => {
    const lab = sandbox.seedLab({ status: 'SCENARIO_EXECUTION' });
    const quietAfter = performance.now() + 4 * INTERVAL_MS;
    let finishedAt = 0;
    sandbox.onAnswered(({ path }) => {
      if (finishedAt > 0 || performance.now() < quietAfter || !path.endsWith(lab.id)) return;
      lab.pinnedStatus = 'SCENARIO_FINISHED';
      finishedAt = performance.now();
    });
    const step = await runAction({
      sandbox,
      inputs: {
        ...serviceAccountInputs(sandbox),
        command: 'wait',
        'lab-ids': lab.id,
        'poll-interval': `${INTERVAL_MS}ms`,
      },
    });

    expect(step.outputs.result).toBe('succeeded');
    const late = performance.now() - finishedAt;
    expect(finishedAt).toBeGreaterThan(0);
    expect(late).toBeGreaterThan(INTERVAL_MS / 4);
    expect(late).toBeLessThanOrEqual(INTERVAL_MS);
  });

  test('150 labs that move all the time cost at most two reads per hundred and round', async () => {
    const labs = Array.from({ length: 150 }, () => sandbox.seedLab({ status: 'PENDING' }));
    const statuses = ['RUNNER_SETUP', 'SCENARIO_CREATION', 'SCENARIO_SETUP', 'SCENARIO_EXECUTION'];
    let lists = 0;
    sandbox.onAnswered((request) => {
      if (!isList(request) || request.query.get('page') !== '2') return;
      lists += 1;
      const status = statuses[lists % statuses.length] ?? '';
      for (const lab of labs) lab.pinnedStatus = lists < 12 ? status : 'SCENARIO_FINISHED';
    });
    const step = await runAction({
      sandbox,
      inputs: {
        ...serviceAccountInputs(sandbox),
        command: 'wait',
        'lab-ids': labs.map(({ id }) => id).join('\n'),
        'poll-interval': '40ms',
      },
    });

    expect(step.outputs.result).toBe('succeeded');
    const reads = sandbox.requests.filter(({ origin }) => origin === 'api');
    const rounds = reads.filter((read) => isList(read) && read.query.get('page') === '1').length;
    expect(rounds).toBe(13);
    expect(reads.filter(isList)).toHaveLength(2 * rounds);
    const others = reads.filter((read) => !isList(read));
    expect(others.every(({ path }) => path.endsWith('/notifications'))).toBe(true);
    // Two a round, and at the end once those of ten.
    expect(others.length).toBeGreaterThan(rounds);
    expect(others.length).toBeLessThanOrEqual(2 * rounds + 10);
    expect(step.log).toMatch(/\[\d+\/150\] small-company\/ransomware: \S/);
  });
});
