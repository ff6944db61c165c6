import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { HOSTILE_STRINGS } from '../hostile-strings';
import { expectHarmless } from './harmless';
import { type Inputs, personInputs, type StepResult, serviceAccountInputs } from './run-action';
import { type StepsInTurn, startStepsInTurn } from './steps-in-turn';

let sandbox: Sandbox;
let steps: StepsInTurn;
beforeAll(async () => {
  sandbox = await startSandbox({ phaseMs: 5 });
  steps = startStepsInTurn();
});
afterEach(() => {
  sandbox.clearFaults();
  sandbox.settings.accessTokenLifetimeS = 300;
});
afterAll(async () => {
  steps.close();
  await sandbox.close();
});

const run = (inputs: Inputs): Promise<StepResult> =>
  steps.run({ sandbox, inputs: { retries: '0', ...inputs } });
const place = (): string => `organization ${sandbox.organizationId}, workspace ${sandbox.workspaceId}.`;
const host = (): string => new URL(sandbox.baseUrl).host;
const firstLine = ({ log }: StepResult): string | undefined =>
  log.split('\n').find((text) => text !== '' && !text.startsWith('::'));

/** Lets the identity provider answer with a token that the API does not know. */
function answerToken(accessToken: string): void {
  const body = JSON.stringify({ access_token: accessToken, expires_in: 300 });
  sandbox.addFault({ when: { path: '/token' }, do: { kind: 'answer', status: 200, body } });
}
const jwtOf = (claims: unknown): string =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;

test('the log begins with where and as whom the step works, for a service account and for a person', async () => {
  const list = { command: 'list-scenarios' };
  const service = await run({ ...serviceAccountInputs(sandbox), ...list });
  const name = `service-account-${sandbox.clients.launcher.clientId}`;
  expect(firstLine(service)).toBe(`Logged in to ${host()} as '${name}'; ${place()}`);

  const person = await run({ ...personInputs(sandbox), ...list });
  expect(firstLine(person)).toMatch(/^Logged in to 127\.0\.0\.1:\d+ as '[^']+'; organization /);
});

test('it says so once, however many labs and logins there are, and post says it once more if it logs in', async () => {
  sandbox.settings.accessTokenLifetimeS = 1;
  const scenario = 'small-company/ransomware\nsmall-company/ransomware';
  const inputs = { ...serviceAccountInputs(sandbox), scenario, cleanup: 'always' };
  const before = sandbox.requests.length;
  sandbox.settings.phaseMs = 300;
  const step = await run(inputs);
  const logins = sandbox.requests.slice(before).filter(({ path }) => path.endsWith('/token'));
  expect(step.outputs.result).toBe('succeeded');
  expect(logins.length).toBeGreaterThan(1);
  expect(step.log.match(/Logged in/g)).toHaveLength(1);

  const post = await step.post();
  expect(post.log.match(/Logged in to/g)).toHaveLength(1);
  expect(post.log).toContain('was stopped');
});

test('a step that never gets a token does not say that it has logged in', async () => {
  sandbox.addFault({ when: { path: '/token' }, do: { kind: 'answer', status: 503 } });
  const step = await run({ ...serviceAccountInputs(sandbox), command: 'list-scenarios' });
  expect(step.log).not.toContain('Logged in');
});

test.each([
  ['an opaque token', 'opaque'],
  ['a token without a name', jwtOf({ sub: '4711', preferred_username: ' ' })],
  ['a name that is no text', jwtOf({ preferred_username: { toString: 'x' }, azp: ['y'] })],
])('%s leaves the client that the inputs name', async (_, token) => {
  answerToken(token);
  const step = await run({ ...serviceAccountInputs(sandbox), command: 'list-scenarios' });
  expect(firstLine(step)).toBe(
    `Logged in to ${host()} with client '${sandbox.clients.launcher.clientId}'; ${place()}`,
  );
});

test('a token whose only name is its client’s gives that', async () => {
  answerToken(jwtOf({ azp: 'lab-client' }));
  const step = await run({ ...serviceAccountInputs(sandbox), command: 'list-scenarios' });
  expect(firstLine(step)).toContain(" as 'lab-client'; ");
});

test.each(HOSTILE_STRINGS.map((text) => [JSON.stringify(text).slice(0, 60), text]))(
  'the name %s stays one harmless line',
  async (_, text) => {
    answerToken(jwtOf({ preferred_username: text }));
    const step = await run({ ...serviceAccountInputs(sandbox), command: 'list-scenarios' });
    expectHarmless(step);
    expect(step.log).toMatch(/^Logged in to .{1,300}$/m);
    step.files.remove();
  },
);

test('a name that is our secret, whole or with more around it, does not show', async () => {
  const { secret = '' } = sandbox.clients.launcher;
  for (const name of [secret, `${'x'.repeat(90)}${secret}`]) {
    answerToken(jwtOf({ preferred_username: name }));
    const step = await run({ ...serviceAccountInputs(sandbox), command: 'list-scenarios' });
    sandbox.clearFaults();
    const shown = step.stdout.replace(/^::add-mask::.*$/gm, '');
    expect(shown).toContain('***');
    expect(shown).not.toContain(secret.slice(0, 8));
  }
});
