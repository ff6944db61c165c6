import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const DIST = join(__dirname, '..', 'dist');
const ACTION = join(DIST, 'action');
const size = (file: string): number => statSync(file).size;
const sum = (files: readonly string[]): number => files.reduce((total, file) => total + size(file), 0);

/** Text that only this package's code has. */
const MARKS = {
  jose: 'ERR_JOSE_NOT_SUPPORTED',
  yaml: 'YAMLParseError',
  '@actions/github': 'octokit-core.js',
  'https-proxy-agent': 'https-proxy-agent',
};

/** Records which files are loaded by the time of the first connection, unless told to wait for it, or else of the exit. */
const RECORDER = `
const { Socket } = require('node:net');
const { writeFileSync } = require('node:fs');
let told = false;
const tell = () => {
  if (!told) writeFileSync(process.env.LOADED, JSON.stringify(Object.keys(require.cache)));
  told = true;
};
const { connect } = Socket.prototype;
Socket.prototype.connect = function (...args) {
  if (process.env.UNTIL !== 'exit') tell();
  return connect.apply(this, args);
};
process.on('exit', tell);
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scenario-lab-'));
  writeFileSync(join(folder, 'recorder.cjs'), RECORDER);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The files of dist/ that a step reads until its first connection, or its exit; nobody listens where it goes. */
function loaded(
  entry: string,
  inputs: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): string[] {
  const list = join(folder, 'loaded.json');
  const env = Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
  );
  try {
    execFileSync(process.execPath, ['-r', join(folder, 'recorder.cjs'), join(DIST, entry)], {
      env: { PATH: process.env.PATH, LOADED: list, ...env, ...more },
      stdio: 'ignore',
    });
  } catch {} // It fails, as it should.
  const files = JSON.parse(readFileSync(list, 'utf8')) as string[];
  return files.filter((file) => file.startsWith(DIST));
}

const LAUNCH = {
  'base-url': 'http://127.0.0.1:9/api/scenario/lab',
  'auth-url': 'http://127.0.0.1:9',
  'organization-id': 'o',
  'workspace-id': 'w',
  'client-id': 'ci',
  'client-secret': 'a secret of some length',
  scenario: 'small-company/ransomware',
  'scenario-profile': 'windows10-simple',
  retries: '0',
};

const has = (files: readonly string[], mark: string): boolean =>
  files.some((file) => readFileSync(file, 'utf8').includes(mark));

test('before the first request less than 700 kB are loaded, and nothing that this launch does not need', () => {
  const files = loaded('main.js', LAUNCH);
  expect(files.length).toBeGreaterThan(1);
  expect(sum(files)).toBeLessThan(700_000);
  for (const [name, mark] of Object.entries(MARKS)) expect([name, has(files, mark)]).toEqual([name, false]);
});

test('a launch loads what comments are made with only where it makes one', () => {
  const event = join(folder, 'event.json');
  writeFileSync(event, JSON.stringify({ pull_request: { number: 7 } }));
  const env = { UNTIL: 'exit', GITHUB_EVENT_NAME: 'pull_request', GITHUB_EVENT_PATH: event };
  const [without, withComment] = ['false', 'true'].map((comment) =>
    loaded('main.js', { ...LAUNCH, comment }, env),
  ) as [string[], string[]];
  expect(without.length).toBeGreaterThan(2);
  for (const mark of ['scenario-lab-result', MARKS['@actions/github']])
    expect(has(without, mark)).toBe(false);
  expect(has(withComment, 'scenario-lab-result')).toBe(true);
});

test('jose, yaml, @actions/github and the proxy agent are in chunks of their own', () => {
  const chunks = readdirSync(ACTION)
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(ACTION, name));
  for (const [name, mark] of Object.entries(MARKS)) {
    const holders = chunks.filter((chunk) => has([chunk], mark)).map((chunk) => basename(chunk));
    expect([name, holders.includes('index.js')]).toEqual([name, false]);
    // A package that no command needs is not in the bundle at all.
    if (name !== '@actions/github') expect([name, holders.length]).toEqual([name, 1]);
  }
});

test('a step whose inputs are wrong loads less than 150 kB, and post with nothing to do likewise', () => {
  expect(sum(loaded('main.js', {}))).toBeLessThan(150_000);
  expect(sum(loaded('post.js', {}))).toBeLessThan(150_000);
});

test('all of dist/ is smaller than 2.5 MB', () => {
  const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).map((name) => join(DIST, name));
  expect(sum(files.filter((file) => statSync(file).isFile()))).toBeLessThan(2_500_000);
});
