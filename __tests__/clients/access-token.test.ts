import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { AccessTokenSettings } from '../../src/clients/access-token';
import { readSigningKey, signAssertion } from '../../src/domain/client-assertion';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/deployment';
import { clientsOf, logins } from './deployment';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const part of open.splice(0).reverse()) await part.close();
});

async function start(
  options: SandboxOptions = {},
  changes: (sandbox: Sandbox) => Partial<AccessTokenSettings> = () => ({}),
) {
  const sandbox = await startSandbox(options);
  const clients = clientsOf(sandbox, changes(sandbox));
  open.push(sandbox, clients);
  return { sandbox, ...clients };
}
const serviceAccount = (
  client: { clientId: string; secret?: string },
  method = 'client_secret_basic' as 'client_secret_basic' | 'client_secret_post',
) => ({
  login: { kind: 'service-account', scope: 'openid scenario:run groups' } as const,
  authentication: { method, clientId: client.clientId, clientSecret: client.secret ?? '' },
});
const tokenPath = { origin: 'idp', path: '/token' } as const;

test('a login costs one request per lifetime', async () => {
  const { sandbox, tokens, clock, limit, known } = await start();
  const first = await tokens.get(limit);
  for (let second = 0; second < 289; second += 1) {
    clock.advance(1_000);
    expect(await tokens.get(limit)).toBe(first);
  }
  expect(logins(sandbox).length).toBe(1);
  clock.advance(1_000);
  expect(await tokens.get(limit)).not.toBe(first);
  expect(logins(sandbox).length).toBe(2);
  expect(known).toContain(first);
});

test('a short lifetime is used for four fifths', async () => {
  const { sandbox, tokens, clock, limit } = await start({ accessTokenLifetimeS: 10 });
  await tokens.get(limit);
  clock.advance(7_999);
  await tokens.get(limit);
  expect(logins(sandbox).length).toBe(1);
  clock.advance(1);
  await tokens.get(limit);
  expect(logins(sandbox).length).toBe(2);
});

test('parallel callers share one login and one renewal', async () => {
  const { sandbox, tokens, limit } = await start();
  const first = await Promise.all(Array.from({ length: 20 }, () => tokens.get(limit)));
  expect([new Set(first).size, logins(sandbox).length]).toEqual([1, 1]);
  const renewed = await Promise.all(first.map((token) => tokens.renew(token, limit)));
  expect([new Set(renewed).size, logins(sandbox).length]).toEqual([1, 2]);
  // Who is late with the news that the first one was refused gets what there is.
  expect(await tokens.renew(first[0] ?? '', limit)).toBe(renewed[0]);
  expect(logins(sandbox).length).toBe(2);
});

test('what was granted is told once', async () => {
  const { tokens, limit, granted, clock } = await start();
  await tokens.get(limit);
  clock.advance(600_000);
  await tokens.get(limit);
  expect(granted).toHaveLength(1);
  expect(granted[0]).toEqual(expect.arrayContaining(['openid', 'scenario:run', 'groups']));
});

test('with rotation each refresh token is used once, and the warning comes once', async () => {
  const { sandbox, tokens, clock, limit, spent } = await start({ rotation: true });
  for (let count = 0; count < 4; count += 1) {
    await tokens.get(limit);
    clock.advance(600_000);
  }
  const sent = logins(sandbox).map(({ body }) => new URLSearchParams(body).get('refresh_token'));
  expect([sent.length, new Set(sent).size]).toEqual([4, 4]);
  expect(spent()).toBe(1);
});

test.each([
  ['before it was processed', { kind: 'reset' } as const],
  ['after it was processed', { kind: 'reset', processed: true } as const],
  ['with half an answer', { kind: 'truncated' } as const],
  ['with a 502 after it was processed', { kind: 'answer', status: 502, processed: true } as const],
])('a single-use token whose connection broke %s is never sent again, whoever asks', async (_, action) => {
  const { sandbox, tokens, limit } = await start({ rotation: true });
  sandbox.addFault({ when: { ...tokenPath, nth: 1 }, do: action });
  await expect(tokens.get(limit)).rejects.toMatchObject({ name: 'ActionError' });
  expect(logins(sandbox).length).toBe(1);
  await expect(tokens.get(limit)).rejects.toMatchObject({ name: 'ActionError' });
  expect(logins(sandbox).length).toBe(1);
});

test('a lost refresh of an unmarked token is sent once more, with success where the server has no rotation', async () => {
  const { sandbox, tokens, limit } = await start();
  sandbox.addFault({ when: { ...tokenPath, nth: 1 }, do: { kind: 'reset', processed: true } });
  await expect(tokens.get(limit)).resolves.toEqual(expect.any(String));
  expect(logins(sandbox).length).toBe(2);
});

test('a refresh that is lost again and again is sent twice at most', async () => {
  const { sandbox, tokens, limit } = await start({ rotation: 'unmarked' });
  sandbox.addFault({ when: tokenPath, do: { kind: 'reset' } });
  await expect(tokens.get(limit)).rejects.toMatchObject({ code: 'network' });
  expect(logins(sandbox).length).toBe(2);
});

test('a dead refresh token says so, after one request and without the token', async () => {
  const { sandbox, tokens, limit } = await start();
  sandbox.revoke(sandbox.person.refreshToken);
  const error = await tokens.get(limit).catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ code: 'refresh-token-dead' });
  expect(String(error)).toContain('Offline user session not found');
  expect(logins(sandbox).length).toBe(1);
});

test('an identity provider that echoes what it was sent leaks nothing', async () => {
  const { sandbox, tokens, limit, known, told } = await start({}, ({ clients }) =>
    serviceAccount(clients.awkward),
  );
  known.add(sandbox.clients.awkward.secret ?? '');
  sandbox.addFault({ when: tokenPath, do: { kind: 'echo-secrets', status: 400 } });
  const error = (await tokens.get(limit).catch((thrown: unknown) => thrown)) as Error;
  const said = [error.message, ...told].join('\n');
  const sent = logins(sandbox)[0]?.headers.authorization?.replace('Basic ', '') ?? '';
  expect(sent.length).toBeGreaterThan(10);
  for (const secret of [sandbox.clients.awkward.secret ?? '', sent]) expect(said).not.toContain(secret);
});

test.each([
  'plain-secret',
  'p%41+b c:d&e=f/ü"\'',
  ' leading and trailing ',
  '::error::x',
  '東京😀',
  '%',
  ':',
  'a\tb',
  '"quoted\\"',
])('the secret %j works in the header and in the form', async (secret) => {
  const sandbox = await startSandbox();
  open.push(sandbox);
  const client = { ...sandbox.clients.launcher, clientId: 'nasty: client/ä+%41', secret };
  sandbox.addClient(client);
  for (const method of ['client_secret_basic', 'client_secret_post'] as const) {
    const clients = clientsOf(sandbox, serviceAccount(client, method));
    open.push(clients);
    await expect(clients.tokens.get(clients.limit)).resolves.toEqual(expect.any(String));
  }
});

test('a key signs a fresh assertion for each try', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signingKey = await readSigningKey(String(privateKey.export({ format: 'pem', type: 'pkcs8' })));
  if ('why' in signingKey) throw new Error(signingKey.why);
  const audiences: string[] = [];
  const { sandbox, tokens, limit } = await start({}, (started) => {
    const { secret: _, ...client } = started.clients.launcher;
    const jwk = publicKey.export({ format: 'jwk' });
    started.addClient({ ...client, clientId: 'with-key', jwks: [{ ...jwk, alg: 'ES256' }] });
    return {
      login: { kind: 'service-account', scope: 'openid' },
      authentication: { method: 'private_key_jwt', clientId: 'with-key', privateKey: 'unused here' },
      assertion: async (audience) => {
        audiences.push(audience);
        return signAssertion({
          signingKey,
          clientId: 'with-key',
          audience,
          keyId: undefined,
          now: new Date(),
          jti: randomUUID(),
        });
      },
    };
  });
  sandbox.addFault({ when: { ...tokenPath, nth: 1 }, do: { kind: 'reset', processed: true } });
  await tokens.get(limit);
  const sent = logins(sandbox).map(({ body }) => new URLSearchParams(body).get('client_assertion'));
  expect([sent.length, new Set(sent).size]).toEqual([2, 2]);
  expect(audiences).toEqual([sandbox.issuer, sandbox.issuer]);
});

test("a public link's tokens come from the contract's exchange", async () => {
  const { sandbox, tokens, limit, known } = await start();
  const link = await tokens.mintLinkTokens(limit);
  expect(known).toContain(link.accessToken);
  expect(known).toContain(link.refreshToken);
  expect(Object.keys(Object.fromEntries(new URLSearchParams(logins(sandbox)[1]?.body))).sort()).toEqual([
    'audience',
    'client_id',
    'grant_type',
    'requested_token_type',
    'scope',
    'subject_token',
  ]);
});

test.each(['withoutExchange', 'withoutRefreshTokens'] as const)(
  '%s: the administrator has to act',
  async (name) => {
    const { tokens, limit } = await start({}, ({ clients }) => serviceAccount(clients[name]));
    await expect(tokens.mintLinkTokens(limit)).rejects.toMatchObject({ code: 'token-exchange-rejected' });
  },
);

test.each([
  ['an HTML page', { kind: 'replace', body: '<html>login</html>' }, 'response-invalid'],
  ['a token of a wrong type', { kind: 'replace', body: '{"access_token":7}' }, 'response-invalid'],
  [
    'a redirect',
    { kind: 'answer', status: 302, headers: { location: 'http://127.0.0.1:1/' } },
    'response-invalid',
  ],
  ['deep JSON', { kind: 'deep-json' }, 'response-invalid'],
  ['broken gzip', { kind: 'broken-gzip' }, 'response-invalid'],
  ['an empty 503', { kind: 'answer', status: 503 }, 'server-error'],
  ['429', { kind: 'answer', status: 429 }, 'rate-limited'],
  ['resets', { kind: 'reset' }, 'network'],
] as const)('%s instead of a token is %s', async (_, action, code) => {
  const { sandbox, tokens, limit } = await start({}, ({ clients }) => serviceAccount(clients.launcher));
  sandbox.addFault({ when: tokenPath, do: action });
  await expect(tokens.get(limit)).rejects.toMatchObject({
    code,
    message: expect.stringMatching(/^Cannot log in at /),
  });
});

test.each([
  [{ realm: 'Mantis' }, 'realm-not-found'],
  [{ authentication: { method: 'none', clientId: 'nobody' } as const }, 'client-rejected'],
  [{ authUrl: 'http://127.0.0.1:1' }, 'network'],
])('%j is %s', async (changes, code) => {
  const { tokens, limit } = await start({}, () => changes);
  await expect(tokens.get(limit)).rejects.toMatchObject({ code });
});
