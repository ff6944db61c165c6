import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import type { FaultAction, FaultCondition } from '../../src/sandbox/faults';
import { expectHarmless } from './harmless';
import { runAction, serviceAccountInputs } from './run-action';

const INPUTS = {
  scenario: 'small-company/ransomware',
  'request-timeout': '2s',
  'poll-interval': '20ms',
  retries: '0',
  cleanup: 'never',
};

const PLACES: readonly [string, FaultCondition][] = [
  ['the login', { path: '/token' }],
  ['a look', { path: /\/runner\/[^/]+$/ }],
];

/** What an answer may be, and the code that is right for it. */
const ANSWERS: readonly [string, FaultAction, string][] = [
  ['comes byte by byte', { kind: 'slow-drip' }, 'network'],
  ['ends before its length', { kind: 'truncated' }, 'response-invalid'],
  ['has broken chunks', { kind: 'broken-chunks' }, 'response-invalid'],
  ['has broken gzip', { kind: 'broken-gzip' }, 'response-invalid'],
  ['has a header without an end', { kind: 'endless-headers' }, 'response-invalid'],
  ['has 50 MB', { kind: 'huge' }, 'response-invalid'],
  ['is 100,000 levels deep', { kind: 'deep-json' }, 'response-invalid'],
  [
    'is longer than its length',
    { kind: 'answer', status: 200, headers: { 'content-length': '3' }, body: '{"a":1}' },
    'response-invalid',
  ],
];

describe.each(PLACES)('an answer to %s', (_, when) => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ phaseMs: 5 });
  });
  afterEach(() => sandbox.close());

  test.each(ANSWERS)('that %s ends the step with the right code, soon', async (_answer, fault, code) => {
    sandbox.addFault({ when, do: fault });
    const step = await runAction({ sandbox, inputs: { ...serviceAccountInputs(sandbox), ...INPUTS } });

    expect(step.outputs).toMatchObject({ result: 'failed', 'error-code': code });
    expect(step.ms).toBeLessThan(6_000);
    expectHarmless(step);
  });
});

describe('a server whose lists do not end', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ phaseMs: 5 });
  });
  afterEach(() => sandbox.close());
  const answers = (path: string, value: unknown): void => {
    sandbox.addFault({ when: { path }, do: { kind: 'answer', status: 200, body: JSON.stringify(value) } });
  };

  test('of notifications gets 200 shown, and the last one quoted', async () => {
    answers('/runner/lab-1', { runner_id: 'lab-1', status: 'ERROR' });
    answers(
      '/notifications',
      Array.from({ length: 50_000 }, (_, index) => `message ${index}`),
    );
    const inputs = { ...serviceAccountInputs(sandbox), command: 'wait', 'lab-ids': 'lab-1' };
    const step = await runAction({ sandbox, inputs });

    expect(step.outputs['error-message']).toContain('message 49999');
    expect(step.log.match(/^ {4}message \d+$/gm)).toHaveLength(200);
    expect(step.log).toContain('Only the first 200 notifications are shown.');
  });

  test('of profiles starts no thousand labs and more', async () => {
    const profiles = Array.from({ length: 1_001 }, (_, index) => ({ name: `p${index}` }));
    answers('small-company%2Fransomware', { name: 'x', scenario_profiles: profiles });
    const inputs = { ...serviceAccountInputs(sandbox), ...INPUTS, 'scenario-profile': '*' };
    const step = await runAction({ sandbox, inputs });

    expect(step.outputs['error-code']).toBe('input-invalid');
    expect(sandbox.labs.size).toBe(0);
  });

  test('of labs fits into outputs and summary, and a warning says what was left out', async () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => `lab-${index}-${'x'.repeat(100)}`);
    const data = ids.map((id) => ({ runner_id: id, status: 'COMPLETED', name: '#'.repeat(400) }));
    answers('/runner/', { data, pagination: { total_records: 1_000 } });
    const inputs = { ...serviceAccountInputs(sandbox), command: 'wait', 'lab-ids': ids.join('\n') };
    const step = await runAction({ sandbox, inputs });

    expect(step.outputs.result).toBe('succeeded');
    expect(JSON.parse(step.outputs['lab-ids'] ?? '')).toHaveLength(1_000);
    expect(JSON.parse(step.outputs.labs ?? '')).toHaveLength(1_000);
    const size = Object.values(step.outputs).reduce((sum, value) => sum + value.length, 0);
    expect(2 * size).toBeLessThan(1_000_000);
    expect(Buffer.byteLength(step.summary)).toBeLessThan(900_000);
    expect(step.annotations).toEqual([
      { type: 'warning', message: expect.stringContaining('no details in labs') },
    ]);
    expectHarmless(step);
  });
});

test('warnings end: ten are annotations, and the rest is no endless log', async () => {
  await using sandbox = await startSandbox({ phaseMs: 5 });
  const unknown = Array.from({ length: 400 }, (_, index) => `field_${index}: 1`).join('\n');
  const inputs = { ...serviceAccountInputs(sandbox), ...INPUTS, 'lab-config': unknown };
  const step = await runAction({ sandbox, inputs });

  expect(step.outputs.result).toBe('succeeded');
  expect(step.annotations.map(({ type }) => type)).toEqual(Array(10).fill('warning'));
  expect(step.log.match(/^Warning: /gm)).toHaveLength(190);
  expectHarmless(step);
});

test('an address of a lab that is megabytes long does not stall the step', async () => {
  await using sandbox = await startSandbox({ phaseMs: 5, publicBaseUrl: `${'/'.repeat(3_000_000)}x` });
  const inputs = { ...serviceAccountInputs(sandbox), ...INPUTS, 'public-access': 'true' };
  const step = await runAction({ sandbox, inputs });

  expect(step.outputs).toMatchObject({ result: 'succeeded', 'public-link': '' });
  expect(step.ms).toBeLessThan(10_000);
  expectHarmless(step);
});

test('an answer of nothing but passwords does not stall a call', async () => {
  await using sandbox = await startSandbox();
  const body = Array.from({ length: 200_000 }, (_, index) => `password=geheim${index}`).join(' ');
  sandbox.addFault({ when: { path: '/anything' }, do: { kind: 'answer', status: 200, body } });
  const inputs = { ...serviceAccountInputs(sandbox), command: 'call', request: 'GET /anything' };
  const step = await runAction({ sandbox, inputs });

  expect(step.outputs).toMatchObject({ result: 'succeeded', response: '***' });
  expect(step.ms).toBeLessThan(10_000);
});

test.each([200, 403])(
  'a word of nine megabytes, with status %d, is too much for no engine',
  async (status) => {
    await using sandbox = await startSandbox();
    const body = JSON.stringify({ detail: 'QUJD'.repeat(2_250_000) });
    sandbox.addFault({ when: { path: '/anything' }, do: { kind: 'answer', status, body } });
    const inputs = { ...serviceAccountInputs(sandbox), command: 'call', request: 'GET /anything' };
    // An engine that has compiled many expressions leaves the next ones so; a step would have to run long for that.
    const step = await runAction({ sandbox, inputs, nodeArgs: ['--no-regexp-optimization'] });

    const code = status < 400 ? '' : 'forbidden';
    expect(step.outputs).toMatchObject({
      'response-status': String(status),
      response: '"***"',
      'error-code': code,
    });
    expectHarmless(step);
  },
);

test('a runner that gives no place for outputs still gets the one error, and no stack', async () => {
  await using sandbox = await startSandbox();
  const env = { GITHUB_OUTPUT: '/nowhere/at/all', GITHUB_STEP_SUMMARY: '/nowhere/either' };
  const inputs = { ...serviceAccountInputs(sandbox), scenario: '' };
  const step = await runAction({ sandbox, inputs, env });

  expect(step.exitCode).toBe(1);
  expect(step.annotations.map(({ type }) => type)).toEqual(['warning', 'warning', 'error']);
  expect(step.stdout).not.toMatch(/\n\s+at /);
});
