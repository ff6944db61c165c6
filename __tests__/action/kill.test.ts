import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import type { StepResult } from './run-action';
import { runAction, serviceAccountInputs } from './run-action';

/** A story with every kind of request: login, profile look-up, exchange, creation, looks, notifications. */
const STORY = { scenario: 'small-company/ransomware', 'public-access': 'true' };

type Moment = 'before processing' | 'after the answer';
/** @param wasOver whether the scenario had finished when the signal was sent */
type Check = (step: StepResult, wasOver: boolean) => Promise<void>;

/** Visits every moment of the story in turn, four at a time, with a step that gets the signal there; returns how many. */
async function walk(moment: Moment, signal: NodeJS.Signals, check: Check): Promise<number> {
  for (let first = 0; ; first += 4) {
    const indexes = [first, first + 1, first + 2, first + 3];
    const struck = await Promise.all(indexes.map((index) => strikeAt({ index, moment, signal, check })));
    if (struck.includes(false)) return first + struck.indexOf(false);
  }
}

/** Runs the story with a process that gets the signal at its request number `index`; false when it has fewer. */
async function strikeAt(visit: {
  index: number;
  moment: Moment;
  signal: NodeJS.Signals;
  check: Check;
}): Promise<boolean> {
  const { index, moment, signal, check } = visit;
  await using sandbox = await startSandbox({ phaseMs: 40 });
  let seen = -1;
  let struck = false;
  let wasOver = false;
  const step = await runAction({
    sandbox,
    inputs: { ...serviceAccountInputs(sandbox), ...STORY, 'poll-interval': '20ms' },
    onStart: (child) => {
      const strike = (): void => {
        seen += 1;
        if (seen !== index) return;
        struck = true;
        wasOver = isOver(sandbox);
        child.kill(signal);
      };
      if (moment === 'before processing') sandbox.onRequest(strike);
      else sandbox.onAnswered(strike);
    },
  });
  if (struck) {
    await check(step, wasOver);
    expect({ index, living: sandbox.labs.living() }).toEqual({ index, living: [] });
  }
  return struck;
}

function isOver({ labs }: Sandbox): boolean {
  return [...labs.values()].some((lab) => labs.life(lab).status === 'SCENARIO_FINISHED');
}

describe('a step that is killed', () => {
  test.each(['before processing', 'after the answer'] as const)(
    'with SIGKILL %s of each request in turn leaves no living lab after post',
    async (moment) => {
      const moments = await walk(moment, 'SIGKILL', async (step) => {
        const post = await step.post();
        expect(post.exitCode).toBe(0);
      });
      expect(moments).toBeGreaterThan(8);
    },
    180_000,
  );

  test('while the server finishes the creation 5 s later leaves no living lab after post', async () => {
    await using sandbox = await startSandbox({ phaseMs: 40 });
    sandbox.addFault({ when: { path: '/run_lab' }, do: { kind: 'finish-later', ms: 5_000 } });
    const step = await runAction({
      sandbox,
      inputs: { ...serviceAccountInputs(sandbox), ...STORY },
      onStart: (child) => sandbox.onRequest(({ path }) => path.endsWith('/run_lab') && child.kill('SIGKILL')),
    });
    expect(sandbox.labs.living()).toEqual([]);

    const post = await step.post();
    expect(post.exitCode).toBe(0);
    expect(sandbox.labs.size).toBe(1);
    expect(sandbox.labs.living()).toEqual([]);
  }, 60_000);
});

describe('a step that is cancelled', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'with %s at each request in turn ends soon, with its outputs and no living lab after post',
    async (signal) => {
      let cancelled = 0;
      const moments = await walk('before processing', signal, async (step, wasOver) => {
        expect(step.signal).toBeNull();
        expect(step.ms).toBeLessThan(7_000);
        // At one of the last requests the step may have ended well before the signal is noticed.
        if (step.exitCode === 0) expect([step.outputs.result, wasOver]).toEqual(['succeeded', true]);
        else {
          expect(step.outputs).toMatchObject({ result: 'cancelled', 'error-code': 'cancelled' });
          cancelled += 1;
        }
        await step.post();
      });
      expect(cancelled).toBeGreaterThan(0.75 * moments);
      expect(moments).toBeGreaterThan(8);
    },
    180_000,
  );

  test.each(['/token', '/run_lab', /\/runner\/[^/]+$/])(
    'inside a hanging request to %s ends at once',
    async (path) => {
      await using sandbox = await startSandbox({ phaseMs: 40 });
      sandbox.addFault({ when: { path }, do: { kind: 'hang', processed: true } });
      const step = await runAction({
        sandbox,
        inputs: { ...serviceAccountInputs(sandbox), ...STORY },
        onStart: (child) =>
          sandbox.onRequest((request) => {
            const hangs = typeof path === 'string' ? request.path.endsWith(path) : path.test(request.path);
            if (hangs) setTimeout(() => child.kill('SIGINT'), 50);
          }),
      });

      expect(step.outputs.result).toBe('cancelled');
      expect(step.ms).toBeLessThan(7_000);
      sandbox.clearFaults();
      await step.post();
      expect(sandbox.labs.living()).toEqual([]);
    },
    60_000,
  );
});
