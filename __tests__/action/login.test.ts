import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import type { FaultAction } from '../../src/sandbox/faults';
import {
  deploymentInputs,
  personInputs,
  runAction,
  type StepResult,
  serviceAccountInputs,
} from './run-action';

const scenario = { scenario: 'small-company/ransomware', retries: '1' };
const HTML = '<!DOCTYPE html><html><body>Please wait</body></html>';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ phaseMs: 20 });
});
afterEach(() => sandbox.close());

const launch = (inputs: Readonly<Record<string, string>>, secrets: readonly string[] = []) =>
  runAction({ sandbox, secrets, inputs: { ...serviceAccountInputs(sandbox), ...scenario, ...inputs } });
const logins = () => sandbox.requests.filter(({ path }) => path.endsWith('/token'));

/** One annotation with one sentence and no trace of a crash. */
function expectOneSentence(step: StepResult, code: string): void {
  expect(step.outputs).toMatchObject({ result: 'failed', 'error-code': code });
  expect(step.outputs['error-message']).toMatch(/^Cannot log in at http[^\r\n]+: [^\r\n]+\.$/);
  expect(step.annotations.map(({ type }) => type)).toEqual(['error']);
  expect(step.stdout).not.toMatch(/\n\s+at .+:\d+:\d+/);
}

describe('an answer of the identity provider that is no token', () => {
  const cases: readonly [string, Omit<Extract<FaultAction, { kind: 'answer' }>, 'kind'>, string, string][] = [
    ['a 503 with nothing in it', { status: 503 }, 'server-error', 'it answered 503. '],
    ['a 503 with a page', { status: 503, body: HTML }, 'server-error', 'it answered 503 (an HTML page). '],
    ['a 200 with a page', { status: 200, body: HTML }, 'response-invalid', 'web page or a proxy'],
    ['a 401 with a page', { status: 401, body: HTML }, 'response-invalid', '401 (an HTML page). '],
    [
      'an error without a description',
      { status: 400, body: '{"error":"invalid_scope"}' },
      'scope-rejected',
      'it answered 400 invalid_scope. ',
    ],
    [
      'an error with a description of another type',
      { status: 401, body: '{"error":"invalid_client","error_description":{"x":1}}' },
      'client-rejected',
      'it answered 401 invalid_client. ',
    ],
    ['JSON of another kind', { status: 400, body: '[1]' }, 'response-invalid', 'it answered 400'],
    ['a token without a token', { status: 200, body: '{"token_type":"Bearer"}' }, 'response-invalid', '200'],
  ];

  test.each(cases)('%s is one sentence', async (_, answer, code, words) => {
    sandbox.addFault({ when: { origin: 'idp' }, do: { kind: 'answer', ...answer } });
    const step = await launch({});
    expectOneSentence(step, code);
    expect(step.outputs['error-message']).toContain(words);
    expect(logins()).toHaveLength(code === 'server-error' ? 2 : 1);
  });

  test('a redirect is not followed, wherever it leads', async () => {
    const reached: string[] = [];
    const elsewhere = createServer((message, reply) => {
      reached.push(message.url ?? '');
      reply.end('{}');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/token`;
    for (const status of [302, 307, 308]) {
      const fault = sandbox.addFault({
        when: { origin: 'idp' },
        do: { kind: 'answer', status, headers: { location } },
      });
      expectOneSentence(await launch({}), 'response-invalid');
      fault.remove();
    }
    elsewhere.close();
    expect(reached).toEqual([]);
  });
});

describe('a secret with characters that encodings get wrong', () => {
  const secrets = [
    'a b+c/d=e&f%41g"h\'i',
    ' leading and trailing ',
    'ümläut ßecret €𝄞',
    '%%%%',
    'a:b:c:d;e,f',
  ];

  test.each(secrets)('%j works with both methods and never shows', async (secret) => {
    sandbox.addClient({ ...sandbox.clients.launcher, clientId: 'odd client: ä/+%41', secret });
    for (const method of ['client_secret_basic', 'client_secret_post']) {
      const odd = { 'client-id': 'odd client: ä/+%41', 'client-secret': secret };
      const good = await launch({ ...odd, 'client-authentication': method }, [secret]);
      expect(good.outputs).toMatchObject({ result: 'succeeded', 'error-message': '' });
      // The server quotes what it was sent, in every encoding that was sent.
      const fault = sandbox.addFault({ when: { origin: 'idp' }, do: { kind: 'echo-secrets', status: 400 } });
      const bad = await launch({ ...odd, 'client-authentication': method }, [secret]);
      expect(bad.outputs.result).toBe('failed');
      fault.remove();
    }
  });

  test('may have been stored with a line break after it', async () => {
    const { secret = '' } = sandbox.clients.launcher;
    const step = await launch({ 'client-secret': `${secret}\r\n` });
    expect(step.outputs.result).toBe('succeeded');
  });
});

describe('a private key', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...publicKey.export({ format: 'jwk' }), alg: 'ES256' };
  const key = String(privateKey.export({ format: 'pem', type: 'sec1' }));
  const login = { 'client-id': 'with-key', 'client-secret': '', 'client-private-key': key };
  const addKey = (kid: string) => {
    const { secret: _, ...client } = sandbox.clients.launcher;
    sandbox.addClient({ ...client, clientId: 'with-key', jwks: [{ ...jwk, kid }] });
  };

  test('is masked line by line, with no mask that hits ordinary text', async () => {
    addKey('one');
    const step = await launch({ ...login, 'client-key-id': 'one' }, key.split('\n').slice(1, 3));
    expect(step.outputs.result).toBe('succeeded');
    for (const part of key.split('\n').filter((text) => text.length >= 8 && !text.startsWith('-----'))) {
      expect(step.masks).toContain(part);
    }
    expect(step.masks.filter((mask) => mask.length < 8)).toEqual([]);
    expect(step.masks.filter((mask) => mask.includes('-----'))).toEqual([]);
  });

  test('of a JWK names itself by its kid, and the input wins over it', async () => {
    addKey('one');
    const text = (kid: string): string => JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid });
    expect((await launch({ ...login, 'client-private-key': text('one') })).outputs.result).toBe('succeeded');
    expectOneSentence(await launch({ ...login, 'client-private-key': text('two') }), 'client-rejected');
    const named = { ...login, 'client-private-key': text('two'), 'client-key-id': 'one' };
    expect((await launch(named)).outputs.result).toBe('succeeded');
  });

  test('signs for a minute at most, for the issuer alone, with a new id each time', async () => {
    addKey('one');
    sandbox.addFault({ when: { origin: 'idp', nth: 1 }, do: { kind: 'reset', processed: true } });
    expect((await launch(login)).outputs.result).toBe('succeeded');
    const claims = logins().map(({ body }) => {
      const assertion = new URLSearchParams(body).get('client_assertion') ?? '';
      return JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString());
    });
    expect(claims).toHaveLength(2);
    for (const { aud, iss, sub, exp, iat } of claims) {
      expect({ aud, iss, sub }).toEqual({ aud: sandbox.issuer, iss: 'with-key', sub: 'with-key' });
      expect(exp - iat).toBeLessThanOrEqual(60);
    }
    expect(claims[0].jti).not.toBe(claims[1].jti);
  });
});

test.each(['', '    organization_id: ""\n'])(
  "the command-line client's file of an old client is explained (%j)",
  async (organization) => {
    const file = `active_profile: lab.example
profiles:
  lab.example:
    domain: lab.example
    refresh_token: ${sandbox.person.refreshToken}
    default_workspace: ${sandbox.workspaceId}
${organization}`;
    const { 'base-url': baseUrl = '', 'auth-url': authUrl = '' } = deploymentInputs(sandbox);
    const places = { 'base-url': baseUrl, 'auth-url': authUrl };
    const step = await runAction({ sandbox, inputs: { ...places, ...scenario, 'cli-config': file } });
    expect(step.outputs['error-code']).toBe('input-invalid');
    expect(step.outputs['error-message']).toContain('an old version of the client wrote it');
    expect(sandbox.requests).toEqual([]);
  },
);

test('secrets go to the origin of auth-url alone, access tokens to that of base-url alone', async () => {
  for (const inputs of [serviceAccountInputs(sandbox), personInputs(sandbox)]) {
    const step = await runAction({ sandbox, inputs: { ...inputs, ...scenario, 'public-access': 'true' } });
    await step.post();
  }
  const secrets = [sandbox.clients.launcher.secret ?? '', sandbox.person.refreshToken];
  for (const { origin, headers, body, url } of sandbox.requests) {
    const all = `${url} ${JSON.stringify(headers)} ${body}`;
    expect(url).not.toMatch(/eyJ/);
    if (origin === 'idp') expect(headers.authorization ?? '').not.toMatch(/^Bearer/);
    else {
      expect(headers.authorization).toMatch(/^Bearer eyJ/);
      for (const secret of secrets) expect(all).not.toContain(secret);
    }
  }
  expect(new Set(sandbox.requests.map(({ origin }) => origin))).toEqual(new Set(['idp', 'api']));
});
