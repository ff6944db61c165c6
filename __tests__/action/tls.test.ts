import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { type ConnectProxy, connectProxy } from '../clients/connect-proxy';
import { type Inputs, runAction, type StepResult, serviceAccountInputs } from './run-action';

const FIXTURES = join(__dirname, '..', 'fixtures');
const pem = (name: string): string => readFileSync(join(FIXTURES, `test-only-${name}`), 'utf8');
const server = { key: pem('server.key'), cert: pem('server.pem') };
const ca = { 'ca-certificate': pem('ca.pem') };
const client = { 'client-certificate': pem('client.pem'), 'client-certificate-key': pem('client.key') };
const scenario = { scenario: 'small-company/ransomware' };

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const part of open.splice(0).reverse()) await part.close();
});

async function start(tls: { readonly key: string; readonly cert: string } = server): Promise<Sandbox> {
  const sandbox = await startSandbox({ phaseMs: 20, tls });
  open.push(sandbox);
  return sandbox;
}

async function startProxy(status?: string): Promise<ConnectProxy> {
  const proxy = await connectProxy(status);
  open.push(proxy);
  return proxy;
}

/** The deployment under a name that only a proxy knows. */
function byName(sandbox: Sandbox): Inputs {
  const renamed = (url: string): string => url.replace('127.0.0.1', 'api.lab.example');
  return { 'base-url': renamed(sandbox.baseUrl), 'auth-url': renamed(sandbox.authUrl) };
}

async function launch(sandbox: Sandbox, inputs: Inputs, env = {}): Promise<StepResult> {
  return await runAction({
    sandbox,
    secrets: [client['client-certificate-key'].split('\n')[1] ?? ''],
    env,
    inputs: { ...serviceAccountInputs(sandbox), ...scenario, retries: '1', ...inputs },
  });
}

/** The whole story works: login, launch and wait in main, login and removal in post. */
async function expectLaunched(sandbox: Sandbox, step: StepResult): Promise<void> {
  expect({ message: step.outputs['error-message'], result: step.outputs.result }).toEqual({
    message: '',
    result: 'succeeded',
  });
  const post = await step.post();
  expect(post.annotations).toEqual([]);
  expect(sandbox.labs.living()).toEqual([]);
}

test('a private authority is trusted where ca-certificate gives it, as text or as the path of a file', async () => {
  const sandbox = await start();
  await expectLaunched(sandbox, await launch(sandbox, ca));
  await expectLaunched(
    sandbox,
    await launch(sandbox, { 'ca-certificate': join(FIXTURES, 'test-only-ca.pem') }),
  );
});

test('without it nothing is sent, and the sentence names ca-certificate', async () => {
  const sandbox = await start();
  const step = await launch(sandbox, {});
  expect(step.outputs['error-code']).toBe('network');
  expect(step.outputs['error-message']).toMatch(
    /^Cannot log in at https:.*: the TLS connection failed \([A-Z_]+\)\. .*input ca-certificate[;.]/,
  );
  expect(sandbox.requests).toEqual([]);
});

test('the API behind an authority of its own is told in the same way', async () => {
  const [sandbox, plain] = [await start(), await startSandbox()];
  open.push(plain);
  const step = await launch(plain, { 'base-url': sandbox.baseUrl });
  expect(step.outputs['error-code']).toBe('network');
  expect(step.outputs['error-message']).toContain('input ca-certificate');
  expect(sandbox.requests).toEqual([]);
});

describe('a deployment that wants a client certificate', () => {
  // More of Node's TLS options than the sandbox names; they go to the server as they are.
  const mutual = { ...server, ca: pem('ca.pem'), requestCert: true, rejectUnauthorized: true };

  test('gets it with every request', async () => {
    const sandbox = await start(mutual);
    await expectLaunched(sandbox, await launch(sandbox, { ...ca, ...client }));
    const proxy = await startProxy();
    const inputs = { ...ca, ...client, ...byName(sandbox) };
    await expectLaunched(sandbox, await launch(sandbox, inputs, { https_proxy: proxy.url }));
  });

  test('does not talk without it', async () => {
    const sandbox = await start(mutual);
    const step = await launch(sandbox, ca);
    expect(step.outputs['error-code']).toBe('network');
    expect(step.outputs['error-message']).toContain('client-certificate');
    expect(sandbox.requests).toEqual([]);
  });
});

test.each([
  ['a CA that is none', { 'ca-certificate': '-----BEGIN NOTHING-----\n' }, 'no certificate in PEM form'],
  [
    'a key of another certificate',
    { ...client, 'client-certificate-key': server.key },
    'with its unencrypted key',
  ],
  ['a certificate without its key', { 'client-certificate': client['client-certificate'] }, 'only one of'],
])('%s is told before anything is sent', async (_, inputs, why) => {
  const sandbox = await start();
  const step = await launch(sandbox, { ...ca, ...inputs });
  expect(step.outputs['error-code']).toBe('input-invalid');
  expect(step.outputs['error-message']).toContain(why);
  expect(sandbox.requests).toEqual([]);
});

describe('a proxy of the environment', () => {
  test.each(['https_proxy', 'HTTPS_PROXY'])(
    'by %s carries every request, and sees no secret',
    async (name) => {
      const [sandbox, proxy] = [await start(), await startProxy()];
      const step = await launch(sandbox, { ...ca, ...byName(sandbox) }, { [name]: proxy.url });
      await expectLaunched(sandbox, step);
      expect(sandbox.requests.length).toBeGreaterThan(proxy.heads.length);
      expect(proxy.heads).toHaveLength(sandbox.connections('idp') + sandbox.connections('api'));
      for (const head of proxy.heads) {
        expect(head).toMatch(/^CONNECT api\.lab\.example:\d+ HTTP\/1\.1\r\n/);
        expect(head).not.toMatch(/bearer|basic/i);
      }
    },
  );

  test('is left out where no_proxy says so, and for this machine', async () => {
    const [sandbox, proxy] = [await start(), await startProxy()];
    const env = { https_proxy: proxy.url, no_proxy: 'lab.example,.lab.example' };
    const step = await launch(sandbox, { ...ca, ...byName(sandbox) }, env);
    // The name exists nowhere but at the proxy.
    expect(step.outputs['error-code']).toBe('network');
    await expectLaunched(sandbox, await launch(sandbox, ca, env));
    expect(proxy.heads).toEqual([]);
  });

  test('that refuses is named as such', async () => {
    const [sandbox, proxy] = [await start(), await startProxy('407 Proxy Authentication Required')];
    const step = await launch(sandbox, { ...ca, ...byName(sandbox) }, { https_proxy: proxy.url });
    expect(step.outputs['error-code']).toBe('network');
    expect(step.outputs['error-message']).toContain('the proxy answered 407');
    expect(step.outputs['error-message']).toContain('proxy, firewall');
  });
});

test('plain http where TLS is expected is no crash', async () => {
  const plain = createServer((socket) =>
    socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'),
  );
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  open.push({ close: () => plain.close() });
  const { port } = plain.address() as { port: number };
  const sandbox = await start();
  const step = await launch(sandbox, { ...ca, 'auth-url': `https://127.0.0.1:${port}` });
  expect(step.outputs['error-code']).toBe('network');
});
