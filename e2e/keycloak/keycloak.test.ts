import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeJwt, SignJWT } from 'jose';
import { type ClientKey, clientKeys, keyVariables } from './client-keys';
import { type GithubIssuer, startGithubIssuer } from './github-issuer';
import { offlineToken, requestToken, type TokenAnswer } from './login';
import { API_CLIENT_ID, CLIENT_SECRETS } from './realm';
import { type Keycloak, LEGACY_EXCHANGE, startKeycloak } from './server';

// What the real server does with each way to log in, without our own client in between. Where one of these
// fails after an upgrade of Keycloak, the action's own checks will fail for the same reason.
// Longer than 200 lines, so that one server, which takes long to start, serves all of it.

type SecretClient = keyof typeof CLIENT_SECRETS;

const WANTED = 'openid scenario:run groups';
const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

const keys = clientKeys();
let github: GithubIssuer;
let keycloak: Keycloak;
let issuer: string;

beforeAll(async () => {
  github = await startGithubIssuer();
  keycloak = await startKeycloak({
    features: LEGACY_EXCHANGE,
    realmVariables: { ...keyVariables(keys), ...github.realmVariables },
  });
  issuer = keycloak.issuer;
  // The very first start downloads and builds.
}, 600_000);

afterAll(async () => {
  await keycloak?.close();
  await github?.close();
});

function refresh(token: unknown, more: Readonly<Record<string, string>> = {}): Promise<TokenAnswer> {
  const form = { grant_type: 'refresh_token', client_id: 'frontend', refresh_token: String(token) };
  return requestToken(issuer, { ...form, ...more });
}

function clientCredentials(
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<TokenAnswer> {
  return requestToken(issuer, { grant_type: 'client_credentials', scope: WANTED, ...form }, headers);
}

/** RFC 6749, 2.3.1: both halves are form-encoded first. */
function basic(clientId: string, secret: string): Readonly<Record<string, string>> {
  const encoded = [clientId, secret].map((text) => new URLSearchParams({ '': text }).toString().slice(1));
  return { authorization: `Basic ${Buffer.from(encoded.join(':')).toString('base64')}` };
}

function post(clientId: SecretClient): Readonly<Record<string, string>> {
  return { client_id: clientId, client_secret: CLIENT_SECRETS[clientId] };
}

async function keyAssertion(key: ClientKey, audience = issuer): Promise<Readonly<Record<string, string>>> {
  const assertion = await new SignJWT()
    .setProtectedHeader({ alg: key.algorithm, kid: key.keyId })
    .setIssuer(key.clientId)
    .setSubject(key.clientId)
    .setAudience(audience)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime('60s')
    .sign(key.privateKey);
  return { client_assertion_type: JWT_BEARER, client_assertion: assertion };
}

/** Asks the runner's id-token service, as a step with `id-token: write` does. */
async function githubAssertion(audience = issuer): Promise<Readonly<Record<string, string>>> {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token } = github.environment;
  const response = await fetch(`${url}&audience=${encodeURIComponent(audience)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { value } = (await response.json()) as { value: string };
  return { client_assertion_type: JWT_BEARER, client_assertion: value };
}

function expectFitForTheApi(answer: TokenAnswer): void {
  expect(answer).toMatchObject({ status: 200, body: { token_type: 'Bearer' } });
  const claims = decodeJwt(String(answer.body.access_token));
  expect(Number(claims.exp) - Number(claims.iat)).toBe(300);
  // One less was seen, where a second ended between the two.
  expect([300, 299]).toContain(answer.body.expires_in);
  expect(claims.iss).toBe(issuer);
  expect([claims.aud].flat()).toContain(API_CLIENT_ID);
  expect(String(claims.scope).split(' ')).toEqual(expect.arrayContaining(WANTED.split(' ')));
  expect(claims.groups).toEqual(['/org-1/ws-1']);
  expect(claims.sub).toEqual(expect.any(String));
}

describe('each way to log in gets an access token that the API takes', () => {
  test('the offline token of a person, with the public client', async () => {
    const token = await offlineToken(issuer);
    expect(decodeJwt(token)).toMatchObject({ typ: 'Offline', azp: 'frontend' });
    expect(decodeJwt(token)).not.toHaveProperty('exp');
    const answer = await refresh(token);
    expectFitForTheApi(answer);
    expect(answer.body.refresh_token).not.toBe(token);
  });

  test('client_secret_basic', async () => {
    expectFitForTheApi(await clientCredentials({}, basic('ci-basic', CLIENT_SECRETS['ci-basic'])));
  });

  test('client_secret_post', async () => {
    expectFitForTheApi(await clientCredentials(post('ci-post')));
  });

  test('a secret of every character that an encoding can get wrong, both ways', async () => {
    expectFitForTheApi(await clientCredentials(post('ci-nasty')));
    expectFitForTheApi(await clientCredentials({}, basic('ci-nasty', CLIENT_SECRETS['ci-nasty'])));
  });

  test.each(keys.map((key) => [key.algorithm, key] as const))(
    'private_key_jwt with %s',
    async (_name, key) => {
      expectFitForTheApi(await clientCredentials(await keyAssertion(key)));
    },
  );

  test("the workflow's own id token, without a client_id", async () => {
    expectFitForTheApi(await clientCredentials(await githubAssertion()));
    expect(github.issued()).toBeGreaterThan(0);
  });
});

describe('each refusal is told by status and code', () => {
  const refused = (answer: TokenAnswer, status: number, error: string, description?: string): void => {
    expect(answer).toMatchObject({ status, body: { error } });
    if (description !== undefined) expect(answer.body.error_description).toBe(description);
  };

  test('secrets, accounts and scopes', async () => {
    refused(
      await clientCredentials({ ...post('ci-post'), client_secret: 'wrong' }),
      401,
      'unauthorized_client',
    );
    refused(await clientCredentials({ client_id: 'ci-post' }), 401, 'unauthorized_client');
    refused(await clientCredentials({ client_id: 'nobody', client_secret: 'x' }), 401, 'invalid_client');
    refused(await clientCredentials(post('ci-disabled')), 401, 'invalid_client');
    const off = 'Client not enabled to retrieve service account';
    refused(await clientCredentials(post('ci-no-account')), 401, 'unauthorized_client', off);
    refused(await clientCredentials(post('ci-unscoped')), 400, 'invalid_scope', `Invalid scopes: ${WANTED}`);
    expect((await clientCredentials({ ...post('ci-unscoped'), scope: 'openid groups' })).status).toBe(200);
  });

  test('a realm that does not exist', async () => {
    const answer = await requestToken(`${keycloak.authUrl}/realms/nowhere`, {
      grant_type: 'client_credentials',
    });
    expect(answer).toEqual({ status: 404, body: { error: 'Realm does not exist' } });
  });

  test('an assertion that is replayed or meant for somebody else', async () => {
    const [key] = keys as [ClientKey];
    const assertion = await keyAssertion(key);
    expect((await clientCredentials(assertion)).status).toBe(200);
    refused(await clientCredentials(assertion), 400, 'invalid_client', 'Token reuse detected');
    const stray = await keyAssertion(key, `${issuer}/`);
    refused(await clientCredentials(stray), 400, 'invalid_client', 'Invalid token audience');
  });

  test('an id token of another workflow, of a fast clock, replayed, or for somebody else', async () => {
    const { subject } = github.settings;
    github.settings.subject = 'repo:acme/widgets:ref:refs/heads/other';
    refused(await clientCredentials(await githubAssertion()), 401, 'invalid_client');
    github.settings.subject = subject;
    github.settings.clockOffsetS = 30;
    const early = await clientCredentials(await githubAssertion());
    refused(early, 400, 'invalid_client', 'Token was issued in the future');
    github.settings.clockOffsetS = 0;
    const assertion = await githubAssertion();
    expect((await clientCredentials(assertion)).status).toBe(200);
    refused(await clientCredentials(assertion), 400, 'invalid_client', 'Token reuse detected');
    const stray = await githubAssertion('https://github.com/acme');
    refused(await clientCredentials(stray), 400, 'invalid_client', 'Invalid token audience');
  });

  test("refresh tokens: garbage, another client's, one whose login was ended, and a client switched off", async () => {
    refused(await refresh('garbage'), 400, 'invalid_grant', 'Invalid refresh token');
    const token = await offlineToken(issuer);
    const foreign = "Invalid refresh token. Token client and authorized client don't match";
    refused(await refresh(token, post('ci-post')), 400, 'invalid_grant', foreign);
    await keycloak.admin.setClientEnabled('frontend', false);
    refused(await refresh(token), 401, 'invalid_client');
    await keycloak.admin.setClientEnabled('frontend', true);
    await keycloak.admin.endSession(String(decodeJwt(token).sid), 'offline');
    refused(await refresh(token), 400, 'invalid_grant', 'Offline user session not found');
  });
});

describe('the life of tokens', () => {
  test('the realm decides how long an access token lives', async () => {
    await keycloak.admin.changeRealm({ accessTokenLifespan: 7 });
    expect([7, 6]).toContain((await refresh(await offlineToken(issuer))).body.expires_in);
    await keycloak.admin.changeRealm({ accessTokenLifespan: 300 });
  });

  test('without rotation an offline token stays good after its successors were used', async () => {
    const token = await offlineToken(issuer);
    expect(decodeJwt(token)).not.toHaveProperty('reuse_id');
    const { body } = await refresh(token);
    for (const again of [body.refresh_token, token, token]) expect((await refresh(again)).status).toBe(200);
  });

  test('with rotation a second use ends the whole family, marked with reuse_id or not', async () => {
    const before = await offlineToken(issuer);
    await keycloak.admin.changeRealm({ revokeRefreshToken: true, refreshTokenMaxReuse: 0 });
    try {
      const marked = await offlineToken(issuer);
      expect(decodeJwt(marked)).toHaveProperty('reuse_id');
      // A token from before the switch bears no mark, nor do its successors: the absence proves nothing.
      expect(decodeJwt(before)).not.toHaveProperty('reuse_id');
      for (const token of [marked, before]) {
        const first = await refresh(token);
        expect(first.status).toBe(200);
        // Keycloak compares whole seconds.
        await sleep(1100);
        const replay = {
          error: 'invalid_grant',
          error_description: 'Maximum allowed refresh token reuse exceeded',
        };
        expect(await refresh(token)).toEqual({ status: 400, body: replay });
        const newest = { error: 'invalid_grant', error_description: "Session doesn't have required client" };
        expect(await refresh(first.body.refresh_token)).toEqual({ status: 400, body: newest });
      }
    } finally {
      await keycloak.admin.changeRealm({ revokeRefreshToken: false });
    }
  });
});
