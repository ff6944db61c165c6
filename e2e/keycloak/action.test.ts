import type { KeyObject } from 'node:crypto';
import type { Inputs, StepResult } from '../../__tests__/action/run-action';
import { type Deployment, startDeployment } from './deployment';
import { CLIENT_SECRETS } from './realm';

// Each way to log in, with the bundle as a runner starts it, a real Keycloak for the logins and the sandbox's API,
// which checks the real tokens. Longer than 200 lines, so that one server, which takes long to start, serves all of it.

let here: Deployment;
beforeAll(async () => {
  here = await startDeployment();
}, 600_000);
afterAll(() => here?.close());
beforeEach(() => here.forget());

/** The step launched a lab and waited for its end without a hitch, and its post step removed it. */
async function expectLaunched(step: StepResult, tokenRequests = 1): Promise<void> {
  expect({ error: step.outputs['error-message'], annotations: step.annotations }).toEqual({
    error: '',
    annotations: [],
  });
  expect(step.outputs).toMatchObject({ result: 'succeeded', created: 'true', status: 'SCENARIO_FINISHED' });
  expect(here.requests().map(({ status }) => status)).toEqual(Array(tokenRequests).fill(200));
  const post = await step.post();
  expect(post.annotations).toEqual([]);
  expect(here.sandbox.labs.living()).toEqual([]);
  expect(here.sandbox.requests.filter(({ status }) => status === 401).length).toBe(0);
}

const secretOf = (clientId: keyof typeof CLIENT_SECRETS): Inputs => ({
  'client-id': clientId,
  'client-secret': CLIENT_SECRETS[clientId],
});
const POST = { 'client-authentication': 'client_secret_post' };

const KEY_FORMS: readonly [string, string, (key: KeyObject) => string][] = [
  ['an RSA key in PKCS#8', 'ci-key-rsa', (key) => pem(key, 'pkcs8')],
  ['an RSA key in PKCS#1', 'ci-key-rsa', (key) => pem(key, 'pkcs1')],
  ['a P-256 key in SEC1', 'ci-key-p256', (key) => pem(key, 'sec1')],
  ['a P-256 key as a JWK', 'ci-key-p256', (key) => JSON.stringify(key.export({ format: 'jwk' }))],
  ['a P-384 key in PKCS#8', 'ci-key-p384', (key) => pem(key, 'pkcs8')],
  ['a P-521 key in SEC1', 'ci-key-p521', (key) => pem(key, 'sec1')],
  ['an Ed25519 key in PKCS#8', 'ci-key-ed25519', (key) => pem(key, 'pkcs8')],
];

function pem(key: KeyObject, type: 'pkcs1' | 'pkcs8' | 'sec1'): string {
  return String(key.export({ format: 'pem', type }));
}

describe('each way to log in launches a lab end to end', () => {
  test("a person's offline token", async () => {
    await expectLaunched(await here.run({ 'refresh-token': await here.logIn() }));
  });

  test("the command-line client's file", async () => {
    const { 'organization-id': organization, 'workspace-id': workspace, ...rest } = here.inputs;
    const file = `active_profile: lab.example
profiles:
  lab.example:
    domain: lab.example
    refresh_token: ${await here.logIn()}
    default_workspace: ${workspace}
    organization_id: ${organization}
`;
    await expectLaunched(
      await here.run({ ...rest, 'organization-id': '', 'workspace-id': '', 'cli-config': file }),
    );
  });

  test.each([
    ['client_secret_basic', secretOf('ci-basic')],
    ['client_secret_post', { ...secretOf('ci-post'), ...POST }],
    ['client_secret_basic with every awkward character', secretOf('ci-nasty')],
    ['client_secret_post with every awkward character', { ...secretOf('ci-nasty'), ...POST }],
  ])('%s', async (_, inputs) => {
    await expectLaunched(await here.run(inputs));
  });

  test.each(KEY_FORMS)('private_key_jwt with %s', async (_, clientId, form) => {
    const key = here.keys.find((known) => known.clientId === clientId);
    if (key === undefined) throw new Error(`no key for ${clientId}`);
    const text = form(key.privateKey);
    const step = await here.run(
      { 'client-id': clientId, 'client-private-key': text, 'client-key-id': key.keyId },
      { secrets: text.split('\n').filter((part) => part.length > 20 && !part.startsWith('-----')) },
    );
    await expectLaunched(step);
    // No mask so short that it hits ordinary text: the last line of a PEM can be a few characters long.
    expect(step.masks.filter((mask) => mask.length < 8)).toEqual([]);
  });

  test("the workflow's own id token, without a client id", async () => {
    const before = here.github.issued();
    const step = await here.run(
      { 'client-authentication': 'github-oidc' },
      { env: here.github.environment, secrets: [here.github.environment.ACTIONS_ID_TOKEN_REQUEST_TOKEN] },
    );
    const [login] = here.requests();
    expect([...(login?.form.keys() ?? [])].sort()).toEqual([
      'client_assertion',
      'client_assertion_type',
      'grant_type',
      'scope',
    ]);
    expect(here.github.issued()).toBe(before + 1);
    await expectLaunched(step);
  });
});

describe("GitHub's clock ahead of Keycloak's, which allows no skew", () => {
  const run = () => here.run({ 'client-authentication': 'github-oidc' }, { env: here.github.environment });
  afterEach(() => {
    here.github.settings.clockOffsetS = 0;
  });

  test('by a second: one more id token, two seconds later', async () => {
    here.github.settings.clockOffsetS = 1;
    const before = here.github.issued();
    const step = await run();
    expect(step.outputs.result).toBe('succeeded');
    expect(step.annotations).toEqual([]);
    expect(here.github.issued()).toBe(before + 2);
    expect(here.requests().map(({ status }) => status)).toEqual([400, 200]);
    here.github.settings.clockOffsetS = 0;
    await step.post();
  });

  test('by half a minute: it is tried twice, and the sentence speaks of clocks', async () => {
    here.github.settings.clockOffsetS = 30;
    const step = await run();
    expect(step.outputs['error-code']).toBe('client-rejected');
    expect(step.outputs['error-message']).toContain("identity provider's clock");
    expect(here.requests().map(({ status }) => status)).toEqual([400, 400]);
  });
});

describe('the life of an access token', () => {
  test('a wait of three lifetimes costs one token request per lifetime, and the API refuses none', async () => {
    // Keycloak counts in whole seconds, so that a token lives up to one less than it says.
    const lifetimeMs = 6_000;
    await here.keycloak.admin.changeRealm({ accessTokenLifespan: lifetimeMs / 1000 });
    here.sandbox.setScenario({ name: 'ward/slow', totalMs: 3 * lifetimeMs });
    const refreshToken = await here.logIn();
    const from = here.sandbox.requests.length;
    const slow = { scenario: 'ward/slow', cleanup: 'on-failure' };
    try {
      const steps = await Promise.all([
        here.run({ ...slow, ...secretOf('ci-basic') }),
        here.run({ ...slow, 'refresh-token': refreshToken }),
      ]);
      for (const step of steps) {
        expect(step.outputs.result).toBe('succeeded');
        expect(step.ms).toBeGreaterThan(3 * lifetimeMs);
      }
      for (const grant of ['client_credentials', 'refresh_token']) {
        // A token is renewed when four fifths of its life are over.
        const tokens = here.requests().filter(({ form }) => form.get('grant_type') === grant);
        expect(tokens.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
        const gaps = tokens.slice(1).map(({ at }, index) => at - (tokens[index]?.at ?? 0));
        expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0.75 * lifetimeMs);
      }
      const api = here.sandbox.requests.slice(from);
      expect(api.length).toBeGreaterThan(100);
      expect(api.filter(({ status }) => status === 401).length).toBe(0);
    } finally {
      await here.keycloak.admin.changeRealm({ accessTokenLifespan: 300 });
    }
  });

  test('a token that the API refuses is renewed once, and the request repeated once', async () => {
    const refusal = { kind: 'answer', status: 401, body: '{"detail":"Token has expired"}' } as const;
    const fault = here.sandbox.addFault({ when: { path: /\/runner\/[^/]+$/, nth: 2 }, do: refusal });
    const step = await here.run({ 'refresh-token': await here.logIn(), cleanup: 'on-failure' });
    fault.remove();
    expect(fault.struck).toBe(1);
    expect(step.outputs.result).toBe('succeeded');
    const sent = here.requests().map(({ form }) => form.get('refresh_token'));
    // A person's new refresh token is followed.
    expect([sent.length, new Set(sent).size]).toEqual([2, 2]);
  });
});

describe('granted scopes', () => {
  test('what the login did not grant is a warning before the API refuses', async () => {
    const step = await here.run({ 'refresh-token': await here.logIn('openid offline_access groups') });
    expect(step.annotations.map(({ type }) => type)).toEqual(['warning', 'error']);
    expect(step.annotations[0]?.message).toContain("did not grant 'scenario:run'");
    expect(step.outputs['error-code']).toBe('scope-missing');
    // A new token would not help, so none is asked for.
    expect(here.requests()).toHaveLength(1);
  });

  test('a narrowed refresh is seen in the token, although the answer does not tell', async () => {
    const step = await here.run({
      'refresh-token': await here.logIn('openid offline_access groups'),
      scopes: 'openid scenario:run',
    });
    expect(step.annotations[0]?.message).toContain("did not grant 'scenario:run'");
  });
});

test('secrets go to the identity provider alone, access tokens to the API alone', async () => {
  const from = here.sandbox.requests.length;
  for (const inputs of [{ 'refresh-token': await here.logIn() }, secretOf('ci-basic')]) {
    const step = await here.run(inputs);
    await step.post();
  }
  const login = here.requests();
  expect(login).toHaveLength(4);
  for (const { path, authorization, form } of login) {
    expect(path).toMatch(/\/protocol\/openid-connect\/token$/);
    expect(authorization ?? '').not.toMatch(/^Bearer/);
    expect(form.has('access_token')).toBe(false);
  }
  const sent = login.flatMap(({ form, authorization }) => [
    form.get('refresh_token'),
    authorization?.slice(6),
  ]);
  const secrets = [...sent, CLIENT_SECRETS['ci-basic']].filter((secret) => typeof secret === 'string');
  const api = here.sandbox.requests.slice(from);
  expect(api.length).toBeGreaterThan(10);
  for (const { headers, body, url } of api) {
    expect(headers.authorization).toMatch(/^Bearer /);
    for (const secret of secrets) expect(`${url} ${JSON.stringify(headers)} ${body}`).not.toContain(secret);
  }
});
