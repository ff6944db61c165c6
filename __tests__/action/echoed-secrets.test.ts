import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import type { EchoForm, FaultCondition } from '../../src/sandbox/faults';
import { type Inputs, personInputs, serviceAccountInputs } from './run-action';
import { expectSilence, readable } from './silence';
import { type StepsInTurn, startStepsInTurn } from './steps-in-turn';

const FORMS: readonly EchoForm[] = ['raw', 'uri', 'base64', 'json', 'lines', 'escaped', 'cut'];
const STORY = {
  scenario: 'small-company/ransomware',
  'public-access': 'true',
  'poll-interval': '10ms',
  retries: '0',
};

/** Where the secrets come back, with which status. */
const PLACES: readonly [string, FaultCondition, number][] = [
  ['at the login', { path: '/token' }, 400],
  ['at the token exchange', { path: '/token', nth: 2 }, 403],
  ['at the login, as an outage', { path: '/token' }, 503],
  ['at the profile look-up', { path: /\/scenario\/small-company/ }, 400],
  ['as a profile', { path: /\/scenario\/small-company/ }, 200],
  ['at the creation', { path: '/run_lab' }, 422],
  ['at a look', { path: /\/runner\/[^/]+$/, nth: 2, times: 1_000 }, 500],
  ['as the status, the name and the link of a lab', { path: /\/runner\/[^/]+$/, nth: 2 }, 200],
  ['as a notification', { path: '/notifications' }, 200],
];

let sandbox: Sandbox;
let steps: StepsInTurn;
beforeAll(async () => {
  sandbox = await startSandbox({ phaseMs: 5 });
  steps = startStepsInTurn();
});
afterEach(() => sandbox.clearFaults());
afterAll(async () => {
  steps.close();
  await sandbox.close();
});

describe.each(PLACES)('a server that tells the secrets %s', (place, when, status) => {
  test.each(FORMS)('in the form %s makes none appear anywhere', async (as) => {
    // Turn about, so that each place and each form see both.
    const asPerson = (PLACES.findIndex(([name]) => name === place) + FORMS.indexOf(as)) % 2 === 0;
    const login = asPerson ? personInputs(sandbox) : serviceAccountInputs(sandbox);
    const fault = sandbox.addFault({ when, do: { kind: 'echo-secrets', status, as } });
    const step = await steps.run({ sandbox, inputs: { ...login, ...STORY }, env: { RUNNER_DEBUG: '1' } });
    expect(fault.struck).toBeGreaterThan(0);
    expectSilence(sandbox, step);
  });
});

test('an id that is one of our secrets is no id, and is in no state', async () => {
  const { secret = '' } = sandbox.clients.launcher;
  const body = JSON.stringify(secret);
  sandbox.addFault({ when: { path: '/run_lab' }, do: { kind: 'answer', status: 200, body } });
  const step = await steps.run({ sandbox, inputs: { ...serviceAccountInputs(sandbox), ...STORY } });

  expect(step.outputs['error-code']).toBe('response-invalid');
  expectSilence(sandbox, step);
});

test('a token of a lab that is a part of its id or of our words is not masked, a real one is', async () => {
  const lab = (token: string): string => {
    const access = {
      access_token: token,
      refresh_token: 'the-refresh-token-of-the-lab',
      base_url: 'public.lab.example',
    };
    return JSON.stringify({
      runner_id: 'lab-1',
      status: 'SCENARIO_FINISHED',
      name: 'x',
      public_access: access,
    });
  };
  const inputs: Inputs = { ...personInputs(sandbox), command: 'wait', 'lab-ids': 'lab-1' };
  for (const token of ['lab-1', 'FINISHED', 'public', 'succeeded']) {
    sandbox.addFault({
      when: { path: '/runner/lab-1' },
      do: { kind: 'answer', status: 200, body: lab(token) },
    });
    const step = await steps.run({ sandbox, inputs });
    sandbox.clearFaults();
    expect(step.masks).toContain('the-refresh-token-of-the-lab');
    expect(step.masks).not.toContain(token);
    expect(step.outputs).toMatchObject({
      result: 'succeeded',
      'lab-id': 'lab-1',
      status: 'SCENARIO_FINISHED',
    });
    step.files.remove();
  }
});

test('the mistake of a key where its file should be named does not show it', async () => {
  const key = Buffer.from('a private key on one line, without its armour '.repeat(30)).toString('base64');
  const inputs = {
    ...serviceAccountInputs(sandbox),
    ...STORY,
    'client-secret': '',
    'client-private-key': key,
  };
  const step = await steps.run({ sandbox, inputs });

  expect(step.outputs['error-code']).toBe('input-invalid');
  expect(readable(step)).not.toContain(key.slice(0, 20));
});
