// The checks behind .ci/run, one after the other; a failed one does not stop the next. Node alone.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cache = resolve(process.env.SCENARIO_LAB_CACHE ?? join(root, '.cache'));
const scratch = mkdtempSync(join(tmpdir(), 'scenario-lab-checks-'));
const env = { ...process.env, NO_COLOR: '1', SCENARIO_LAB_CACHE: cache };
const LIMIT_MS = 25 * 60_000;
const deadline = Date.now() + 75 * 60_000;
const total = { passed: 0, failed: 0 };

/** The command that runs now, and how to end all of it. */
let endCurrent = () => {};
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    endCurrent();
    process.exit(1);
  });
}

/** Runs a command with its output shown; gives what it wrote to `kept`, and whether it ended well in time. */
function run(command, { cwd = root, more = {}, kept = 'stdout' } = {}) {
  return new Promise((done) => {
    const ownGroup = process.platform !== 'win32';
    const child = spawn(command, {
      cwd,
      env: { ...env, ...more },
      shell: true,
      detached: ownGroup,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    endCurrent = () => {
      try {
        process.kill(ownGroup ? -child.pid : child.pid, 'SIGKILL');
      } catch {} // It is gone already.
    };
    let text = '';
    let timer;
    const endAfter = (ms) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        console.log(`Stopped, since it did not end by itself: ${command}`);
        endCurrent();
        done({ ok: false, text });
      }, ms);
    };
    endAfter(Math.max(0, Math.min(LIMIT_MS, deadline - Date.now())));
    for (const name of ['stdout', 'stderr']) {
      child[name].setEncoding('utf8').on('data', (chunk) => {
        process.stdout.write(chunk);
        if (name === kept) text += chunk;
        // A test that failed before its clean-up keeps jest up: no reason to wait out the limit.
        if (chunk.includes('Jest did not exit')) endAfter(10_000);
      });
    }
    child.once('close', (code) => {
      clearTimeout(timer);
      endCurrent = () => {};
      done({ ok: code === 0, text });
    });
  });
}

/** Announces a check, counts what it gives, and says how long it took. */
async function check(name, work) {
  console.log(`\n=== ${name}`);
  const startedAt = Date.now();
  let counts;
  try {
    counts = await work();
  } catch (error) {
    console.log(String(error));
    counts = counted(false);
  }
  total.passed += counts.passed;
  total.failed += counts.failed;
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.log(`--- ${name}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`);
}

const counted = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 });

/** A bad end without a failed test (a broken suite, lint, types) is a failure all the same. */
const countedTests = ({ ok, passed, failed }) => ({ passed, failed: ok ? failed : Math.max(1, failed) });

async function jest(name, args, more) {
  const file = join(scratch, `${name}.json`);
  const { ok } = await run(`npx jest ${args} --json --outputFile="${file}"`, { more, kept: 'none' });
  if (!existsSync(file)) return counted(false);
  const report = JSON.parse(readFileSync(file, 'utf8'));
  return countedTests({
    ok,
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
  });
}

/** npm hands no arguments through to the tests, so their counts are read off jest's last lines. */
async function installAndTest() {
  const { ok, text } = await run('npm cit', { kept: 'stderr' });
  const tests = /^Tests: .*$/m.exec(text)?.[0];
  if (tests === undefined) return counted(false);
  const number = (word) => Number(new RegExp(`(\\d+) ${word}`).exec(tests)?.[1] ?? 0);
  return countedTests({ ok, passed: number('passed'), failed: number('failed') });
}

async function node24() {
  const prefix = join(cache, 'node24');
  const binary = join(prefix, 'node_modules', 'node', 'bin', 'node');
  mkdirSync(prefix, { recursive: true });
  if (!existsSync(binary)) await run(`npm i --no-audit --no-fund --prefix "${prefix}" node@24`);
  const { ok, text } = await run(`"${binary}" --version`);
  if (!ok || !text.startsWith('v24.')) throw new Error(`There is no Node 24 at ${binary}.`);
  return binary;
}

async function demoWithNothingInstalled() {
  const clone = join(scratch, 'clone');
  if (!(await run(`git clone --quiet "${root}" "${clone}"`)).ok) return counted(false);
  return counted((await run('npm run demo', { cwd: clone })).ok);
}

/** What is committed must be what the sources give. */
async function drift() {
  const built = (await run('npm run build')).ok && (await run('npm run docs')).ok;
  const { ok, text } = await run('git status --porcelain');
  return counted(built && ok && text.trim() === '');
}

await check('npm cit: install, lint, types, tests', installAndTest);
await check('the action under Node 24', async () =>
  jest('node24', '__tests__/action', { SCENARIO_LAB_NODE: await node24() }),
);
await check('the demonstration, with nothing installed', demoWithNothingInstalled);
await check('end to end', () => jest('e2e', '-c e2e/jest.config.cjs'));
await check('dist and docs are what the sources give', drift);

rmSync(scratch, { recursive: true, force: true });
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
