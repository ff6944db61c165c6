import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { type HttpConnections, openConnections, type TlsSettings } from '../../src/clients/http';
import { TransportError } from '../../src/clients/transport';
import { type ConnectProxy, connectProxy as startProxy } from './connect-proxy';

const pem = (name: string) => readFileSync(join(__dirname, '..', 'fixtures', `test-only-${name}`), 'utf8');
const ca = pem('ca.pem');
const open: { close(): unknown }[] = [];
const PROXY_VARIABLES = ['http_proxy', 'https_proxy', 'no_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];
const before = PROXY_VARIABLES.map((name) => [name, process.env[name]] as const);

beforeEach(() => {
  for (const name of PROXY_VARIABLES) delete process.env[name];
});
afterEach(() => {
  for (const part of open.splice(0)) part.close();
});
afterAll(() => {
  for (const [name, value] of before) if (value !== undefined) process.env[name] = value;
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Answers with the name in the client's certificate. */
async function tlsServer(
  options: { requestCert?: boolean } = {},
): Promise<{ port: number; requests: string[] }> {
  const requests: string[] = [];
  const settings = {
    key: pem('server.key'),
    cert: pem('server.pem'),
    ca,
    ...options,
    rejectUnauthorized: false,
  };
  const server = createServer(settings, (message, reply) => {
    requests.push(`${message.method} ${message.url} ${message.headers.authorization}`);
    const { authorized } = message.socket as TLSSocket;
    reply.end(JSON.stringify({ authorized }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({ close: () => server.close(() => {}) && server.closeAllConnections() });
  return { port: portOf(server), requests };
}

async function connectProxy(status?: string): Promise<ConnectProxy> {
  const proxy = await startProxy(status);
  open.push(proxy);
  return proxy;
}

function get(url: string, tls: TlsSettings = { ca }) {
  const connections: HttpConnections = openConnections(tls);
  open.push(connections);
  const { signal } = new AbortController();
  const headers = { authorization: 'Bearer t' };
  return connections.send({ method: 'GET', url, headers, timeoutMs: 5_000, signal });
}

const failing = (sending: Promise<unknown>) =>
  sending.then(
    () => 'no failure',
    (error: unknown) => (error instanceof TransportError ? error.kind : error),
  );

test.each(['localhost', '127.0.0.1'])('a private CA is trusted for %s where it is given', async (host) => {
  const { port } = await tlsServer();
  expect((await get(`https://${host}:${port}/`)).status).toBe(200);
});

test('without the CA nothing is sent', async () => {
  const { port, requests } = await tlsServer();
  expect(await failing(get(`https://127.0.0.1:${port}/`, {}))).toBe('tls');
  expect(requests).toEqual([]);
});

test('a certificate for another name is refused', async () => {
  const { port, requests } = await tlsServer();
  process.env.https_proxy = (await connectProxy()).url;
  expect(await failing(get(`https://other.example:${port}/`))).toBe('tls');
  expect(requests).toEqual([]);
});

test('plain http where TLS is spoken, and TLS where plain http is, are errors', async () => {
  const { port } = await tlsServer();
  expect(['lost', 'malformed']).toContain(await failing(get(`http://127.0.0.1:${port}/`)));
  const { url } = await connectProxy('400 Bad Request');
  expect(await failing(get(url.replace('http:', 'https:')))).toBe('tls');
});

test('a client certificate is shown where it is given', async () => {
  const { port } = await tlsServer({ requestCert: true });
  const url = `https://127.0.0.1:${port}/`;
  const mutual = { ca, cert: pem('client.pem'), key: pem('client.key') };
  const bodies = [await get(url, mutual), await get(url)].map(({ body }) => JSON.parse(body).authorized);
  expect(bodies).toEqual([true, false]);
});

test.each(['https_proxy', 'HTTPS_PROXY'])('%s is obeyed, and the CA holds behind it', async (name) => {
  const { port, requests } = await tlsServer();
  const proxy = await connectProxy();
  process.env[name] = proxy.url;
  expect((await get(`https://api.lab.example:${port}/x`)).status).toBe(200);
  expect(requests).toEqual(['GET /x Bearer t']);
  expect(proxy.heads).toHaveLength(1);
  expect(proxy.heads[0]).toMatch(new RegExp(`^CONNECT api\\.lab\\.example:${port} HTTP/1\\.1\r\n`));
  expect(proxy.heads[0]).not.toContain('Bearer');
});

test('a name and password of the proxy go to the proxy, decoded', async () => {
  const { port } = await tlsServer();
  const proxy = await connectProxy();
  process.env.https_proxy = proxy.url.replace('http://', 'http://user:p%40ss@');
  await get(`https://api.lab.example:${port}/`);
  expect(proxy.heads[0]).toContain(`Basic ${Buffer.from('user:p@ss').toString('base64')}`);
});

test('requests in a row share the tunnel', async () => {
  const { port } = await tlsServer();
  const proxy = await connectProxy();
  process.env.https_proxy = proxy.url;
  const connections = openConnections({ ca });
  open.push(connections);
  const { signal } = new AbortController();
  for (let count = 0; count < 3; count += 1) {
    await connections.send({
      method: 'GET',
      url: `https://api.lab.example:${port}/`,
      headers: {},
      timeoutMs: 5_000,
      signal,
    });
  }
  expect(proxy.heads).toHaveLength(1);
});

test.each(['api.lab.example', '.lab.example', 'x.example, API.LAB.EXAMPLE', '*'])(
  'no_proxy=%s keeps the proxy out',
  async (hosts) => {
    const { port } = await tlsServer();
    const proxy = await connectProxy();
    Object.assign(process.env, { https_proxy: proxy.url, no_proxy: hosts });
    // The name does not exist outside of the proxy.
    expect(await failing(get(`https://api.lab.example:${port}/`))).toBe('unreachable');
    expect(proxy.heads).toEqual([]);
  },
);

test('this machine is never reached by the proxy', async () => {
  const { port } = await tlsServer();
  const proxy = await connectProxy();
  process.env.https_proxy = proxy.url;
  expect((await get(`https://127.0.0.1:${port}/`)).status).toBe(200);
  expect(proxy.heads).toEqual([]);
});

test('a proxy that is not there means that nothing was sent', async () => {
  process.env.https_proxy = 'http://127.0.0.1:1';
  expect(await failing(get('https://api.lab.example/'))).toBe('unreachable');
});

test.each(['403 Forbidden', '407 Proxy Authentication Required', '502 Bad Gateway'])(
  "a proxy's %s is not taken for the platform's answer",
  async (status) => {
    const proxy = await connectProxy(status);
    process.env.https_proxy = proxy.url;
    expect(await failing(get('https://api.lab.example/'))).toBe('unreachable');
    expect(proxy.heads[0]).not.toContain('Bearer');
  },
);
