import { gzipSync } from 'node:zlib';
import { type HttpConnections, MAX_BODY_BYTES, openConnections } from '../../src/clients/http';
import { type HttpAnswer, type HttpRequest, TransportError } from '../../src/clients/transport';
import { answer, type Reply, type SocketServer, socketServer } from './socket-server';

let server: SocketServer | undefined;
let connections: HttpConnections;

beforeEach(() => {
  connections = openConnections({});
});
afterEach(async () => {
  connections.close();
  await server?.close();
  server = undefined;
});

const request = (changes: Partial<HttpRequest> = {}): Promise<HttpAnswer> =>
  connections.send({
    method: 'GET',
    url: `${server?.url}/x`,
    headers: {},
    timeoutMs: 5_000,
    signal: new AbortController().signal,
    ...changes,
  });
const serve = async (reply: Reply, host?: string) => {
  server = await socketServer(reply, host);
  return server;
};
/** How a request fails, for the log and for the retry policy. */
const failing = async (sending: Promise<unknown>) => {
  const error = await sending.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TransportError)) throw error ?? new Error('it did not fail');
  return { kind: error.kind, retry: error.failure.kind, why: error.why };
};
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

test('an answer of any status comes back whole', async () => {
  const { requests } = await serve((socket) =>
    socket.write(answer('{"ä":1}', 'x-a: 1\r\nx-a: 2', '404 Not Found')),
  );
  const { status, headers, body } = await request({
    method: 'POST',
    headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
    body: '{"ö":1}',
  });
  expect([status, headers['x-a'], body]).toEqual([404, '1, 2', '{"ä":1}']);
  expect(requests[0]).toMatch(/^POST \/x HTTP\/1\.1\r\n/);
  expect(requests[0]).toMatch(/authorization: Bearer t\r\n/i);
  expect(requests[0]).toMatch(/content-length: 8\r\n/i);
  expect(requests[0]?.endsWith('\r\n\r\n{"ö":1}')).toBe(true);
});

test('requests in a row share one connection', async () => {
  const { sockets } = await serve((socket) => socket.write(answer('"x"')));
  for (let count = 0; count < 5; count += 1) await request();
  expect(sockets).toHaveLength(1);
});

test('a redirect is an answer and is not followed', async () => {
  const { requests } = await serve((socket) =>
    socket.write(answer('', `location: ${server?.url}/other`, '302 Found')),
  );
  expect((await request({ headers: { authorization: 'Bearer t' } })).status).toBe(302);
  expect(requests).toHaveLength(1);
});

test('gzip is understood, an empty body too', async () => {
  const packed = gzipSync('{"a":1}');
  await serve((socket, count) => {
    socket.write(
      `${HEAD}content-encoding: gzip\r\ncontent-length: ${count === 1 ? packed.length : 0}\r\n\r\n`,
    );
    if (count === 1) socket.write(packed);
  });
  expect([(await request()).body, (await request()).body]).toEqual(['{"a":1}', '']);
});

const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
const send = (text: string | Buffer, head: string) => (socket: Parameters<Reply>[0]) => {
  socket.write(`${HEAD}${head}\r\n\r\n`);
  socket.end(text);
};

test.each<[string, string, string, Reply]>([
  ['a reset before any answer', 'lost', 'lost', (socket) => socket.resetAndDestroy()],
  ['a connection closed before any answer', 'lost', 'lost', (socket) => socket.end()],
  ['half a head', 'lost', 'lost', (socket) => socket.end('HTTP/1.1 200 OK\r\ncont')],
  ['a body shorter than promised', 'truncated', 'lost', send('{"a"', 'content-length: 100')],
  ['chunks without an end', 'truncated', 'lost', send('3\r\n{"a\r\n', 'transfer-encoding: chunked')],
  [
    'a reset in the body',
    'truncated',
    'lost',
    (socket) => socket.write(`${HEAD}content-length: 100\r\n\r\n{"a"`, () => socket.resetAndDestroy()),
  ],
  ['no HTTP', 'malformed', 'unusable', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n\r\n')],
  ['two lengths', 'malformed', 'unusable', send('ab', 'content-length: 1\r\ncontent-length: 2')],
  ['a broken length', 'malformed', 'unusable', send('ab', 'content-length: many')],
  ['broken gzip', 'malformed', 'unusable', send('no gzip', 'content-encoding: gzip\r\ncontent-length: 7')],
  [
    'half a gzip',
    'malformed',
    'unusable',
    send(gzipSync('{"a":1}').subarray(0, 15), 'content-encoding: gzip\r\ncontent-length: 15'),
  ],
  [
    'a gzip bomb',
    'malformed',
    'unusable',
    send(bomb, `content-encoding: gzip\r\ncontent-length: ${bomb.length}`),
  ],
  ['eleven megabytes', 'malformed', 'unusable', send(Buffer.alloc(11 * 1024 * 1024, 'x'), 'x-a: 1')],
])('%s is %s, to the retry policy %s', async (_, kind, retry, reply) => {
  await serve(reply);
  expect(await failing(request())).toMatchObject({ kind, retry });
});

test('broken chunks are no answer', async () => {
  await serve(send('zz\r\n{"a":1}', 'transfer-encoding: chunked'));
  expect(['truncated', 'malformed']).toContain((await failing(request())).kind);
});

test('ten megabytes are still taken', async () => {
  await serve(send(Buffer.alloc(MAX_BODY_BYTES, 'x'), `content-length: ${MAX_BODY_BYTES}`));
  expect((await request()).body).toHaveLength(MAX_BODY_BYTES);
});

test('a head that never ends is given up early', async () => {
  await serve((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    for (let count = 0; count < 100; count += 1) socket.write(`x-${count}: ${'y'.repeat(1_000)}\r\n`);
  });
  expect(await failing(request())).toMatchObject({ kind: 'malformed' });
});

test.each<[string, Reply]>([
  ['never answers', () => {}],
  ['stops in the head', (socket) => socket.write(HEAD)],
  ['stops in the body', (socket) => socket.write(`${HEAD}content-length: 100\r\n\r\n{`)],
])('a server that %s costs the time limit and no more, and its connection is closed', async (_, reply) => {
  const { sockets } = await serve(reply);
  const started = performance.now();
  const { kind, why } = await failing(request({ timeoutMs: 80 }));
  expect([kind, why]).toEqual(['lost', 'no answer within 80ms']);
  expect(performance.now() - started).toBeLessThan(2_000);
  const [socket] = sockets;
  if (socket?.destroyed === false) await new Promise((resolve) => socket.once('close', resolve));
});

test('a slow answer has to end within the limit, however alive the connection is', async () => {
  let timer: NodeJS.Timeout | undefined;
  await serve((socket) => {
    socket.write(`${HEAD}content-length: 100000\r\n\r\n`);
    timer = setInterval(() => socket.write('x'), 10);
  });
  expect(await failing(request({ timeoutMs: 100 }))).toMatchObject({ kind: 'lost' });
  clearInterval(timer);
});

test.each(['before', 'while waiting', 'in the body'])(
  'an abort %s ends the request with its reason',
  async (when) => {
    const controller = new AbortController();
    const reason = new Error('cancelled');
    const abort = () => controller.abort(reason);
    const { requests } = await serve((socket) => {
      if (when === 'in the body')
        socket.write(`${HEAD}content-length: 9\r\n\r\nx`, () => setImmediate(abort));
      else abort();
    });
    if (when === 'before') abort();
    await expect(request({ signal: controller.signal })).rejects.toBe(reason);
    expect(requests).toHaveLength(when === 'before' ? 0 : 1);
  },
);

test('after an abort other requests go on', async () => {
  const controller = new AbortController();
  await serve((socket, count) =>
    count === 1 ? controller.abort(new Error('x')) : socket.write(answer('"x"')),
  );
  await expect(request({ signal: controller.signal })).rejects.toThrow('x');
  expect((await request()).body).toBe('"x"');
});

test('many requests under one signal leave no listeners behind', async () => {
  const warnings: Error[] = [];
  const listen = (warning: Error) => warnings.push(warning);
  process.on('warning', listen);
  await serve((socket) => socket.write(answer('"x"')));
  const { signal } = new AbortController();
  for (let count = 0; count < 30; count += 1) await request({ signal });
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', listen);
  expect(warnings).toEqual([]);
});

test('IPv6 loopback is reached', async () => {
  await serve((socket) => socket.write(answer('"six"')), '::1');
  expect((await request()).body).toBe('"six"');
});

test.each(['http://127.0.0.1:1/x', 'http://does-not-exist.invalid/x'])(
  'nothing is sent to %s',
  async (url) => {
    expect(await failing(request({ url }))).toMatchObject({ kind: 'unreachable', retry: 'unreachable' });
  },
);
