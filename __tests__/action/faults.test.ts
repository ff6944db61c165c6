import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import type { FaultAction, FaultCondition } from '../../src/sandbox/faults';
import { runAction, serviceAccountInputs } from './run-action';

const STORY = { scenario: 'small-company/ransomware', 'request-timeout': '700ms' };

const REQUESTS: readonly [string, FaultCondition][] = [
  ['the login', { path: '/token', nth: 1 }],
  ['the profile look-up', { path: /\/scenario\/small-company/, nth: 1 }],
  ['the creation', { path: '/run_lab', nth: 1 }],
  ['the first look', { path: /\/runner\/[^/]+$/, nth: 1 }],
  ['a later look', { path: /\/runner\/[^/]+$/, nth: 3 }],
  ['the notifications', { path: '/notifications', nth: 1 }],
];

const FAULTS: readonly [string, FaultAction][] = [
  ['a reset before it is processed', { kind: 'reset' }],
  ['a reset after it was processed', { kind: 'reset', processed: true }],
  ['a time-out', { kind: 'hang' }],
  ['a time-out although it was processed', { kind: 'hang', processed: true }],
  ['a 502 page', { kind: 'answer', status: 502, body: '<html><body>Bad gateway</body></html>' }],
  ['a 503 although it was processed', { kind: 'answer', status: 503, processed: true }],
  ['a 429 with Retry-After', { kind: 'answer', status: 429, headers: { 'retry-after': '1' } }],
];

const made = (sandbox: Sandbox): number => sandbox.labs.size;

describe('a passing fault', () => {
  test.concurrent.each(REQUESTS)(
    'at %s, of any kind, ends in one lab, green',
    async (_, when) => {
      const runs = FAULTS.map(async ([fault, action]) => {
        await using sandbox = await startSandbox({ phaseMs: 150 });
        const placed = sandbox.addFault({ when, do: action });
        const step = await runAction({ sandbox, inputs: { ...serviceAccountInputs(sandbox), ...STORY } });
        expect({ fault, struck: placed.struck }).toEqual({ fault, struck: 1 });
        expect({ fault, result: step.outputs.result, labs: made(sandbox) }).toEqual({
          fault,
          result: 'succeeded',
          labs: 1,
        });
        await step.post();
        expect({ fault, living: sandbox.labs.living() }).toEqual({ fault, living: [] });
      });
      await Promise.all(runs);
    },
    60_000,
  );
});

describe('a server that is down for good', () => {
  const cases: readonly [string, FaultCondition, FaultAction, string][] = [
    ['resets at the login', { origin: 'idp' }, { kind: 'reset' }, 'network'],
    ['503 at the login', { origin: 'idp' }, { kind: 'answer', status: 503, body: '' }, 'server-error'],
    ['resets at the creation', { path: '/run_lab' }, { kind: 'reset' }, 'network'],
    ['500 at the creation', { path: '/run_lab' }, { kind: 'answer', status: 500 }, 'server-error'],
    ['429 at the creation', { path: '/run_lab' }, { kind: 'answer', status: 429 }, 'rate-limited'],
    ['503 at each look', { path: /\/runner\/[^/]+$/ }, { kind: 'answer', status: 503 }, 'server-error'],
    ['501 at the creation', { path: '/run_lab' }, { kind: 'answer', status: 501 }, 'server-error'],
    [
      'a redirect at each look',
      { path: /\/runner\/[^/]+$/ },
      { kind: 'answer', status: 302, headers: { location: '/x' } },
      'response-invalid',
    ],
  ];

  test.concurrent.each(cases)(
    '%s: ends with the right code and no lab left',
    async (_, when, action, code) => {
      await using sandbox = await startSandbox({ phaseMs: 40 });
      sandbox.addFault({ when, do: action });
      const step = await runAction({
        sandbox,
        inputs: { ...serviceAccountInputs(sandbox), ...STORY, retries: '1' },
      });

      expect(step.outputs).toMatchObject({ result: 'failed', 'error-code': code });
      expect(step.annotations.filter(({ type }) => type === 'error')).toHaveLength(1);
      const post = await step.post();
      expect(post.exitCode).toBe(0);
      expect(sandbox.labs.living()).toEqual([]);
    },
    60_000,
  );

  test.concurrent('a lab that cannot be removed is one warning with its id and how to remove it', async () => {
    await using sandbox = await startSandbox({ phaseMs: 40 });
    sandbox.addFault({
      when: { path: '/stop' },
      do: { kind: 'answer', status: 403, body: '{"detail":"no"}' },
    });
    const step = await runAction({ sandbox, inputs: { ...serviceAccountInputs(sandbox), ...STORY } });
    const post = await step.post();

    expect(post.exitCode).toBe(0);
    expect(post.annotations).toEqual([
      {
        type: 'warning',
        message: expect.stringMatching(new RegExp(`${step.outputs['lab-id']}.*command: stop`)),
      },
    ]);
  });

  test.concurrent('post gives up within 30 s on an API that does not answer', async () => {
    await using sandbox = await startSandbox({ phaseMs: 40 });
    const step = await runAction({ sandbox, inputs: { ...serviceAccountInputs(sandbox), ...STORY } });
    sandbox.addFault({ when: {}, do: { kind: 'hang' } });
    const post = await step.post();

    expect(post.exitCode).toBe(0);
    expect(post.ms).toBeLessThan(30_000);
    expect(post.annotations).toHaveLength(1);
  }, 60_000);

  test.concurrent('post refuses other addresses than main used', async () => {
    await using sandbox = await startSandbox({ phaseMs: 40 });
    await using other = await startSandbox();
    const step = await runAction({ sandbox, inputs: { ...serviceAccountInputs(sandbox), ...STORY } });
    const post = await step.post({ inputs: { 'base-url': other.baseUrl } });

    expect(post.annotations).toEqual([{ type: 'warning', message: expect.stringContaining('addresses') }]);
    expect(other.requests).toEqual([]);
  });
});

describe('an answer that is not the API’s', () => {
  const kinds: readonly FaultAction[] = [
    { kind: 'replace', body: '<html>Log in</html>' },
    { kind: 'empty-id' },
    { kind: 'truncated' },
    { kind: 'broken-gzip' },
    { kind: 'broken-chunks' },
    { kind: 'deep-json' },
    { kind: 'huge', bytes: 11_000_000 },
    { kind: 'endless-headers' },
  ];

  test.concurrent.each(kinds)('at each look is response-invalid: %j', async (action) => {
    await using sandbox = await startSandbox({ phaseMs: 40 });
    sandbox.addFault({ when: { path: /\/runner\/[^/]+$/ }, do: action });
    const step = await runAction({
      sandbox,
      inputs: { ...serviceAccountInputs(sandbox), ...STORY, retries: '0' },
    });

    expect(step.outputs).toMatchObject({ result: 'failed', 'error-code': 'response-invalid' });
    expect(JSON.stringify(step.outputs)).not.toContain('undefined');
    expect(sandbox.labs.living()).toEqual([]);
  });

  test.concurrent.each(kinds)(
    'at the creation leaves no lab: %j',
    async (action) => {
      await using sandbox = await startSandbox({ phaseMs: 40 });
      sandbox.addFault({ when: { path: '/run_lab' }, do: action });
      const step = await runAction({
        sandbox,
        inputs: { ...serviceAccountInputs(sandbox), ...STORY, retries: '0' },
      });

      expect(['succeeded', 'failed']).toContain(step.outputs.result);
      if (step.outputs.result === 'failed') expect(step.outputs['error-code']).toBe('response-invalid');
      await step.post();
      expect(made(sandbox)).toBe(1);
      expect(sandbox.labs.living()).toEqual([]);
    },
    60_000,
  );
});

describe('the deadline', () => {
  test.concurrent.each(['/token', /\/scenario\/small/, '/run_lab', /\/runner\/[^/]+$/])(
    'of 2 s ends a step whose request to %s hangs, in under 4.5 s',
    async (path) => {
      await using sandbox = await startSandbox({ phaseMs: 100 });
      sandbox.addFault({ when: { path }, do: { kind: 'hang', processed: true } });
      const step = await runAction({
        sandbox,
        inputs: { ...serviceAccountInputs(sandbox), scenario: STORY.scenario, timeout: '2s' },
      });

      expect(step.outputs).toMatchObject({ result: 'timed-out', 'error-code': 'timed-out' });
      expect(step.ms).toBeLessThan(4_500);
      sandbox.clearFaults();
      await step.post();
      expect(sandbox.labs.living()).toEqual([]);
    },
  );

  test.concurrent('says the last status and the link', async () => {
    await using sandbox = await startSandbox({ phaseMs: 20 });
    const step = await runAction({
      sandbox,
      inputs: {
        ...serviceAccountInputs(sandbox),
        scenario: 'museum/endless',
        'public-access': 'true',
        timeout: '1s',
      },
    });

    expect(step.outputs.result).toBe('timed-out');
    expect(step.outputs['error-message']).toContain('was SCENARIO_EXECUTION');
    expect(step.outputs['error-message']).toContain(step.outputs['public-link']);
    expect(sandbox.labs.living()).toEqual([]);
  });
});

describe('twenty legs of one matrix', () => {
  test.concurrent('that each lose the answer to their creation make twenty labs, none shared, none removed by a sibling', async () => {
    await using sandbox = await startSandbox({ phaseMs: 150 });
    sandbox.addFault({
      when: { path: '/run_lab', nth: 1, times: 20 },
      do: { kind: 'reset', processed: true },
    });
    const legs = await Promise.all(
      Array.from({ length: 20 }, () =>
        runAction({
          sandbox,
          inputs: { ...serviceAccountInputs(sandbox), ...STORY, 'request-timeout': '20s' },
        }),
      ),
    );

    expect(legs.map(({ outputs }) => outputs.result)).toEqual(legs.map(() => 'succeeded'));
    expect(new Set(legs.map(({ outputs }) => outputs['lab-id'])).size).toBe(20);
    expect(made(sandbox)).toBe(20);
    await legs[0]?.post();
    expect(sandbox.labs.living()).toHaveLength(19);
  }, 120_000);
});
