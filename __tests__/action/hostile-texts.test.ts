import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { HOSTILE_STRINGS } from '../hostile-strings';
import { expectHarmless } from './harmless';
import { type Inputs, personInputs, type StepResult } from './run-action';
import { type StepsInTurn, startStepsInTurn } from './steps-in-turn';

/** All strings at one place after the other. */
const PATIENCE_MS = 60_000;
const ID = 'lab-1';

/** Every step also has a hostile pull request as its event. */
function eventOf(text: string): unknown {
  const head = { ref: text, label: text, repo: { full_name: 'octo/lab' } };
  return { action: text, pull_request: { number: 7, title: text, body: text, head, user: { login: text } } };
}

/** What a place is tried with; each has its own, so that several are tried at once. */
interface Stand {
  /** Lets the deployment answer so, from the first request to that path on. */
  readonly answers: (path: string | RegExp, status: number, value: unknown) => void;
  /** Runs a step whose event holds the text too, and fails unless it was harmless. */
  readonly stepOf: (text: string, inputs: Inputs) => Promise<StepResult>;
}

function standOf(sandbox: Sandbox, steps: StepsInTurn): Stand {
  return {
    answers: (path, status, value) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify(value);
      sandbox.addFault({ when: { path }, do: { kind: 'answer', status, headers, body } });
    },
    stepOf: async (text, inputs) => {
      const env = { GITHUB_EVENT_NAME: 'pull_request', GITHUB_HEAD_REF: text.replaceAll('\0', ' ') };
      const base = { ...personInputs(sandbox), retries: '0', timeout: '15s', 'poll-interval': '10ms' };
      const step = await steps.run({
        // Not those of all steps before: a thousand steps would spend their time on them.
        secrets: [sandbox.person.refreshToken],
        env,
        event: eventOf(text),
        inputs: { ...base, ...inputs },
      });
      sandbox.clearFaults();
      expectHarmless(step);
      step.files.remove();
      return step;
    },
  };
}

const CALL = { command: 'call', request: 'GET /anything' };
const LAUNCH = { scenario: 'small-company/ransomware' };

/** Each place where text of a server or a user comes in, and the code that the step must end with. */
const PLACES: readonly [string, (stand: Stand, text: string) => Promise<StepResult>, string | undefined][] = [
  [
    'an error and the rest of the answer',
    ({ answers, stepOf }, text) => {
      answers('/anything', 422, { detail: [{ loc: ['body', text], msg: text, type: text }], [text]: text });
      return stepOf(text, CALL);
    },
    'request-rejected',
  ],
  [
    'the refusal of the identity provider',
    ({ answers, stepOf }, text) => {
      answers('/token', 400, { error: text, error_description: text });
      return stepOf(text, LAUNCH);
    },
    'request-rejected',
  ],
  [
    'the profile, name, type, address and notifications of a lab that ends badly',
    ({ answers, stepOf }, text) => {
      const lab = { runner_id: ID, name: text, content_type: text, public_access: { base_url: text } };
      answers(/\/scenario\/small-company/, 200, {
        name: 'x',
        scenario_profiles: [{ name: text.slice(0, 400) }],
      });
      answers('/run_lab', 200, ID);
      answers(/\/runner\/[^/]+$/, 200, { ...lab, status: 'ERROR' });
      const notifications = [text, JSON.stringify({ event_data: text, event_datetime: text, stage: text })];
      answers('/notifications', 200, notifications);
      return stepOf(text, { ...LAUNCH, 'public-access': 'true' });
    },
    'lab-failed',
  ],
  [
    'the status of a lab',
    ({ answers, stepOf }, text) => {
      answers(/\/runner\/[^/]+$/, 200, { runner_id: ID, status: `x${text}`, name: text });
      return stepOf(text, { command: 'wait', 'lab-ids': ID, 'wait-for': 'none' });
    },
    '',
  ],
  [
    'the place where a lab is paused',
    ({ answers, stepOf }, text) => {
      answers(/\/runner\/[^/]+$/, 200, { runner_id: ID, status: 'PAUSE' });
      answers('/paused_status', 200, { step: text, is_before_step: true });
      return stepOf(text, { command: 'wait', 'lab-ids': ID });
    },
    'lab-paused',
  ],
  [
    'the names in the lists',
    ({ answers, stepOf }, text) => {
      answers('/scenario/', 200, [{ name: text, scenario_profiles: [{ name: text }, { name: 'b' }] }]);
      return stepOf(text, { command: 'list-scenarios' });
    },
    // A name that is too long to be one makes the list unusable.
    undefined,
  ],
  [
    'the labs in the list',
    ({ answers, stepOf }, text) => {
      const lab = { runner_id: ID, status: `x${text}`, name: text, public_access: { base_url: text } };
      answers('/runner/', 200, { data: [lab], pagination: { total_records: 1 } });
      return stepOf(text, { command: 'list-labs' });
    },
    '',
  ],
  [
    'the version and the findings of a check',
    ({ answers, stepOf }, text) => {
      answers('/version', 200, text);
      answers('/.well-known/openid-configuration', 200, { issuer: text, token_endpoint: text });
      return stepOf(text, { command: 'check' });
    },
    'issuer-mismatch',
  ],
  [
    'the nearest names of an unknown scenario',
    ({ answers, stepOf }, text) => {
      answers(/\/scenario\/x/, 404, { detail: text });
      const name = text.slice(0, 300);
      answers('/scenario/', 200, [{ name }, { name: `xx${name}` }]);
      return stepOf(text, { scenario: 'xx', 'scenario-profile': '*' });
    },
    'scenario-unknown',
  ],
  [
    'the inputs',
    ({ stepOf }, text) => {
      const value = text.replaceAll('\0', ' ');
      const inputs = { scenario: value, 'lab-name': value, 'scenario-profile': value, timeout: value };
      return stepOf(text, { ...inputs, command: value, 'lab-ids': value, 'base-url': value, realm: value });
    },
    'input-invalid',
  ],
  [
    'a secret, lines of which may look like our own',
    ({ stepOf }, text) => stepOf(text, { ...LAUNCH, 'github-token': text.replaceAll('\0', ' ') }),
    '',
  ],
  [
    'the YAML of inputs',
    ({ stepOf }, text) => {
      const yaml = (value: unknown): string => JSON.stringify(value);
      const config = yaml({ [text]: text, max_duration: text });
      const set = yaml([
        { scenario: text, name: text, profile: text, [text]: text },
        { dfir: text, config: { [text]: 1 } },
      ]);
      return stepOf(text, {
        'lab-set': set,
        'lab-config': config,
        'public-access-exchange': yaml({ [text]: text }),
      });
    },
    'input-invalid',
  ],
];

test('there are at least forty hostile strings', () =>
  expect(new Set(HOSTILE_STRINGS).size).toBeGreaterThanOrEqual(40));

test.concurrent.each(PLACES)(
  'each hostile string is harmless as %s',
  async (_, place, code) => {
    const sandbox = await startSandbox({ phaseMs: 1 });
    const steps = startStepsInTurn();
    const stand = standOf(sandbox, steps);
    try {
      for (const text of HOSTILE_STRINGS) {
        const step = await place(stand, text);
        if (code !== undefined) expect({ text, code: step.outputs['error-code'] }).toEqual({ text, code });
      }
    } finally {
      steps.close();
      await sandbox.close();
    }
  },
  PATIENCE_MS,
);
