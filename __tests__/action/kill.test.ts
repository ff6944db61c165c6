import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import type { StepResult } from './run-action';
import { runAction, serviceAccountInputs } from './run-action';

/** A story with every kind of request: login, profile look-up, exchange, creation, looks, notifications. */
const STORY = { scenario: 'small-company/ransomware', 'public-access': 'true' };

/** Runs the story with a process that gets `signal` at one moment; every moment of the story is visited in turn. */
async function walk(
  moment: 'before processing' | 'after the answer',
  signal: NodeJS.Signals,
  check: (step: StepResult, sandbox: Sandbox, index: number) => Promise<void>,
): Promise<number> {
  for (let index = 0; ; index += 1) {
    const sandbox = await startSandbox({ phaseMs: 15 });
    try {
      let seen = -1;
      let struck = false;
      const step = await runAction({
        sandbox,
        inputs: { ...serviceAccountInputs(sandbox), ...STORY, 'poll-interval': '20ms' },
        onStart: (child) => {
          const strike = (): void => {
            seen += 1;
            if (seen !== index) return;
            struck = true;
            child.kill(signal);
          };
          if (moment === 'before processing') sandbox.onRequest(strike);
          else sandbox.onAnswered(strike);
        },
      });
      if (!struck) return index;
      await check(step, sandbox, index);
    } finally {
      await sandbox.close();
    }
  }
}

describe('a step that is killed', () => {
  test.each(['before processing', 'after the answer'] as const)(
    'with SIGKILL %s of each request in turn leaves no living lab after post',
    async (moment) => {
      const moments = await walk(moment, 'SIGKILL', async (step, sandbox, index) => {
        expect(step.signal).toBe('SIGKILL');
        const post = await step.post();
        expect({ index, exit: post.exitCode }).toEqual({ index, exit: 0 });
        expect({ index, living: sandbox.labs.living() }).toEqual({ index, living: [] });
      });
      expect(moments).toBeGreaterThan(8);
    },
    180_000,
  );

  test('while the server finishes the creation 5 s later leaves no living lab after post', async () => {
    const sandbox = await startSandbox({ phaseMs: 15 });
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
    await sandbox.close();
  }, 60_000);
});

describe('a step that is cancelled', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'with %s at each request in turn ends soon, with its outputs and no living lab after post',
    async (signal) => {
      const moments = await walk('before processing', signal, async (step, sandbox, index) => {
        expect({ index, exit: step.exitCode, signal: step.signal }).toEqual({ index, exit: 1, signal: null });
        expect(step.ms).toBeLessThan(7_000);
        expect(step.outputs).toMatchObject({ result: 'cancelled', 'error-code': 'cancelled' });
        await step.post();
        expect({ index, living: sandbox.labs.living() }).toEqual({ index, living: [] });
      });
      expect(moments).toBeGreaterThan(8);
    },
    180_000,
  );

  test.each(['/token', '/run_lab', /\/runner\/[^/]+$/])(
    'inside a hanging request to %s ends at once',
    async (path) => {
      const sandbox = await startSandbox({ phaseMs: 15 });
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
      await sandbox.close();
    },
    60_000,
  );
});
