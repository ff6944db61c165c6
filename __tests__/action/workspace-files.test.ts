import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { expectHarmless } from './harmless';
import { type Inputs, type RunOptions, runAction, serviceAccountInputs } from './run-action';
import type { RunnerFiles } from './runner-files';

const onPosix = process.platform === 'win32' ? test.skip : test;
const STORY = { scenario: 'small-company/ransomware', 'poll-interval': '20ms', 'allow-forks': 'true' };

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ phaseMs: 5 });
});
afterAll(() => sandbox.close());

/** What a hostile checkout may hold at the names that inputs give. */
const TRAPS: Readonly<Record<string, (path: string, files: RunnerFiles) => void>> = {
  'a regular file': (path) => writeFileSync(path, 'max_duration: 77'),
  'a link out of the workspace': (path, { folder }) => {
    writeFileSync(join(folder, 'outside.yml'), 'max_duration: 77');
    symlinkSync(join(folder, 'outside.yml'), path);
  },
  'a link to itself': (path) => symlinkSync(path, path),
  'a device': (path) => symlinkSync('/dev/zero', path),
  'a pipe': (path) => execFileSync('mkfifo', [path]),
  'a folder': (path) => mkdirSync(path),
  'a huge file': (path) => writeFileSync(path, `max_duration: 77\n#${'x'.repeat(1_048_576)}`),
};

const INPUTS: readonly (readonly [string, string])[] = [
  ['lab-config', 'config.yml'],
  ['lab-set', 'config.yml'],
  ['public-access-exchange', 'config.yml'],
  ['ca-certificate', 'config.yml'],
  ['client-private-key', 'config.yml'],
  ['client-certificate', 'config.yml'],
  ['client-certificate-key', 'config.yml'],
  ['cli-config', 'config.yml'],
  ['endpoints', 'config.yml'],
  ['request-body', 'config.yml'],
];

/** What must not be given beside an input, and what it is for. */
const BESIDE: Readonly<Record<string, Inputs>> = {
  'lab-set': { scenario: '' },
  'client-private-key': { 'client-secret': '' },
  'cli-config': { 'client-id': '', 'client-secret': '' },
  'request-body': { command: 'call', scenario: '', request: 'POST /x' },
};

async function stepWith(trap: string, change: Inputs, options: Partial<RunOptions> = {}) {
  const prepare = (files: RunnerFiles): void => TRAPS[trap]?.(join(files.workspace, 'config.yml'), files);
  const before = sandbox.requests.length;
  const step = await runAction({
    sandbox,
    prepare,
    ...options,
    inputs: { ...serviceAccountInputs(sandbox), ...STORY, ...change },
  });
  expectHarmless(step);
  expect(step.ms).toBeLessThan(10_000);
  return { step, bodies: sandbox.requests.slice(before).map(({ body }) => body) };
}

const from = (fullName: string | null) => ({
  env: { GITHUB_EVENT_NAME: 'pull_request_target' },
  event: { pull_request: { number: 7, head: { repo: fullName === null ? null : { full_name: fullName } } } },
});

describe('under pull_request_target with the head of a stranger', () => {
  onPosix.each(Object.keys(TRAPS))(
    '%s is not read, whichever input names it',
    async (trap) => {
      for (const [input, path] of INPUTS) {
        const change = { ...BESIDE[input], [input]: path, 'allow-forks': 'true' };
        const { step, bodies } = await stepWith(trap, change, from('stranger/lab'));
        expect({ input, code: step.outputs['error-code'] }).toEqual({ input, code: 'input-invalid' });
        expect(step.outputs['error-message']).toContain('files are not read on pull_request_target');
        expect(bodies).toEqual([]);
      }
    },
    60_000,
  );

  test('whose repository is gone, or is not told, nothing is read either', async () => {
    const events = [
      from(null),
      { ...from(null), event: {} },
      { env: { GITHUB_EVENT_NAME: 'pull_request_target' } },
    ];
    for (const options of events) {
      const change = { 'lab-config': 'config.yml', 'allow-forks': 'true' };
      const { step } = await stepWith('a regular file', change, options);
      expect(step.outputs['error-code']).toBe('input-invalid');
    }
  });

  test('texts are taken as they are', async () => {
    const { step, bodies } = await stepWith(
      'a regular file',
      { 'lab-config': 'max_duration: 78', 'allow-forks': 'true' },
      from('stranger/lab'),
    );
    expect(step.outputs.result).toBe('succeeded');
    expect(bodies.join()).toContain('"max_duration":78');
  });

  test('a head of this repository is as good as any', async () => {
    const { step, bodies } = await stepWith(
      'a regular file',
      { 'lab-config': 'config.yml' },
      from('octo/lab'),
    );
    expect(step.outputs.result).toBe('succeeded');
    expect(bodies.join()).toContain('"max_duration":77');
  });
});

describe('anywhere else', () => {
  const wrong = Object.keys(TRAPS).filter((trap) => trap !== 'a regular file');

  onPosix.each(wrong)('%s where a file should be is an input error', async (trap) => {
    const { step, bodies } = await stepWith(trap, { 'lab-config': 'config.yml' });
    expect(step.outputs['error-code']).toBe('input-invalid');
    expect(bodies).toEqual([]);
  });

  onPosix('a key by an absolute path may lie outside, but no link of the workspace leads there', async () => {
    let files: RunnerFiles | undefined;
    const prepare = (fresh: RunnerFiles): void => {
      files = fresh;
      writeFileSync(
        join(fresh.folder, 'key.pem'),
        '-----BEGIN PRIVATE KEY-----\nnone\n-----END PRIVATE KEY-----\n',
      );
      symlinkSync(join(fresh.folder, 'key.pem'), join(fresh.workspace, 'link.pem'));
      linkSync(join(fresh.folder, 'key.pem'), join(fresh.workspace, 'own.pem'));
    };
    const messageFor = async (path: (folder: RunnerFiles) => string): Promise<string> => {
      const inputs: Record<string, string> = {
        ...serviceAccountInputs(sandbox),
        ...STORY,
        'client-secret': '',
      };
      const step = await runAction({
        sandbox,
        inputs,
        prepare: (fresh) => {
          prepare(fresh);
          inputs['client-private-key'] = path(fresh);
        },
      });
      expect(files).toBeDefined();
      return step.outputs['error-message'] ?? '';
    };
    expect(await messageFor(({ workspace }) => join(workspace, 'link.pem'))).toContain(
      'is not inside the workspace',
    );
    expect(await messageFor(() => 'link.pem')).toContain('is not inside the workspace');
    expect(await messageFor(({ folder }) => join(folder, 'key.pem'))).toContain('client-private-key: ');
    expect(await messageFor(({ folder }) => join(folder, 'key.pem'))).not.toContain('workspace');
    expect(await messageFor(() => 'own.pem')).not.toContain('workspace');
  });
});
