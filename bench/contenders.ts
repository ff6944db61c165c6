import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pythonWithClient } from '../e2e/python-environment';
import type { Command } from './process-run';
import type { Place } from './servers';

const ROOT = join(__dirname, '..');
const CA_FILE = join(ROOT, '__tests__', 'fixtures', 'test-only-ca.pem');
const SCENARIO = 'small-company/ransomware';
const PROFILE = 'windows10-simple';

/** What the contenders write; goes with the bench. */
const SCRATCH = mkdtempSync(join(tmpdir(), 'scenario-lab-bench-'));
process.once('exit', () => rmSync(SCRATCH, { recursive: true, force: true }));

/** The job that every contender does. */
export interface Job {
  readonly place: Place;
  readonly wait: boolean;
  readonly intervalMs: number;
  readonly labs: number;
}

/** Node 24, which runs the action at GitHub, installed once into the cache folder. */
export function node24(): string {
  const prefix = join(process.env.SCENARIO_LAB_CACHE ?? join(ROOT, '.cache'), 'node24');
  const binary = join(prefix, 'node_modules', 'node', 'bin', 'node');
  if (!existsSync(binary)) {
    mkdirSync(prefix, { recursive: true });
    const options = ['i', '--no-audit', '--no-fund', '--prefix', prefix, 'node@24'];
    execFileSync('npm', options, { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return binary;
}

/** The floor: the runtime with nothing to do. */
export function nothing(): Command {
  return { file: node24(), args: ['-e', '0'], env: environment(), cwd: tmpdir(), exitCode: 0 };
}

/** The committed bundle, as the runner starts it; without a job, with no inputs at all. */
export function action(job: Job | undefined): Command {
  const folder = mkdtempSync(join(SCRATCH, 'action-'));
  const files = Object.fromEntries(
    ['GITHUB_OUTPUT', 'GITHUB_STATE', 'GITHUB_STEP_SUMMARY'].map((name) => [name, join(folder, name)]),
  );
  for (const file of Object.values(files)) writeFileSync(file, '');
  const inputs = Object.entries(job === undefined ? {} : inputsOf(job));
  return {
    file: node24(),
    args: [join(ROOT, 'dist', 'main.js')],
    env: {
      ...environment(),
      ...files,
      GITHUB_ACTIONS: 'true',
      GITHUB_REPOSITORY: 'octo/lab',
      GITHUB_RUN_ID: '4711',
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_EVENT_NAME: 'push',
      GITHUB_WORKSPACE: folder,
      RUNNER_TEMP: folder,
      ...Object.fromEntries(inputs.map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
    },
    cwd: folder,
    exitCode: job === undefined ? 1 : 0,
  };
}

function inputsOf({ place, wait, intervalMs, labs }: Job): Record<string, string> {
  return {
    'base-url': place.baseUrl,
    'auth-url': place.authUrl,
    'organization-id': place.organizationId,
    'workspace-id': place.workspaceId,
    'client-id': place.clientId,
    'client-secret': place.clientSecret,
    ...(place.baseUrl.startsWith('https:') ? { 'ca-certificate': CA_FILE } : {}),
    scenario: Array.from({ length: labs }, () => SCENARIO).join('\n'),
    'scenario-profile': PROFILE,
    'max-parallel': String(labs),
    'wait-for': wait ? 'finished' : 'none',
    'poll-interval': `${intervalMs}ms`,
  };
}

/** The script of a careful author. */
export function curl(job: Job): Command {
  const env = { ...environment(), ...settingsOf(job) };
  return { file: join(__dirname, 'launch.sh'), args: [], env, cwd: tmpdir(), exitCode: 0 };
}

/** The platform's client as a library. */
export function pythonClient(job: Job): Command {
  const folder = mkdtempSync(join(SCRATCH, 'client-'));
  const env = {
    ...environment(),
    ...settingsOf(job),
    HOME: folder,
    MANTIS_CONFIG: join(folder, 'config.yml'),
    CR_CA_CERT: CA_FILE,
    VERIFY_SSL: CA_FILE,
  };
  return { file: pythonWithClient(), args: [join(__dirname, 'launch.py')], env, cwd: folder, exitCode: 0 };
}

function settingsOf({ place, wait, intervalMs }: Job): Record<string, string> {
  return {
    BASE_URL: place.baseUrl,
    AUTH_URL: place.authUrl,
    ORGANIZATION_ID: place.organizationId,
    WORKSPACE_ID: place.workspaceId,
    CLIENT_ID: place.clientId,
    CLIENT_SECRET: place.clientSecret,
    REFRESH_TOKEN: place.refreshToken,
    CA_FILE,
    SCENARIO,
    PROFILE,
    LAB_NAME: 'bench',
    WAIT: String(wait),
    INTERVAL_S: String(intervalMs / 1_000),
  };
}

/** A process gets nothing of ours but the way to programs. */
function environment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', LANG: 'C' };
}
