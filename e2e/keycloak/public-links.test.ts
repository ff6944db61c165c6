import { setTimeout as sleep } from 'node:timers/promises';
import { decodeJwt } from 'jose';
import { offlineToken, postForm, requestToken, type TokenAnswer } from './login';
import { API_CLIENT_ID, CLIENT_SECRETS, LINK_AUDIENCE, PERSON } from './realm';
import { type Keycloak, LEGACY_EXCHANGE, startKeycloak } from './server';

// What a public link's tokens are on a real Keycloak 26.7.5. In short:
//
// 1. Keycloak knows no lab, so a link's tokens outlive it. They are tokens of the login that made them: same `sid`,
//    same `azp`. They live exactly as long as that login does. A person's offline login idles out (30 days by
//    default), and using either token keeps both alive: seen with an idle time of 4 s, where five uses of one, 2 s
//    apart, left the other good, while a pair that was left alone was dead. A service account's login idles out
//    after 30 minutes by default, unless it asked for `offline_access`. When the login is ended, also by an
//    administrator's sign-out of the person, the link's tokens are dead as well. Withdrawing the exchange permission
//    does not touch tokens already made.
// 2. Revoking a link's refresh token (or logging out with it) ends the login that made it: the offline token that
//    a team keeps as its secret is dead too. Revoking its access token ends that one token only. So the
//    action sends nothing of a link to revoke or logout.
// 3. With rotation on, the link's token and the login's rotate side by side, but a replay of either ends both.
//
// Longer than 200 lines, so that one server, which takes long to start, serves all of it.

const CONTRACT_FORM = {
  grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
  requested_token_type: 'urn:ietf:params:oauth:token-type:refresh_token',
  audience: LINK_AUDIENCE,
  scope: 'basic offline_access',
};
const FRONTEND = { client_id: 'frontend' };
const SERVICE = { client_id: 'ci-link', client_secret: CLIENT_SECRETS['ci-link'] };
const TRANSIENT = { client_id: 'ci-link-transient', client_secret: CLIENT_SECRETS['ci-link-transient'] };
const GONE = { error: 'invalid_grant', error_description: 'Offline user session not found' };
const DETACHED = { error: 'invalid_grant', error_description: "Session doesn't have required client" };
const NOT_ALLOWED = { error: 'access_denied', error_description: 'Client not allowed to exchange' };

type Client = Readonly<Record<string, string>>;

let keycloak: Keycloak;

beforeAll(async () => {
  keycloak = await startKeycloak({ features: LEGACY_EXCHANGE });
}, 600_000);

afterAll(async () => {
  await keycloak?.close();
});

beforeEach(async () => {
  await keycloak.admin.permitExchange(LINK_AUDIENCE, ['frontend', 'ci-link', 'ci-link-transient']);
});

function refresh(token: unknown, client: Client = FRONTEND): Promise<TokenAnswer> {
  const form = { grant_type: 'refresh_token', ...client, refresh_token: String(token) };
  return requestToken(keycloak.issuer, form);
}

function exchange(subject: TokenAnswer, client: Client = FRONTEND): Promise<TokenAnswer> {
  const subjectToken = { subject_token: String(subject.body.access_token) };
  return requestToken(keycloak.issuer, { ...CONTRACT_FORM, ...client, ...subjectToken });
}

function serviceLogin(client: Client, scope = 'openid scenario:run groups'): Promise<TokenAnswer> {
  return requestToken(keycloak.issuer, { grant_type: 'client_credentials', ...client, scope });
}

function send(endpoint: 'revoke' | 'logout', form: Client): Promise<TokenAnswer> {
  return postForm(`${keycloak.issuer}/protocol/openid-connect/${endpoint}`, { ...FRONTEND, ...form });
}

/** Whether the link's audience would take an access token now. */
async function active(token: unknown): Promise<unknown> {
  const url = `${keycloak.issuer}/protocol/openid-connect/token/introspect`;
  const crisis = { client_id: LINK_AUDIENCE, client_secret: CLIENT_SECRETS[LINK_AUDIENCE] };
  return (await postForm(url, { ...crisis, token: String(token) })).body.active;
}

interface PersonsLink {
  /** The offline token that the team keeps. */
  readonly stored: string;
  readonly access: string;
  readonly refresh: string;
}

async function personsLink(): Promise<PersonsLink> {
  const stored = await offlineToken(keycloak.issuer);
  const { status, body } = await exchange(await refresh(stored));
  expect(status).toBe(200);
  return { stored, access: String(body.access_token), refresh: String(body.refresh_token) };
}

describe('the exchange in the form of the contract', () => {
  test('gives a person both tokens for the audience of links', async () => {
    const answer = await exchange(await refresh(await offlineToken(keycloak.issuer)));
    expect(answer).toMatchObject({
      status: 200,
      body: {
        refresh_expires_in: 0,
        token_type: 'Bearer',
        issued_token_type: 'urn:ietf:params:oauth:token-type:refresh_token',
      },
    });
    const access = decodeJwt(String(answer.body.access_token));
    expect(access.aud).toEqual(expect.arrayContaining([LINK_AUDIENCE, API_CLIENT_ID]));
    expect(access.azp).toBe('frontend');
    // A link cannot launch anything: what is not asked for is not inherited.
    expect(String(access.scope).split(' ').sort()).toEqual(['email', 'offline_access', 'profile']);
    expect(access).not.toHaveProperty('groups');
    const refreshToken = decodeJwt(String(answer.body.refresh_token));
    expect(refreshToken).toMatchObject({ typ: 'Offline', azp: 'frontend', sid: access.sid });
    expect(refreshToken).not.toHaveProperty('exp');
    expect((await refresh(answer.body.refresh_token)).status).toBe(200);
  });

  test('is refused where nobody, or only another client, was given the permission', async () => {
    const login = await refresh(await offlineToken(keycloak.issuer));
    await keycloak.admin.forbidExchange(LINK_AUDIENCE);
    expect(await exchange(login)).toEqual({ status: 403, body: NOT_ALLOWED });
    await keycloak.admin.permitExchange(LINK_AUDIENCE, ['ci-link']);
    expect(await exchange(login)).toEqual({ status: 403, body: NOT_ALLOWED });
  });

  test('is refused for an audience that does not exist', async () => {
    const login = await refresh(await offlineToken(keycloak.issuer));
    const body = { error: 'invalid_client', error_description: 'Audience not found' };
    expect(await exchange(login, { ...FRONTEND, audience: 'nobody' })).toEqual({ status: 400, body });
  });

  test('is taken with a subject_token_type as well', async () => {
    const login = await refresh(await offlineToken(keycloak.issuer));
    const type = { subject_token_type: 'urn:ietf:params:oauth:token-type:access_token' };
    expect((await exchange(login, { ...FRONTEND, ...type })).status).toBe(200);
  });

  test('lets a permitted confidential client exchange a token that another client was given', async () => {
    // Something to tell administrators: the permission reaches further than the client's own logins.
    const answer = await exchange(await refresh(await offlineToken(keycloak.issuer)), SERVICE);
    expect(answer.status).toBe(200);
    expect(decodeJwt(String(answer.body.access_token))).toMatchObject({
      azp: 'ci-link',
      preferred_username: PERSON.username,
    });
  });

  test('gives a service account no refresh token while its logins are transient', async () => {
    const login = await serviceLogin(TRANSIENT);
    expect(login.body).not.toHaveProperty('refresh_token');
    const answer = await exchange(login, TRANSIENT);
    // 200 all the same, with another type than was asked for; asking the login for offline_access changes nothing.
    const body = {
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      refresh_expires_in: 0,
    };
    expect(answer).toMatchObject({ status: 200, body });
    expect(answer.body).not.toHaveProperty('refresh_token');
    expect(answer.body).not.toHaveProperty('session_state');
    const offline = await exchange(await serviceLogin(TRANSIENT, 'openid offline_access'), TRANSIENT);
    expect(offline.status).toBe(200);
    expect(offline.body).not.toHaveProperty('refresh_token');
  });

  test('gives one to a service account with refresh tokens for client credentials, for 30 idle minutes', async () => {
    const answer = await exchange(await serviceLogin(SERVICE), SERVICE);
    // The form's offline_access is dropped without a word, since the login is no offline one.
    expect(answer.status).toBe(200);
    expect(String(answer.body.scope).split(' ').sort()).toEqual(['email', 'profile']);
    const token = decodeJwt(String(answer.body.refresh_token));
    expect(token.typ).toBe('Refresh');
    expect(Number(token.exp) - Number(token.iat)).toBe(1800);
    expect((await refresh(answer.body.refresh_token, SERVICE)).status).toBe(200);
  });

  test('gives such a service account a lasting one when its login asked for offline_access', async () => {
    const login = await serviceLogin(SERVICE, 'openid scenario:run groups offline_access');
    const answer = await exchange(login, SERVICE);
    expect(answer).toMatchObject({ status: 200, body: { refresh_expires_in: 0 } });
    expect(decodeJwt(String(answer.body.refresh_token)).typ).toBe('Offline');
  });
});

describe("a link's tokens live as long as the login that made them", () => {
  test('they belong to its session, and another login of the same person is not concerned', async () => {
    const other = await offlineToken(keycloak.issuer);
    const link = await personsLink();
    const { sid } = decodeJwt(link.stored);
    expect(decodeJwt(link.refresh).sid).toBe(sid);
    expect(decodeJwt(link.access).sid).toBe(sid);
    await keycloak.admin.endSession(String(sid), 'offline');
    expect(await refresh(link.refresh)).toEqual({ status: 400, body: GONE });
    expect(await active(link.access)).toBe(false);
    expect((await refresh(other)).status).toBe(200);
  });

  test('they outlive the permission to exchange', async () => {
    const link = await personsLink();
    await keycloak.admin.forbidExchange(LINK_AUDIENCE);
    expect((await refresh(link.refresh)).status).toBe(200);
    expect(await active(link.access)).toBe(true);
  });

  test('they, and the stored offline token, do not outlive a sign-out of the person by an administrator', async () => {
    const link = await personsLink();
    // The sign-out spares tokens of its own second; without this wait they look as if they outlived it.
    await sleep(1100);
    expect((await refresh(link.stored)).status).toBe(200);
    await keycloak.admin.signOut(PERSON.username);
    const stale = { error: 'invalid_grant', error_description: 'Stale token' };
    expect(await refresh(link.refresh)).toEqual({ status: 400, body: stale });
    expect(await refresh(link.stored)).toEqual({ status: 400, body: stale });
    expect(await active(link.access)).toBe(false);
    expect((await refresh(await offlineToken(keycloak.issuer))).status).toBe(200);
  });

  test('they die with the stored offline token, and with the consent', async () => {
    const revoked = await personsLink();
    expect((await send('revoke', { token: revoked.stored })).status).toBe(200);
    expect(await refresh(revoked.refresh)).toEqual({ status: 400, body: DETACHED });
    const withdrawn = await personsLink();
    await keycloak.admin.revokeConsent(PERSON.username, 'frontend');
    expect((await refresh(withdrawn.refresh)).status).toBe(400);
  });
});

describe("giving a link's tokens back", () => {
  test('revoking its refresh token ends the login that made it', async () => {
    const link = await personsLink();
    expect((await send('revoke', { token: link.refresh })).status).toBe(200);
    expect(await refresh(link.stored)).toEqual({ status: 400, body: DETACHED });
  });

  test('so does logging out with it', async () => {
    const link = await personsLink();
    expect((await send('logout', { refresh_token: link.refresh })).status).toBe(204);
    expect(await refresh(link.stored)).toEqual({ status: 400, body: GONE });
  });

  test('revoking its access token ends nothing else', async () => {
    const link = await personsLink();
    expect((await send('revoke', { token: link.access })).status).toBe(200);
    expect(await active(link.access)).toBe(false);
    expect((await refresh(link.refresh)).status).toBe(200);
    expect((await refresh(link.stored)).status).toBe(200);
  });
});

test('with rotation the two tokens rotate side by side until one of them is used twice', async () => {
  await keycloak.admin.changeRealm({ revokeRefreshToken: true, refreshTokenMaxReuse: 0 });
  try {
    const login = await refresh(await offlineToken(keycloak.issuer));
    const link = await exchange(login);
    await sleep(1100);
    const login2 = await refresh(login.body.refresh_token);
    const link2 = await refresh(link.body.refresh_token);
    expect([login2.status, link2.status]).toEqual([200, 200]);
    await sleep(1100);
    expect((await refresh(link.body.refresh_token)).status).toBe(400);
    expect(await refresh(login2.body.refresh_token)).toEqual({ status: 400, body: DETACHED });
  } finally {
    await keycloak.admin.changeRealm({ revokeRefreshToken: false });
  }
});
