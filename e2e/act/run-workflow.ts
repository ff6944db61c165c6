import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { act, node24 } from './tools';

/** A workflow to run, and the world around it. */
export interface WorkflowRun {
  /** The workflow's YAML. */
  readonly workflow: string;
  /** More files of the repository, by their path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Name of the event; `workflow_dispatch` unless said otherwise. */
  readonly event?: string;
  /** What the event carries. */
  readonly payload?: unknown;
  readonly secrets?: Readonly<Record<string, string>>;
  readonly vars?: Readonly<Record<string, string>>;
  /** For every step, like the sandbox's GITHUB_API_URL. */
  readonly env?: Readonly<Record<string, string>>;
  /** `github.repository`. */
  readonly repository?: string;
  /** Only this job and those that it needs. */
  readonly job?: string;
  /** What `uses:` finds without a network besides this action and the stubs: `owner/repo@ref` and a folder. */
  readonly actions?: Readonly<Record<string, string>>;
  /** After this the whole run is killed; 90 s unless said otherwise. */
  readonly limitMs?: number;
}

/** A step that ran, in the order of their ends; a matrix has each step once per leg. */
export interface RunStep {
  readonly job: string;
  readonly matrix: Readonly<Record<string, unknown>>;
  /** Its `id`, or its place in the job. */
  readonly step: string;
  readonly stage: 'Pre' | 'Main' | 'Post';
  readonly result: 'success' | 'failure' | 'skipped';
  readonly outputs: Readonly<Record<string, string>>;
}

/** What came of a workflow. */
export interface WorkflowResult {
  readonly exitCode: number | null;
  /** `success` or `failure` by job; a matrix is a failure when one of its legs is. */
  readonly jobs: Readonly<Record<string, string>>;
  readonly steps: readonly RunStep[];
  /** What the job's log shows, masked as the runner does. */
  readonly log: string;
  /** The job summaries, in the order in which they were written. */
  readonly summaries: readonly string[];
  /** Artifacts by name: the folder of each. */
  readonly artifacts: Readonly<Record<string, string>>;
  /** All of the run's files; a failed job's workspace is somewhere below. */
  readonly folder: string;
  /** Removes the files. */
  remove(): void;
}

const ROOT = path.join(__dirname, '..', '..');

/** The action under the name that the README uses. */
const OUR_ACTION = 'your-organization/scenario-lab@v1';

/**
 * Runs a workflow with act on this machine: no containers, no network but the addresses that the workflow is given.
 * The action is `your-organization/scenario-lab@v1` (the built one), artifacts are folders of the run.
 */
export async function runWorkflow(run: WorkflowRun): Promise<WorkflowResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'scenario-lab-act-'));
  const place = (...parts: string[]): string => path.join(folder, ...parts);
  const write = (name: string, text: string): string => {
    mkdirSync(path.dirname(place(name)), { recursive: true });
    writeFileSync(place(name), text);
    return place(name);
  };
  const lines = (values: Readonly<Record<string, string>> = {}): string =>
    Object.entries(values)
      .map(([name, value]) => `${name}=${JSON.stringify(value)}\n`)
      .join('');

  for (const [name, text] of Object.entries(run.files ?? {})) write(`repository/${name}`, text);
  write('repository/.github/workflows/workflow.yml', run.workflow);
  write('home/.config/act/actrc', '');
  commit(place('repository'));
  mkdirSync(place('artifacts'));
  for (const part of ['action.yml', 'dist'])
    cpSync(path.join(ROOT, part), place('action', part), { recursive: true });
  const actions = { [OUR_ACTION]: place('action'), ...stubs(run.workflow), ...run.actions };
  const nodeFolder = path.dirname(await node24());
  const args = [
    run.event ?? 'workflow_dispatch',
    ...['-C', place('repository')],
    ...['-W', '.github/workflows/workflow.yml'],
    ...['-e', write('event.json', JSON.stringify(run.payload ?? {}))],
    ...['-P', 'ubuntu-latest=-self-hosted'],
    ...['--action-offline-mode', '--pull=false', '--no-cache-server', '--json'],
    ...['--action-cache-path', place('actions')],
    ...['--secret-file', write('secrets', lines(run.secrets))],
    ...['--var-file', write('vars', lines(run.vars))],
    ...['--env-file', write('env', lines({ STUB_ARTIFACTS: place('artifacts'), ...run.env }))],
    ...['--input-file', write('inputs', '')],
    // Without one act asks other programs for a token.
    ...(run.secrets?.GITHUB_TOKEN === undefined ? ['-s', 'GITHUB_TOKEN=not-a-real-token'] : []),
    ...['--env', `GITHUB_REPOSITORY=${run.repository ?? 'octo/lab'}`],
    ...['--actor', 'octocat'],
    ...(run.job === undefined ? [] : ['-j', run.job]),
    ...Object.entries(actions).flatMap(([name, where]) => ['--local-repository', `${name}=${where}`]),
  ];
  // act hands its whole environment to every step.
  const env = { HOME: place('home'), PATH: `${nodeFolder}:/usr/local/bin:/usr/bin:/bin` };
  const child = spawn(await act(), args, {
    env,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that its steps can be killed with it.
    detached: true,
  });
  const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), run.limitMs ?? 90_000);
  let said = '';
  const keep = (chunk: string): void => {
    said += chunk;
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  return {
    exitCode,
    ...readRecords(said),
    artifacts: Object.fromEntries(
      readdirSync(place('artifacts')).map((name) => [name, place('artifacts', name)]),
    ),
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** act reads ref and revision off a repository; without one it says so before every step. */
function commit(folder: string): void {
  const who = ['-c', 'user.name=octocat', '-c', 'user.email=octocat@example.org'];
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-C', folder, ...who, ...args], { stdio: 'pipe' });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'The repository that the workflow runs in');
}

/** Actions of others that need GitHub itself, in a version that does the same with folders; whatever it is pinned to. */
export function stubs(workflow: string): Record<string, string> {
  const used = [...workflow.matchAll(/uses: (actions\/((?:up|down)load-artifact)@\S+)/g)];
  return Object.fromEntries(
    used.map(([, uses = '', name = '']) => [uses, path.join(__dirname, 'stubs', name)]),
  );
}

/** One line of `--json`. `msg` is masked, `arg` and `content` are not. */
interface ActRecord {
  readonly msg?: string;
  readonly jobID?: string;
  readonly matrix?: Readonly<Record<string, unknown>>;
  readonly stepID?: readonly string[];
  readonly stage?: RunStep['stage'];
  readonly jobResult?: string;
  readonly stepResult?: RunStep['result'];
  readonly command?: string;
  readonly name?: string;
  readonly arg?: string;
  readonly content?: string;
}

function readRecords(said: string): Pick<WorkflowResult, 'jobs' | 'steps' | 'log' | 'summaries'> {
  const jobs: Record<string, string> = {};
  const ends: { readonly key: string; readonly step: Omit<RunStep, 'outputs'> }[] = [];
  const summaries: string[] = [];
  const outputs = new Map<string, Record<string, string>>();
  const log: string[] = [];
  for (const text of said.split('\n').filter(Boolean)) {
    const record: ActRecord = text.startsWith('{') ? JSON.parse(text) : { msg: text };
    const { jobID: job = '', matrix = {}, stepID = [] } = record;
    log.push(`[${job}] ${record.msg ?? ''}`.replace(/\n$/, ''));
    const key = JSON.stringify([job, matrix, stepID]);
    if (record.command === 'set-output') {
      outputs.set(key, { ...outputs.get(key), [record.name ?? '']: record.arg ?? '' });
    }
    if (record.command === 'summary') summaries.push(record.content ?? '');
    if (record.stepResult !== undefined) {
      const { stage = 'Main', stepResult: result } = record;
      ends.push({ key, step: { job, matrix, step: stepID.join('.'), stage, result } });
    }
    if (record.jobResult !== undefined && jobs[job] !== 'failure') jobs[job] = record.jobResult;
  }
  // A step's outputs are told after its end.
  const steps = ends.map(({ key, step }) => ({
    ...step,
    outputs: step.stage === 'Main' ? (outputs.get(key) ?? {}) : {},
  }));
  return { jobs, steps, summaries, log: log.join('\n') };
}
