import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { DIST, environment, type RunOptions, resultOf, type StepResult } from './run-action';
import { runnerFiles } from './runner-files';

/** A process that runs main of the committed bundle as often as it is asked to, one step at a time. */
export interface StepsInTurn {
  /** Like `runAction`, several times as fast; rejects where a real process would end with a stack, or not at all. */
  run(options: RunOptions): Promise<StepResult>;
  close(): void;
}

/** Longer than any step of these tests, also on a busy machine. */
const PATIENCE_MS = 20_000;

/** Starts the process. */
export function startStepsInTurn(): StepsInTurn {
  const child: ChildProcess = fork(join(__dirname, 'step-in-turn.cjs'), [DIST], {
    env: { PATH: process.env.PATH },
    serialization: 'advanced',
  });
  return {
    run: async (options) => {
      const files = runnerFiles();
      options.prepare?.(files);
      const env = environment(files, options, {});
      const startedAt = performance.now();
      const ended = await ask(child, { env, cwd: files.workspace, patienceMs: PATIENCE_MS });
      if (ended.crash !== undefined) throw new Error(`The step broke: ${ended.crash}\n${ended.output}`);
      const ms = performance.now() - startedAt;
      return resultOf({ files, options, ...ended, signal: null, ms });
    },
    close: () => void child.kill(),
  };
}

interface Ended {
  readonly output: string;
  readonly exitCode: number;
  readonly crash?: string;
}

function ask(child: ChildProcess, step: unknown): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error('The process that runs the steps has died.'));
    child.once('exit', onExit);
    child.once('message', (ended: Ended) => {
      child.off('exit', onExit);
      resolve(ended);
    });
    child.send(step as object);
  });
}
