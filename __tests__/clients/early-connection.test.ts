import { readFileSync } from 'node:fs';
import { createServer as createPlainServer, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { type Dialled, dial } from '../../src/clients/dial';
import { type HttpConnections, openConnections } from '../../src/clients/http';
import { TransportError } from '../../src/clients/transport';

const pem = (name: string) => readFileSync(join(__dirname, '..', 'fixtures', `test-only-${name}`), 'utf8');
const open: { close(): unknown }[] = [];

afterEach(() => {
  for (const part of open.splice(0)) part.close();
});

interface Watched {
  readonly url: string;
  /** Whether each connection resumed an earlier session, in the order of the handshakes. */
  readonly handshakes: boolean[];
  readonly server: Server;
  readonly requests: string[];
}

/** A server over TLS that holds its answers until so many requests are there. */
async function watchedServer(host: string, together = 1): Promise<Watched> {
  const handshakes: boolean[] = [];
  const requests: string[] = [];
  const held: (() => void)[] = [];
  const server = createServer({ key: pem('server.key'), cert: pem('server.pem') }, (message, reply) => {
    requests.push(`${message.method} ${message.url}`);
    held.push(() => reply.end('{}'));
    if (held.length >= together) for (const answer of held.splice(0)) answer();
  });
  server.on('secureConnection', (socket: TLSSocket) => handshakes.push(socket.isSessionReused()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({ close: () => server.close(() => {}) && server.closeAllConnections() });
  return { url: `https://${host}:${(server.address() as AddressInfo).port}/`, handshakes, server, requests };
}

function connections(dialled?: Dialled): HttpConnections {
  const made = openConnections({ ca: pem('ca.pem') }, dialled);
  open.push(made);
  return made;
}

const get = ({ send }: HttpConnections, url: string) =>
  send({ method: 'GET', url, headers: {}, timeoutMs: 5_000, signal: new AbortController().signal });

const secured = ({ server }: Watched) =>
  new Promise<TLSSocket>((resolve) => server.once('secureConnection', resolve));

test.each(['localhost', '127.0.0.1'])(
  'a connection to %s is open before there is a request, and the request takes it',
  async (host) => {
    const watched = await watchedServer(host);
    const client = connections();
    const ready = secured(watched);
    client.prepare(watched.url);
    await ready;
    expect(watched.requests).toEqual([]);

    expect((await get(client, watched.url)).status).toBe(200);
    expect((await get(client, watched.url)).status).toBe(200);
    expect(watched.requests).toHaveLength(2);
    expect(watched.handshakes).toEqual([false]);
  },
);

test('an origin that has had a request needs no preparation', async () => {
  const watched = await watchedServer('127.0.0.1');
  const client = connections();
  await get(client, watched.url);
  client.prepare(watched.url);
  await get(client, watched.url);
  expect(watched.handshakes).toHaveLength(1);
});

test.each(['localhost', '127.0.0.1'])(
  'the next connections to %s resume the session of the early one',
  async (host) => {
    const watched = await watchedServer(host, 3);
    const client = connections();
    const ready = secured(watched);
    client.prepare(watched.url);
    await ready;
    // The session's ticket comes with the first answer at the latest.
    const alone = await watchedServer('127.0.0.1');
    await get(client, alone.url);

    await Promise.all([1, 2, 3].map(() => get(client, watched.url)));
    expect(watched.handshakes).toEqual([false, true, true]);
  },
);

test('an early connection that the server dropped costs a new one and no error', async () => {
  const watched = await watchedServer('127.0.0.1');
  const client = connections();
  const ready = secured(watched);
  client.prepare(watched.url);
  const closed = new Promise((resolve) => void ready.then((socket) => socket.once('close', resolve)));
  (await ready).destroy();
  await closed;
  await new Promise(setImmediate);

  expect((await get(client, watched.url)).status).toBe(200);
  expect(watched.handshakes).toHaveLength(2);
});

test('where nobody listens, the request itself says so', async () => {
  const client = connections();
  client.prepare('https://127.0.0.1:1/');
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  const failure = await get(client, 'https://127.0.0.1:1/').catch((error: unknown) => error);
  expect(failure).toMatchObject({ kind: 'unreachable' });
  expect(failure).toBeInstanceOf(TransportError);
});

test('one that is never used is closed with the others', async () => {
  const watched = await watchedServer('127.0.0.1');
  const client = connections();
  const ready = secured(watched);
  client.prepare(watched.url);
  const closed = new Promise((resolve) => void ready.then((socket) => socket.once('close', resolve)));
  await ready;
  client.close();
  await closed;
});

test('without TLS the way is opened early too', async () => {
  let accepted = 0;
  const server = createPlainServer((_, reply) => reply.end('{}')).on('connection', () => {
    accepted += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({ close: () => server.close(() => {}) && server.closeAllConnections() });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const client = connections();
  const connected = new Promise((resolve) => server.once('connection', resolve));
  client.prepare(url);
  await connected;
  await get(client, url);
  expect(accepted).toBe(1);
});

describe('a dialled connection', () => {
  test.each([
    ['https', 'localhost'],
    ['https', '127.0.0.1'],
    ['http', 'localhost'],
    ['http', '127.0.0.1'],
  ])(
    'over %s to %s becomes the first one of its origin, and the next requests keep it',
    async (scheme, host) => {
      const { url, accepted } = await countingServer(scheme, host);
      const client = connections(await dial(url));
      await get(client, url);
      await get(client, url);
      expect(accepted()).toBe(1);
    },
  );

  test('that the server dropped costs a new one and no error', async () => {
    const { url, accepted, dropAll } = await countingServer('https', '127.0.0.1');
    const dialled = (await dial(url)) as Dialled;
    const closed = new Promise((resolve) => dialled.socket.resume().once('close', resolve));
    await dropAll();
    await closed;
    expect((await get(connections(dialled), url)).status).toBe(200);
    expect(accepted()).toBe(2);
  });

  test.each(['http://127.0.0.1:1/', 'https://localhost:1/'])(
    'to %s, where nobody listens, leaves the reason to the request',
    async (url) => {
      const failure = await get(connections(await dial(url)), url).catch((error: unknown) => error);
      expect(failure).toMatchObject({ kind: 'unreachable' });
    },
  );

  test('to a name that does not exist leaves the reason to the request', async () => {
    const url = 'https://nowhere.invalid/';
    const failure = await get(connections(await dial(url)), url).catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: 'unreachable' });
  });

  test('of another origin is closed unused with the others', async () => {
    const first = await countingServer('https', '127.0.0.1');
    const second = await countingServer('https', '127.0.0.1');
    const dialled = (await dial(first.url)) as Dialled;
    const client = connections(dialled);
    await get(client, second.url);
    client.close();
    expect(dialled.socket.destroyed).toBe(true);
  });

  test('is none behind a proxy', async () => {
    process.env.https_proxy = 'http://127.0.0.1:1';
    try {
      expect(await dial('https://platform.example/')).toBeUndefined();
    } finally {
      delete process.env.https_proxy;
    }
  });
});

interface Counting {
  readonly url: string;
  accepted(): number;
  /** Hangs up on everybody, once somebody is there. */
  dropAll(): Promise<void>;
}

async function countingServer(scheme: string, host: string): Promise<Counting> {
  const sockets: Socket[] = [];
  const answer = (_: unknown, reply: ServerResponse) => reply.end('{}');
  const server =
    scheme === 'https'
      ? createServer({ key: pem('server.key'), cert: pem('server.pem') }, answer)
      : createPlainServer(answer);
  server.on('connection', (socket: Socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({ close: () => server.close(() => {}) && server.closeAllConnections() });
  return {
    url: `${scheme}://${host}:${(server.address() as AddressInfo).port}/`,
    accepted: () => sockets.length,
    dropAll: async () => {
      if (sockets.length === 0) await new Promise((resolve) => server.once('connection', resolve));
      for (const socket of sockets) socket.destroy();
    },
  };
}

test('sixty requests at once share fifty connections', async () => {
  const watched = await watchedServer('127.0.0.1', 10);
  const client = connections();
  await Promise.all(Array.from({ length: 60 }, () => get(client, watched.url)));
  expect(watched.requests).toHaveLength(60);
  expect(watched.handshakes.length).toBeGreaterThan(1);
  expect(watched.handshakes.length).toBeLessThanOrEqual(50);
});
