import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Sandbox } from '../../src/sandbox/deployment';
import { type RunnerFiles, runnerFiles } from './runner-files';

/** The runtime under test: Node 24 in the end-to-end checks, else the one that runs the tests. */
const NODE = process.env.SCENARIO_LAB_NODE ?? process.execPath;
/** The committed bundle. */
export const DIST = join(__dirname, '..', '..', 'dist');

/** Outputs that are described; the runner would hand on any other just as well. */
const OUTPUTS = Object.keys(parse(readFileSync(join(DIST, '..', 'action.yml'), 'utf8')).outputs);

/** One annotation, as the runner would show it. */
export interface Annotation {
  readonly type: 'error' | 'warning' | 'notice';
  readonly message: string;
}

/** What a finished step left, as the runner sees it. */
export interface StepResult {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly ms: number;
  /** Standard output with commands, unmasked. */
  readonly stdout: string;
  /** What a person sees: masked by the runner's rules. */
  readonly log: string;
  readonly annotations: readonly Annotation[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly state: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly masks: readonly string[];
  readonly files: RunnerFiles;
  /** Runs the post step with this step's inputs and state. */
  post(changes?: { readonly inputs?: Inputs; readonly env?: Environment }): Promise<StepResult>;
}

/** Inputs by the names of action.yml. */
export type Inputs = Readonly<Record<string, string>>;
export type Environment = Readonly<Record<string, string>>;

/** How to run the action. */
export interface RunOptions {
  readonly inputs: Inputs;
  /** Its secrets must not show anywhere; without one nothing is checked. */
  readonly sandbox?: Pick<Sandbox, 'secrets'>;
  /** More secrets that must not show. */
  readonly secrets?: readonly string[];
  readonly env?: Environment;
  /** Options of Node. */
  readonly nodeArgs?: readonly string[];
  /** The event's payload. */
  readonly event?: unknown;
  /** Called with the process once it runs, for tests that signal or kill it. */
  readonly onStart?: (child: ChildProcess) => void;
  /** Prepares the workspace. */
  readonly prepare?: (files: RunnerFiles) => void;
}

/** The inputs that reach a sandbox as the service account. */
export function serviceAccountInputs(sandbox: Sandbox): Inputs {
  return {
    ...deploymentInputs(sandbox),
    'client-id': sandbox.clients.launcher.clientId,
    'client-secret': sandbox.clients.launcher.secret ?? '',
  };
}

/** The inputs that reach a sandbox as the person. */
export function personInputs(sandbox: Sandbox): Inputs {
  return { ...deploymentInputs(sandbox), 'refresh-token': sandbox.person.refreshToken };
}

/** Where the sandbox is. */
export function deploymentInputs(sandbox: Sandbox): Inputs {
  return {
    'base-url': sandbox.baseUrl,
    'auth-url': sandbox.authUrl,
    'organization-id': sandbox.organizationId,
    'workspace-id': sandbox.workspaceId,
    'poll-interval': '50ms',
  };
}

/** Runs main as the runner would: the committed bundle in a process of its own. Fails when a secret shows anywhere. */
export function runAction(options: RunOptions): Promise<StepResult> {
  return runStep('main', options, {});
}

async function runStep(
  step: 'main' | 'post',
  options: RunOptions,
  state: Readonly<Record<string, string>>,
): Promise<StepResult> {
  const files = runnerFiles();
  options.prepare?.(files);
  const env = environment(files, options, state);
  const startedAt = performance.now();
  const child = spawn(NODE, [...(options.nodeArgs ?? []), join(DIST, `${step}.js`)], {
    env,
    cwd: files.workspace,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  options.onStart?.(child);
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [exitCode, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.on('close', (code, name) => resolve([code, name]));
  });
  const ms = performance.now() - startedAt;
  return resultOf({ files, options, output: `${stdout}${stderr}`, exitCode, signal, ms });
}

/** A process that has ended, and what it wrote. */
export interface EndedStep {
  readonly files: RunnerFiles;
  readonly options: RunOptions;
  readonly output: string;
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly ms: number;
}

/** What a step left, as the runner sees it. Fails when a secret shows anywhere, or an output that is not described. */
export function resultOf({ files, options, output, ...ended }: EndedStep): StepResult {
  const { masks, annotations, text } = readLog(output);
  const result: StepResult = {
    ...ended,
    stdout: output,
    log: masked(text, masks),
    annotations,
    outputs: files.outputs(),
    state: files.state(),
    summary: files.summary(),
    masks,
    files,
    post: (changes = {}) =>
      runStep(
        'post',
        {
          ...options,
          inputs: { ...options.inputs, ...changes.inputs },
          env: { ...options.env, ...changes.env },
          onStart: () => {},
        },
        files.state(),
      ),
  };
  const unknown = Object.keys(result.outputs).filter((name) => !OUTPUTS.includes(name));
  if (unknown.length > 0) throw new Error(`action.yml does not describe the outputs ${unknown.join(', ')}`);
  checkNothingLeaks(result, [...(options.sandbox?.secrets ?? []), ...(options.secrets ?? [])]);
  return result;
}

/** The variables that the runner would set. */
export function environment(
  files: RunnerFiles,
  options: RunOptions,
  state: Readonly<Record<string, string>>,
): Environment {
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    GITHUB_ACTIONS: 'true',
    GITHUB_REPOSITORY: 'octo/lab',
    GITHUB_RUN_ID: '4711',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_EVENT_NAME: 'push',
    GITHUB_ACTOR: 'octocat',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_JOB: 'test',
    GITHUB_ACTION: 'lab',
    ...files.env,
    ...options.env,
  };
  if (options.event !== undefined) {
    const path = join(files.folder, 'event.json');
    writeFileSync(path, JSON.stringify(options.event));
    env.GITHUB_EVENT_PATH = path;
  }
  for (const [name, value] of Object.entries(options.inputs)) {
    env[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`] = value;
  }
  for (const [name, value] of Object.entries(state)) env[`STATE_${name}`] = value;
  return env;
}

/** Takes the runner's commands out of a log. */
function readLog(stdout: string): { masks: string[]; annotations: Annotation[]; text: string } {
  const masks: string[] = [];
  const annotations: Annotation[] = [];
  const text = stdout.split(/\r?\n/).filter((current) => {
    const command = /^::([a-z-]+)([^:]*)::(.*)$/.exec(current.trimStart());
    if (command === null) return true;
    const [, name = '', , value = ''] = command;
    const message = value.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
    if (name === 'add-mask') masks.push(message);
    if (name === 'error' || name === 'warning' || name === 'notice') {
      annotations.push({ type: name, message });
      return true;
    }
    return name !== 'add-mask';
  });
  return { masks, annotations, text: text.join('\n') };
}

/** The runner masks each line of a mask, and its encodings. */
function masked(text: string, masks: readonly string[]): string {
  return maskForms(masks).reduce((result, form) => result.replaceAll(form, '***'), text);
}

function maskForms(masks: readonly string[]): string[] {
  const lines = masks.flatMap((mask) => mask.split(/\r?\n/)).filter(Boolean);
  const forms = lines.flatMap((part) => [
    part,
    encodeURIComponent(part),
    Buffer.from(part).toString('base64'),
  ]);
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

/** Central: no secret that the sandbox ever issued or was sent may show, and no mask may touch an output. */
function checkNothingLeaks(result: StepResult, secrets: readonly string[]): void {
  const places = { log: result.log, files: result.files.raw(), state: JSON.stringify(result.state) };
  for (const secret of secrets.filter(({ length }) => length >= 4)) {
    const forms = [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    ];
    for (const [place, text] of Object.entries(places)) {
      if (forms.some((form) => text.includes(form)))
        throw new Error(`a secret shows in the ${place}: ${secret.slice(0, 6)}…`);
    }
  }
  for (const [name, value] of Object.entries(result.outputs)) {
    if (masked(value, result.masks) !== value) throw new Error(`a mask touches the output ${name}`);
  }
}
