import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { COMMANDS, INPUT_USERS } from '../../src/domain/command-inputs';
import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { patience, runs } from '../fuzz-runs';
import { HOSTILE_STRINGS } from '../hostile-strings';
import { expectHarmless } from './harmless';
import { type Inputs, personInputs, type RunOptions, serviceAccountInputs } from './run-action';
import type { RunnerFiles } from './runner-files';
import { type StepsInTurn, startStepsInTurn } from './steps-in-turn';

let sandbox: Sandbox;
let steps: StepsInTurn;
beforeAll(async () => {
  sandbox = await startSandbox({ phaseMs: 1, seedLabs: 3 });
  steps = startStepsInTurn();
});
afterAll(async () => {
  steps.close();
  await sandbox.close();
});

/** An environment variable holds no NUL and no half characters. */
const passable = (text: string): string => text.replaceAll('\0', ' ').toWellFormed().slice(0, 20_000);

const garbage = fc
  .oneof(
    fc.constantFrom(...HOSTILE_STRINGS),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.json({ maxDepth: 3 }),
    fc.constantFrom(
      '0',
      '-1',
      '1e9',
      'NaN',
      '99999999999999999999',
      'true',
      'null',
      '[]',
      '{}',
      '~',
      '*',
      '&a [*a]',
    ),
    fc.constantFrom(
      'set.yml',
      'link.yml',
      'folder.yml',
      'huge.yml',
      '../set.yml',
      '/dev/zero',
      '/etc/passwd',
      'no.json',
    ),
    fc.constantFrom(
      '['.repeat(9_000),
      '{a: '.repeat(2_000),
      '- '.repeat(5_000),
      'a: &x [1]\nb: *x',
      '!!binary x',
      '? [a]',
    ),
  )
  .map(passable);

/** Values that get far, by input; a step never waits long and talks to this machine alone. */
const SOUND: Readonly<Record<string, readonly string[]>> = {
  command: COMMANDS,
  realm: ['mantis', 'Mantis', 'other'],
  scopes: ['openid', 'openid scenario:run groups', 'x, y'],
  scenario: [
    'small-company/ransomware',
    'small-company/phishing',
    'factory/broken-deployment',
    'nothing',
    'a\nb',
  ],
  'lab-set': [
    '- scenario: small-company/ransomware',
    '- bas: true',
    '- topology: x\n  name: n',
    'set.yml',
    '- dfir: a\n  config: {}',
  ],
  'scenario-profile': ['windows10-simple', '*', 'unknown'],
  'lab-config': ['{}', 'max_duration: 60', 'net_capture: true', 'nothing: 1', 'log_collectors: &a [*a]'],
  'lab-name': ['mine', 'a/b#1'],
  'max-duration': ['10m', 'unlimited', '9999h'],
  'public-access': ['true', 'false'],
  'public-access-exchange': ['audience: x', 'scope: null', '{}'],
  'public-link-template': ['{public-base-url}/x/{lab-id}', '{domain}', 'https://u:p@x/{lab-id}'],
  'max-parallel': ['1', '3', '1000'],
  'wait-for': ['none', 'running', 'finished'],
  'on-pause': ['fail', 'resume', 'return'],
  'lab-ids': ['lab-1', 'lab-1\nlab-2', '["a","b"]', '[{"id":"a"}]'],
  cleanup: ['never', 'on-failure', 'always'],
  'cleanup-method': ['stop', 'delete'],
  summary: ['true', 'false'],
  'client-authentication': ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'github-oidc'],
  'client-key-id': ['kid'],
  endpoints: ['version: /v', 'run-lab: /x/{kind}'],
  request: ['GET /version', 'POST /x', 'DELETE /runner/{lab-id}'],
  'request-body': ['{}', 'a: 1'],
  'dry-run': ['true', 'false'],
  collect: ['nodes', 'notifications\ntopology'],
  // No event here has a pull request that could get one.
  comment: ['false'],
};

/** Addresses that lead nowhere, or to a port of this machine that nothing listens at. */
const ADDRESSES = [
  'http://example.org',
  'https://u:p@127.0.0.1:1',
  'https://127.0.0.1:1/x',
  'ftp://127.0.0.1',
  '//',
  'https://127.0.0.1:1?q',
  'javascript:x',
];
const NEAR_DOMAINS = ['127.0.0.1:99999', 'a b', '-', 'x/y', '..', 'é.example', 'localhost:x'];

/** Inputs that say where to and how to log in start from a set that works. */
const OURS = new Set([
  'domain',
  'base-url',
  'auth-url',
  'timeout',
  'retries',
  'poll-interval',
  'request-timeout',
]);

const others = Object.keys(INPUT_USERS).filter((name) => !OURS.has(name));
const one = (name: string) => {
  const sound = SOUND[name] ?? [];
  const value =
    sound.length === 0 ? garbage : fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...sound) }, garbage);
  return fc.tuple(fc.constant(name), value);
};
/** Few changes of a good set get far; many find what only happens together. */
const changes = fc
  .oneof(fc.subarray(others, { maxLength: 3 }), fc.subarray(others))
  .chain((names): fc.Arbitrary<[string, string][]> => fc.tuple(...names.map(one)))
  .map((pairs): Inputs => Object.fromEntries(pairs));
const mostly = (usual: readonly string[], rare: readonly string[]) =>
  fc.oneof({ weight: 15, arbitrary: fc.constantFrom(...usual) }, fc.constantFrom(...rare));
const limits = fc.record({
  timeout: mostly(['300ms', '1s'], ['900h', '0']),
  retries: mostly(['0'], ['1', 'x']),
  'poll-interval': mostly(['10ms', '20ms'], ['0', 'x']),
  'request-timeout': mostly(['500ms', '1s'], ['100000h', 'x']),
});
const place = fc.oneof(
  { weight: 20, arbitrary: fc.constant<Inputs>({}) },
  { weight: 1, arbitrary: fc.constantFrom(...ADDRESSES).map((address): Inputs => ({ 'base-url': address })) },
  { weight: 1, arbitrary: fc.constantFrom(...ADDRESSES).map((address): Inputs => ({ 'auth-url': address })) },
  { weight: 1, arbitrary: fc.constantFrom(...NEAR_DOMAINS).map((domain): Inputs => ({ domain })) },
);
const context = fc.record({
  event: fc.oneof(
    fc.constant(undefined),
    fc.jsonValue({ maxDepth: 3 }),
    fc.constant({ pull_request: { head: null } }),
  ),
  name: fc.constantFrom('push', 'pull_request', 'pull_request_target', 'workflow_dispatch', ''),
  debug: fc.constantFrom('0', '1'),
});

function prepare({ workspace }: RunnerFiles): void {
  writeFileSync(join(workspace, 'set.yml'), '- scenario: small-company/ransomware');
  writeFileSync(join(workspace, 'huge.yml'), 'x'.repeat(1_100_000));
  symlinkSync('/etc/passwd', join(workspace, 'link.yml'));
  mkdirSync(join(workspace, 'folder.yml'));
}

test(
  'whatever the inputs are, a step ends well or with one annotation and a code that says why',
  async () => {
    const ends: string[] = [];
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        place,
        limits,
        changes,
        context,
        async (person, where, waits, changed, run) => {
          const login = person ? personInputs(sandbox) : serviceAccountInputs(sandbox);
          const inputs = { ...login, scenario: 'small-company/ransomware', ...waits, ...changed, ...where };
          const env = { GITHUB_EVENT_NAME: run.name, RUNNER_DEBUG: run.debug };
          const options: RunOptions = {
            inputs,
            env,
            prepare,
            ...(run.event === undefined ? {} : { event: run.event }),
          };
          const step = await steps.run(options);
          ends.push(step.outputs['error-code'] ?? 'none');
          expectHarmless(step);
          step.files.remove();
        },
      ),
      { numRuns: runs(200), endOnFailure: true },
    );
    // Cases that all end at the first check would prove nothing.
    expect(ends.filter((code) => code === '').length).toBeGreaterThan(ends.length / 10);
    expect(ends.filter((code) => code !== '' && code !== 'input-invalid')).not.toEqual([]);
  },
  patience(60_000),
);
