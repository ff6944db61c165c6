import { decodeJwt } from 'jose';
import type { Inputs, RunOptions, StepResult } from '../../__tests__/action/run-action';
import { type Deployment, startDeployment } from './deployment';
import { CLIENT_SECRETS, LINK_AUDIENCE } from './realm';

// What the action makes of each refusal of a real Keycloak: a code, and a sentence that says what to change.
// SCENARIO_LAB_PRINT=1 prints the sentences, to be read by whoever words them.
// Longer than 200 lines, so that one server, which takes long to start, serves all of it.

let here: Deployment;
const sentences: string[] = [];
beforeAll(async () => {
  here = await startDeployment();
}, 600_000);
afterAll(async () => {
  if (process.env.SCENARIO_LAB_PRINT === '1') process.stderr.write(`${sentences.join('\n\n')}\n`);
  await here?.close();
});
beforeEach(() => here.forget());
afterEach(() => Object.assign(here.door.settings, { cuts: 0, alias: false, edit: undefined }));

const secretOf = (clientId: keyof typeof CLIENT_SECRETS): Inputs => ({
  'client-id': clientId,
  'client-secret': CLIENT_SECRETS[clientId],
});

interface Expected {
  readonly code: string;
  /** A word of what to do. */
  readonly remedy: string;
  /** Only where it is not one. */
  readonly requests?: number;
}

/** Runs a step that must fail with one sentence, without a lab and without sending more than it takes to know. */
async function expectRefused(
  inputs: Inputs,
  { code, remedy, requests = 1 }: Expected,
  more: Partial<RunOptions> = {},
): Promise<StepResult> {
  here.forget();
  const labs = here.sandbox.labs.size;
  const step = await here.run(inputs, more);
  const sentence = step.outputs['error-message'] ?? '';
  sentences.push(`[${step.outputs['error-code']}] ${sentence}`);
  expect(step.outputs).toMatchObject({ result: 'failed', 'error-code': code });
  expect(sentence).toContain(remedy);
  expect(sentence).toMatch(/^Cannot [^\r\n]+\.$/);
  expect(step.annotations.filter(({ type }) => type === 'error')).toHaveLength(1);
  expect(here.requests()).toHaveLength(requests);
  expect(here.sandbox.labs.size).toBe(labs);
  return step;
}

const keyInputs = (clientId: string): Inputs => {
  const key = here.keys.find((known) => known.clientId === clientId);
  const text = String(key?.privateKey.export({ format: 'pem', type: 'pkcs8' }));
  return { 'client-id': clientId, 'client-private-key': text };
};
const oidc: Inputs = { 'client-authentication': 'github-oidc' };

describe('a refresh token', () => {
  test('whose login was ended', async () => {
    const token = await here.logIn();
    await here.keycloak.admin.endSession(String(decodeJwt(token).sid), 'offline');
    await expectRefused({ 'refresh-token': token }, { code: 'refresh-token-dead', remedy: 'Log in again' });
  });

  test('that is none', async () => {
    const wrong = { code: 'refresh-token-dead', remedy: 'Log in again' };
    await expectRefused({ 'refresh-token': 'garbage-of-some-length' }, wrong);
  });

  test('of another client', async () => {
    const token = await here.logIn();
    const desktop = { 'refresh-token': token, 'client-id': 'desktop' };
    await expectRefused(desktop, { code: 'refresh-token-dead', remedy: 'set client-id to that client' });
    const confidential = { 'refresh-token': token, 'client-id': 'ci-post' };
    await expectRefused(confidential, { code: 'client-rejected', remedy: "'ci-post' is not public" });
    const unknown = { 'refresh-token': token, 'client-id': 'Frontend' };
    await expectRefused(unknown, { code: 'client-rejected', remedy: 'capital letters count' });
  });

  test('from another address', async () => {
    const token = await here.logIn();
    here.door.settings.alias = true;
    await expectRefused(
      { 'refresh-token': token },
      { code: 'refresh-token-dead', remedy: 'correct auth-url' },
    );
  });

  test('whose client is switched off', async () => {
    const token = await here.logIn();
    await here.keycloak.admin.setClientEnabled('frontend', false);
    try {
      await expectRefused({ 'refresh-token': token }, { code: 'client-rejected', remedy: 'be enabled' });
    } finally {
      await here.keycloak.admin.setClientEnabled('frontend', true);
    }
  });
});

describe('a service account', () => {
  test('that is unknown or disabled', async () => {
    const unknown = { ...secretOf('ci-basic'), 'client-id': 'nobody' };
    await expectRefused(unknown, { code: 'client-rejected', remedy: "client-id ('nobody'" });
    await expectRefused(secretOf('ci-disabled'), { code: 'client-rejected', remedy: 'client is enabled' });
  });

  test.each(['client_secret_basic', 'client_secret_post'])('with a wrong secret by %s', async (method) => {
    const wrong = { 'client-id': 'ci-post', 'client-secret': 'not-the-secret' };
    await expectRefused(
      { ...wrong, 'client-authentication': method },
      { code: 'client-rejected', remedy: 'Copy client-secret again' },
    );
  });

  test('without a secret sends nothing', async () => {
    await expectRefused(
      { 'client-id': 'ci-post', 'client-secret': '' },
      { code: 'credentials-missing', remedy: 'Check that the secret exists', requests: 0 },
    );
  });

  test('that is off', async () => {
    await expectRefused(secretOf('ci-no-account'), {
      code: 'client-rejected',
      remedy: "switch on the service account of the client 'ci-no-account'",
    });
  });

  test('of a realm that does not exist', async () => {
    await expectRefused(
      { ...secretOf('ci-basic'), realm: 'Mantis' },
      { code: 'realm-not-found', remedy: "'Mantis'" },
    );
  });

  test('with a scope that is not its own', async () => {
    await expectRefused(secretOf('ci-unscoped'), { code: 'scope-rejected', remedy: 'input scopes' });
  });
});

describe('a client assertion', () => {
  test.each([
    ['private_key_jwt', () => keyInputs('ci-key-p256'), 1],
    ['github-oidc', () => oidc, 1],
  ] as const)('of %s that is replayed', async (_, inputs, requests) => {
    const env = { env: here.github.environment };
    let first: string | null = null;
    here.door.settings.edit = (form) => {
      first ??= form.get('client_assertion');
      form.set('client_assertion', first ?? '');
    };
    expect((await here.run({ ...inputs(), cleanup: 'on-failure' }, env)).outputs.result).toBe('succeeded');
    await expectRefused(inputs(), { code: 'client-rejected', remedy: 'sent it twice', requests }, env);
  });

  test.each([
    ['private_key_jwt', () => keyInputs('ci-key-rsa')],
    ['github-oidc', () => oidc],
  ] as const)('of %s for an address that the identity provider does not go by', async (_, inputs) => {
    here.door.settings.alias = true;
    await expectRefused(
      inputs(),
      { code: 'client-rejected', remedy: `goes by another address than ${here.issuer}` },
      { env: here.github.environment },
    );
  });

  test('signed with a key that is not the client’s', async () => {
    const foreign = { ...keyInputs('ci-key-p256'), 'client-id': 'ci-key-rsa' };
    await expectRefused(foreign, { code: 'client-rejected', remedy: 'public key is registered' });
  });

  test('with another subject than the client’s shows the one to enter', async () => {
    const { subject } = here.github.settings;
    here.github.settings.subject = 'repo:acme/widgets:pull_request';
    try {
      const seen = { code: 'client-rejected', remedy: 'exactly this subject' };
      const step = await expectRefused(oidc, seen, { env: here.github.environment });
      expect(step.outputs['error-message']).toMatch(/repo:acme\/widgets:pull_request\.$/);
    } finally {
      here.github.settings.subject = subject;
    }
  });

  test('without the permission for an id token sends nothing', async () => {
    await expectRefused(oidc, { code: 'id-token-unavailable', remedy: 'id-token: write', requests: 0 });
  });
});

describe('a token exchange', () => {
  const link = { 'public-access': 'true' };

  test('that nobody, or somebody else, was allowed', async () => {
    const refused = { code: 'token-exchange-rejected', remedy: 'administrator must allow', requests: 2 };
    await here.keycloak.admin.forbidExchange(LINK_AUDIENCE);
    await expectRefused({ ...link, 'refresh-token': await here.logIn() }, refused);
    await here.keycloak.admin.permitExchange(LINK_AUDIENCE, ['frontend']);
    await expectRefused({ ...link, ...secretOf('ci-link') }, refused);
  });

  test('for an audience that does not exist', async () => {
    const stray = { 'public-access-exchange': 'audience: nobody', 'refresh-token': await here.logIn() };
    await expectRefused(
      { ...link, ...stray },
      { code: 'token-exchange-rejected', remedy: 'public-access-exchange', requests: 2 },
    );
  });

  test('that gives no refresh token, since the service account gets none', async () => {
    await here.keycloak.admin.permitExchange(LINK_AUDIENCE, ['ci-link-transient']);
    await expectRefused(
      { ...link, ...secretOf('ci-link-transient') },
      {
        code: 'token-exchange-rejected',
        remedy: 'Use refresh tokens for client credentials grant',
        requests: 2,
      },
    );
  });
});
