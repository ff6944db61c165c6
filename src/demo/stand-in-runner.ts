import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** One run of a file of the action's bundle. */
export interface StepRun {
  /** `main.js` or `post.js`, with its folder. */
  readonly file: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** What main saved, for post. */
  readonly state: Readonly<Record<string, string>>;
  readonly onLine: (line: string) => void;
}

/** What a finished step left. */
export interface FinishedStep {
  readonly exitCode: number | null;
  readonly ms: number;
  readonly outputs: Readonly<Record<string, string>>;
  readonly state: Readonly<Record<string, string>>;
  readonly summary: string;
  /** Its files as they stand. */
  readonly raw: string;
}

const FILES = {
  GITHUB_OUTPUT: 'output',
  GITHUB_STATE: 'state',
  GITHUB_STEP_SUMMARY: 'summary',
  GITHUB_ENV: 'env',
} as const;

/** What a process needs from its machine; no proxy may stand between the demonstration and its sandbox. */
const KEPT = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];

/** Runs a step in a process of its own, with the files and the environment that a runner gives it. */
export async function runActionStep({ file, inputs, state, onLine }: StepRun): Promise<FinishedStep> {
  const folder = mkdtempSync(join(tmpdir(), 'scenario-lab-demo-'));
  try {
    const env: Record<string, string> = {
      GITHUB_ACTIONS: 'true',
      GITHUB_REPOSITORY: 'octo/lab',
      GITHUB_RUN_ID: '4711',
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_EVENT_NAME: 'push',
      GITHUB_ACTOR: 'octocat',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_WORKSPACE: join(folder, 'workspace'),
      RUNNER_TEMP: join(folder, 'temp'),
    };
    for (const name of KEPT) {
      const value = process.env[name];
      if (value !== undefined) env[name] = value;
    }
    mkdirSync(join(folder, 'workspace'));
    mkdirSync(join(folder, 'temp'));
    for (const [name, own] of Object.entries(FILES)) {
      env[name] = join(folder, own);
      writeFileSync(join(folder, own), '');
    }
    for (const [name, value] of Object.entries(inputs)) env[`INPUT_${name.toUpperCase()}`] = value;
    for (const [name, value] of Object.entries(state)) env[`STATE_${name}`] = value;
    const startedAt = performance.now();
    const exitCode = await runNode({ file, env, cwd: join(folder, 'workspace'), onLine });
    const read = (own: string): string => readFileSync(join(folder, own), 'utf8');
    return {
      exitCode,
      ms: performance.now() - startedAt,
      outputs: fileCommands(read(FILES.GITHUB_OUTPUT)),
      state: fileCommands(read(FILES.GITHUB_STATE)),
      summary: read(FILES.GITHUB_STEP_SUMMARY),
      raw: Object.values(FILES).map(read).join('\n'),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface NodeRun {
  readonly file: string;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly onLine: (line: string) => void;
}

function runNode({ file, env, cwd, onLine }: NodeRun): Promise<number | null> {
  const child = spawn(process.execPath, [file], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const read = [child.stdout, child.stderr].map((input) => {
    const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }).on('line', onLine);
    return new Promise((resolve) => lines.once('close', resolve));
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => Promise.all(read).then(() => resolve(code), reject));
  });
}

/** Reads `name=value` and `name<<DELIMITER` records; a later record wins, as at the runner. */
function fileCommands(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  const lines = text.split(/\r?\n/);
  for (let index = 0; index < lines.length; index += 1) {
    const [, name = '', sign, rest = ''] = /^(.+?)(=|<<)(.*)$/.exec(lines[index] ?? '') ?? [];
    if (sign === '=') values[name] = rest;
    if (sign !== '<<') continue;
    const end = lines.indexOf(rest, index + 1);
    if (end < 0) throw new Error(`The value of ${name} has no end.`);
    values[name] = lines.slice(index + 1, end).join('\n');
    index = end;
  }
  return values;
}
