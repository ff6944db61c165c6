import { generateKeyPairSync, type JsonWebKey, type KeyObject, randomUUID, sign } from 'node:crypto';
import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { accessToken, claims, exchangeForm, refreshForm, send, token } from './caller';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});

afterAll(() => sandbox.close());

const words = (text: unknown): string[] => String(text).split(' ').sort();
const FULL = ['email', 'groups', 'offline_access', 'openid', 'profile', 'scenario:run'];
const NOBODY = 'Invalid client or Invalid client credentials';
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});
const urlEncoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);
const account = (client: { clientId: string; secret?: string }, more: Record<string, string> = {}) => ({
  grant_type: 'client_credentials',
  client_id: client.clientId,
  client_secret: client.secret ?? '',
  ...more,
});

describe('discovery', () => {
  test('names issuer, token endpoint and all scopes', async () => {
    const { status, body } = await send(`${sandbox.authUrl}/realms/mantis/.well-known/openid-configuration`);
    expect(status).toBe(200);
    expect(body.issuer).toBe(`${sandbox.authUrl}/realms/mantis`);
    expect(body.token_endpoint).toBe(`${sandbox.issuer}/protocol/openid-connect/token`);
    expect(body.scopes_supported).toEqual(expect.arrayContaining(['openid', 'scenario:run', 'groups']));
    const jwks = await send(body.jwks_uri);
    expect(jwks.body.keys[0]).toMatchObject({ kty: 'RSA', alg: 'RS256' });
    expect(jwks.body.keys[0].d).toBeUndefined();
  });

  test.each([
    ['GET', '/realms/Mantis/.well-known/openid-configuration', 404, { error: 'Realm does not exist' }],
    ['POST', '/realms/nope/protocol/openid-connect/token', 404, { error: 'Realm does not exist' }],
    [
      'POST',
      '/auth/realms/mantis/protocol/openid-connect/token',
      404,
      { error: 'Unable to find matching target resource method' },
    ],
    ['POST', '/realms/mantis/nope', 404, { error: 'HTTP 404 Not Found' }],
    ['GET', '/realms/mantis/protocol/openid-connect/token', 405, { error: 'HTTP 405 Method Not Allowed' }],
    [
      'GET',
      '//realms/mantis',
      400,
      { error: 'missingNormalization', error_description: 'Request path not normalized' },
    ],
  ])('%s %s answers %i', async (method, path, status, body) => {
    const answer = await send(sandbox.authUrl + path, { method });
    expect([answer.status, answer.body]).toEqual([status, body]);
  });
});

describe('the refresh grant', () => {
  test('gives tokens, and the old refresh token stays good', async () => {
    const first = await token(sandbox, refreshForm(sandbox));
    expect(first.status).toBe(200);
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(first.body).toMatchObject({ expires_in: 300, refresh_expires_in: 0, token_type: 'Bearer' });
    expect(words(first.body.scope)).toEqual(FULL);
    expect(first.body.refresh_token).not.toBe(sandbox.person.refreshToken);
    const access = claims(first.body.access_token);
    expect(access).toMatchObject({
      iss: sandbox.issuer,
      azp: 'frontend',
      typ: 'Bearer',
      sub: sandbox.person.subject,
    });
    expect(access.aud).toContain('scenario-api');
    expect(Number(access.exp) - Number(access.iat)).toBe(300);
    expect(words(access.scope)).toEqual(FULL);
    expect(claims(first.body.refresh_token)).toMatchObject({ typ: 'Offline', azp: 'frontend' });
    expect(claims(first.body.refresh_token)).not.toHaveProperty('exp');
    expect(claims(first.body.refresh_token)).not.toHaveProperty('reuse_id');
    for (const again of [sandbox.person.refreshToken, first.body.refresh_token]) {
      expect((await token(sandbox, refreshForm(sandbox, again))).status).toBe(200);
    }
  });

  test('narrows the access token and not the field', async () => {
    const { body } = await token(sandbox, { ...refreshForm(sandbox), scope: 'openid scenario:run' });
    expect(words(body.scope)).toEqual(FULL);
    expect(words(claims(body.access_token).scope)).toEqual(['email', 'openid', 'profile', 'scenario:run']);
    expect(claims(body.access_token)).not.toHaveProperty('groups');
    const later = await token(sandbox, refreshForm(sandbox, body.refresh_token));
    expect(words(claims(later.body.access_token).scope)).toEqual(FULL);
  });

  test('does not grant what the login did not have', async () => {
    const login = sandbox.logIn({ scopes: ['openid', 'offline_access'] });
    const { status, body } = await token(sandbox, {
      ...refreshForm(sandbox, login),
      scope: 'openid scenario:run',
    });
    expect([status, words(claims(body.access_token).scope)]).toEqual([200, ['email', 'openid', 'profile']]);
  });

  test.each([
    [
      'a line end after the token',
      (f: Record<string, string>) => ({ ...f, refresh_token: `${f.refresh_token}\r\n` }),
    ],
    [
      'a client secret for the public client',
      (f: Record<string, string>) => ({ ...f, client_secret: 'whatever-it-is' }),
    ],
  ])('forgives %s', async (_, change) => {
    expect((await token(sandbox, change(refreshForm(sandbox)))).status).toBe(200);
  });

  const form = (more: Record<string, string>) => () => ({ ...refreshForm(sandbox), ...more });
  const without = (field: string) => () => {
    const { [field]: _, ...rest } = refreshForm(sandbox);
    return rest;
  };
  test.each<[string, () => Record<string, string> | string, number, string, string]>([
    ['garbage', form({ refresh_token: 'a.b.c' }), 400, 'invalid_grant', 'Invalid refresh token'],
    ['an empty token', form({ refresh_token: '' }), 400, 'invalid_grant', 'Invalid refresh token'],
    ['no token', without('refresh_token'), 400, 'invalid_request', 'No refresh token'],
    ['no client', without('client_id'), 401, 'invalid_client', NOBODY],
    ['an unknown client', form({ client_id: 'Frontend' }), 401, 'invalid_client', NOBODY],
    ['a disabled client', form({ client_id: 'lab-retired' }), 401, 'invalid_client', NOBODY],
    ['no grant type', without('grant_type'), 400, 'invalid_request', 'Missing form parameter: grant_type'],
    [
      'an unknown grant type',
      form({ grant_type: 'nope' }),
      400,
      'unsupported_grant_type',
      'Unsupported grant_type',
    ],
    [
      'a field twice',
      () => `${new URLSearchParams(refreshForm(sandbox))}&client_id=frontend`,
      400,
      'invalid_request',
      'duplicated parameter',
    ],
    ['an empty scope', form({ scope: '' }), 400, 'invalid_scope', 'Invalid scopes: '],
    [
      'two blanks in the scope',
      form({ scope: 'openid  groups' }),
      400,
      'invalid_scope',
      'Invalid scopes: openid  groups',
    ],
    [
      'an unknown scope',
      form({ scope: 'scenario:run nope' }),
      400,
      'invalid_scope',
      'Invalid scopes: scenario:run nope',
    ],
  ])('refuses %s', async (_, make, status, error, description) => {
    const answer = await token(sandbox, make());
    expect([answer.status, answer.body]).toEqual([status, { error, error_description: description }]);
  });

  test('refuses another client, an access token, a revoked login and a body that is no form', async () => {
    const { launcher } = sandbox.clients;
    const other = await token(sandbox, {
      ...account(launcher),
      grant_type: 'refresh_token',
      refresh_token: sandbox.person.refreshToken,
    });
    expect(other.body.error_description).toBe(
      "Invalid refresh token. Token client and authorized client don't match",
    );
    const access = await token(sandbox, refreshForm(sandbox, await accessToken(sandbox)));
    expect(access.body.error_description).toBe('Invalid refresh token');
    const login = sandbox.logIn();
    sandbox.revoke(login);
    const revoked = await token(sandbox, refreshForm(sandbox, login));
    expect([revoked.status, revoked.body.error]).toEqual([400, 'invalid_grant']);
    const body = JSON.stringify(refreshForm(sandbox));
    const asJson = await token(sandbox, body, { 'content-type': 'application/json' });
    expect(asJson.body.error_description).toBe('Missing form parameter: grant_type');
  });
});

describe('rotation', () => {
  test.each([
    [true, true],
    ['unmarked', false],
  ] as const)('(%s) kills the family of a token used twice', async (rotation, marked) => {
    await using rotating = await startSandbox({ rotation });
    const { refreshToken } = rotating.person;
    expect('reuse_id' in claims(refreshToken)).toBe(marked);
    const first = await token(rotating, refreshForm(rotating));
    expect([first.status, 'reuse_id' in claims(first.body.refresh_token)]).toEqual([200, marked]);
    const replay = await token(rotating, refreshForm(rotating));
    expect(replay.status).toBe(400);
    expect(replay.body).toEqual({
      error: 'invalid_grant',
      error_description: 'Maximum allowed refresh token reuse exceeded',
    });
    const newest = await token(rotating, refreshForm(rotating, first.body.refresh_token));
    expect(newest.body.error_description).toBe("Session doesn't have required client");
    expect((await token(rotating, refreshForm(rotating, rotating.logIn()))).status).toBe(200);
  });

  test('lets exactly one of six at once through', async () => {
    await using rotating = await startSandbox({ rotation: true });
    const all = await Promise.all(Array.from({ length: 6 }, () => token(rotating, refreshForm(rotating))));
    const texts = all.map(({ status, body }) => body.error_description ?? status).sort();
    const dead = "Session doesn't have required client";
    expect(texts).toEqual(
      [200, 'Maximum allowed refresh token reuse exceeded', dead, dead, dead, dead].sort(),
    );
  });
});

describe('client credentials', () => {
  test('by form, and by Basic with form-encoded halves', async () => {
    const { launcher, awkward } = sandbox.clients;
    const scope = 'openid scenario:run groups';
    const post = await token(sandbox, account(launcher, { scope }));
    expect(post.status).toBe(200);
    expect(words(post.body.scope)).toEqual(['email', 'groups', 'openid', 'profile', 'scenario:run']);
    expect(post.body.id_token).toEqual(expect.any(String));
    const form = { grant_type: 'client_credentials', scope };
    const encoded = basic(urlEncoded(awkward.clientId), urlEncoded(awkward.secret ?? ''));
    expect((await token(sandbox, form, encoded)).status).toBe(200);
    const raw = await token(sandbox, form, basic(awkward.clientId, awkward.secret ?? ''));
    expect(raw.status).toBe(401);
  });

  test('give a refresh token only where the client is set up so', async () => {
    const { launcher, withoutRefreshTokens } = sandbox.clients;
    expect((await token(sandbox, account(launcher))).body.refresh_token).toEqual(expect.any(String));
    const transient = await token(sandbox, account(withoutRefreshTokens, { scope: 'offline_access' }));
    expect(transient.body).not.toHaveProperty('refresh_token');
    expect(transient.body).not.toHaveProperty('session_state');
    expect(claims(transient.body.access_token)).not.toHaveProperty('sid');
  });

  test('withhold a scope in silence, or refuse one that is not assigned', async () => {
    const { withheldRunScope, withoutRunScope } = sandbox.clients;
    const withheld = await token(sandbox, account(withheldRunScope, { scope: 'scenario:run groups' }));
    expect([withheld.status, words(withheld.body.scope)]).toEqual([200, ['email', 'groups', 'profile']]);
    const refused = await token(sandbox, account(withoutRunScope, { scope: 'scenario:run groups' }));
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_scope']);
  });

  test.each([
    [
      'a wrong secret',
      { client_id: 'lab-launcher', client_secret: 'wrong-secret' },
      'unauthorized_client',
      NOBODY,
    ],
    [
      'a secret with a line end',
      { client_id: 'lab-launcher', client_secret: 'sandbox-launcher-secret-8b1f6c2e\n' },
      'unauthorized_client',
      NOBODY,
    ],
    ['no secret', { client_id: 'lab-launcher' }, 'unauthorized_client', NOBODY],
    ['an unknown client', { client_id: 'nobody', client_secret: 'x' }, 'invalid_client', NOBODY],
    [
      'the public client',
      { client_id: 'frontend' },
      'unauthorized_client',
      'Public client not allowed to retrieve service account',
    ],
  ])('refuse %s', async (_, fields, error, description) => {
    const answer = await token(sandbox, { grant_type: 'client_credentials', ...fields });
    expect([answer.status, answer.body]).toEqual([401, { error, error_description: description }]);
  });

  test('refuse a client without a service account', async () => {
    const client = sandbox.addClient({
      clientId: 'no-account',
      secret: 'no-account-secret',
      serviceAccount: false,
    });
    const { body } = await token(sandbox, account(client));
    expect(body.error_description).toBe('Client not enabled to retrieve service account');
  });
});

describe('signed assertions', () => {
  const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
  const seconds = () => Math.floor(Date.now() / 1000);
  interface Signer {
    readonly alg: string;
    readonly key: KeyObject;
    readonly jwk: JsonWebKey;
  }
  const signer = (alg: string): Signer => {
    const pair =
      alg === 'EdDSA'
        ? generateKeyPairSync('ed25519')
        : alg.startsWith('ES')
          ? generateKeyPairSync('ec', {
              namedCurve: alg === 'ES256' ? 'P-256' : alg === 'ES384' ? 'P-384' : 'P-521',
            })
          : generateKeyPairSync('rsa', { modulusLength: 2048 });
    return {
      alg,
      key: pair.privateKey,
      jwk: { ...pair.publicKey.export({ format: 'jwk' }), kid: `kid-${alg}` },
    };
  };
  const jwt = (by: Signer, payload: Record<string, unknown>, kid: string | undefined = `kid-${by.alg}`) => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const input = `${part({ alg: by.alg, typ: 'JWT', kid })}.${part(payload)}`;
    const hash = by.alg === 'EdDSA' ? null : `sha${by.alg.slice(2)}`;
    const padding = by.alg.startsWith('PS') ? { padding: 6, saltLength: -1 } : {};
    const options = { key: by.key, dsaEncoding: 'ieee-p1363' as const, ...padding };
    return `${input}.${sign(hash, Buffer.from(input), options).toString('base64url')}`;
  };
  const own = (more: Record<string, unknown> = {}) => ({
    iss: 'key-client',
    sub: 'key-client',
    aud: sandbox.issuer,
    iat: seconds(),
    exp: seconds() + 60,
    jti: randomUUID(),
    ...more,
  });
  const present = (assertion: string, more: Record<string, string> = {}) =>
    token(sandbox, {
      grant_type: 'client_credentials',
      client_assertion_type: assertionType,
      client_assertion: assertion,
      ...more,
    });
  const es256 = signer('ES256');

  test.each(['RS256', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA'])('%s logs a client in', async (alg) => {
    const by = signer(alg);
    sandbox.addClient({ clientId: 'key-client', jwks: [by.jwk] });
    const answer = await present(jwt(by, own()), { scope: 'openid scenario:run groups' });
    expect([answer.status, answer.body.error_description]).toEqual([200, undefined]);
    expect(claims(answer.body.access_token)).toMatchObject({ azp: 'key-client' });
  });

  test.each<[string, () => string, number, string]>([
    [
      'the audience of another',
      () => jwt(es256, own({ aud: `${sandbox.issuer}/` })),
      400,
      'Invalid token audience',
    ],
    [
      'two audiences',
      () => jwt(es256, own({ aud: [sandbox.issuer, 'x'] })),
      400,
      'Multiple audiences not allowed',
    ],
    ['no exp', () => jwt(es256, own({ exp: undefined })), 400, 'Token exp claim is required'],
    ['no jti', () => jwt(es256, own({ jti: undefined })), 400, 'Token jti claim is required'],
    ['an exp in the past', () => jwt(es256, own({ exp: seconds() - 5 })), 400, 'Token is not active'],
    [
      'an iat too far ahead',
      () => jwt(es256, own({ iat: seconds() + 20 })),
      400,
      'Token was issued in the future',
    ],
    [
      'an old iat',
      () => jwt(es256, own({ iat: seconds() - 70 })),
      400,
      'Token was issued too far in the past to be used now',
    ],
    ['an unknown kid', () => jwt(es256, own(), 'other'), 400, 'Unable to load public key'],
    [
      'alg none',
      () => `${jwt({ ...es256, alg: 'ES256' }, own()).replace(/^[^.]+/, 'eyJhbGciOiJub25lIn0')}`,
      400,
      'Invalid signature algorithm',
    ],
    [
      'another key',
      () => jwt({ ...signer('ES256') }, own()),
      400,
      'Client authentication with signed JWT failed: Signature on JWT token failed validation',
    ],
    ['iss other than sub', () => jwt(es256, own({ iss: 'somebody' })), 401, NOBODY],
    ['garbage', () => 'garbage', 401, NOBODY],
  ])('%s is refused', async (_, make, status, description) => {
    sandbox.addClient({ clientId: 'key-client', jwks: [es256.jwk] });
    const answer = await present(make());
    expect([answer.status, answer.body]).toEqual([
      status,
      { error: 'invalid_client', error_description: description },
    ]);
  });

  test('an assertion is good for one use, and a secret is none for such a client', async () => {
    sandbox.addClient({ clientId: 'key-client', jwks: [es256.jwk] });
    const assertion = jwt(es256, own());
    expect((await present(assertion)).status).toBe(200);
    expect((await present(assertion)).body.error_description).toBe('Token reuse detected');
    const plain = await token(sandbox, account({ clientId: 'key-client', secret: 'guess' }));
    expect(plain.body.error_description).toBe('Parameter client_assertion_type is missing');
    expect(sandbox.secrets.has(assertion)).toBe(true);
  });

  describe('of another issuer', () => {
    const issuer = 'https://token.actions.example';
    const subject = 'repo:acme/widgets:ref:refs/heads/main';
    const rs256 = signer('RS256');
    const idToken = (more: Record<string, unknown> = {}) =>
      jwt(rs256, {
        iss: issuer,
        sub: subject,
        aud: sandbox.issuer,
        iat: seconds(),
        nbf: seconds() - 600,
        exp: seconds() + 300,
        jti: randomUUID(),
        ...more,
      });

    beforeAll(() => {
      const federated = { issuer, subject, jwks: [rs256.jwk] };
      sandbox.addClient({
        clientId: 'ci-federated',
        federated,
        exchange: true,
        useRefreshTokenForClientCredentials: true,
      });
    });

    test('log in and exchange without a client id', async () => {
      const login = await present(idToken(), { scope: 'openid scenario:run groups' });
      expect([login.status, login.body.error_description]).toEqual([200, undefined]);
      const { client_id: _, ...form } = exchangeForm(login.body.access_token);
      const exchange = await present(idToken(), form);
      expect(exchange.status).toBe(200);
      expect(exchange.body.refresh_token).toEqual(expect.any(String));
    });

    test.each<[string, Record<string, unknown>, number, string]>([
      ['another branch', { sub: `${subject}2` }, 401, NOBODY],
      ['another issuer', { iss: `${issuer}/` }, 401, NOBODY],
      [
        'the token endpoint as audience',
        { aud: 'https://github.example/acme' },
        400,
        'Invalid token audience',
      ],
      ['a clock ahead', { iat: seconds() + 30 }, 400, 'Token was issued in the future'],
    ])('%s is refused', async (_, change, status, description) => {
      const answer = await present(idToken(change));
      expect([answer.status, answer.body.error_description]).toEqual([status, description]);
    });

    test('a client id must be that of the client', async () => {
      expect((await present(idToken(), { client_id: 'ci-federated' })).status).toBe(200);
      const other = await present(idToken(), { client_id: 'frontend' });
      expect([other.status, other.body.error]).toEqual([401, 'unauthorized_client']);
      const unknown = await present(idToken(), { client_id: subject });
      expect([unknown.status, unknown.body.error]).toEqual([401, 'invalid_client']);
    });
  });
});

describe('the token exchange', () => {
  test("takes the contract's form and gives both tokens", async () => {
    const { status, body } = await token(sandbox, exchangeForm(await accessToken(sandbox)));
    expect(status).toBe(200);
    expect(claims(body.refresh_token)).toMatchObject({ typ: 'Offline', azp: 'frontend' });
    expect(claims(body.access_token).aud).toContain('crisis');
    expect(words(body.scope)).toContain('offline_access');
    expect(sandbox.secrets.has(body.access_token)).toBe(true);
    expect(sandbox.secrets.has(body.refresh_token)).toBe(true);
    expect((await token(sandbox, refreshForm(sandbox, body.refresh_token))).status).toBe(200);
  });

  test.each<[string, Record<string, string | undefined>, number, string]>([
    [
      'subject_token_type',
      { subject_token_type: 'urn:ietf:params:oauth:token-type:access_token' },
      400,
      'invalid_request',
    ],
    ['another field', { resource: 'x' }, 400, 'invalid_request'],
    ['no scope', { scope: undefined }, 400, 'invalid_request'],
    ['another scope', { scope: 'offline_access' }, 400, 'invalid_request'],
    ['no audience', { audience: undefined }, 400, 'invalid_request'],
    ['an unknown audience', { audience: 'nope' }, 400, 'invalid_client'],
    ['no requested token type', { requested_token_type: undefined }, 400, 'invalid_request'],
    [
      'an access token wanted',
      { requested_token_type: 'urn:ietf:params:oauth:token-type:access_token' },
      400,
      'invalid_request',
    ],
    ['no subject', { subject_token: undefined }, 400, 'invalid_request'],
    ['a garbled subject', { subject_token: 'a.b.c' }, 400, 'invalid_request'],
    ['no client', { client_id: undefined }, 401, 'invalid_client'],
  ])('refuses %s', async (_, change, status, error) => {
    const entries = Object.entries({ ...exchangeForm(await accessToken(sandbox)), ...change });
    const form = Object.fromEntries(
      entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    const answer = await token(sandbox, form);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
  });

  test('is refused to clients without the permission and for the tokens of others', async () => {
    const { withoutExchange, launcher } = sandbox.clients;
    const mine = await token(sandbox, account(withoutExchange));
    const forbidden = await token(sandbox, {
      ...exchangeForm(mine.body.access_token),
      client_id: withoutExchange.clientId,
      client_secret: withoutExchange.secret ?? '',
    });
    expect([forbidden.status, forbidden.body]).toEqual([
      403,
      { error: 'access_denied', error_description: 'Client not allowed to exchange' },
    ]);
    const foreign = await token(sandbox, {
      ...exchangeForm(await accessToken(sandbox)),
      client_id: launcher.clientId,
      client_secret: launcher.secret ?? '',
    });
    expect(foreign.body.error_description).toBe('Client is not the holder of the token');
  });

  test('leaves the refresh token out for a transient session', async () => {
    const { withoutRefreshTokens, launcher } = sandbox.clients;
    for (const [client, given] of [
      [withoutRefreshTokens, false],
      [launcher, true],
    ] as const) {
      const login = await token(sandbox, account(client));
      const form = exchangeForm(login.body.access_token);
      const { status, body } = await token(sandbox, {
        ...form,
        client_id: client.clientId,
        client_secret: client.secret ?? '',
      });
      expect([status, 'refresh_token' in body]).toEqual([200, given]);
    }
  });
});
