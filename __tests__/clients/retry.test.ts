import { openConnections } from '../../src/clients/http';
import { type Attempts, RequestFailed, type RequestSettings, sendWithRetries } from '../../src/clients/retry';
import type { Effect } from '../../src/domain/retry-policy';
import { type FakeClock, fakeClock, limitOver } from './fake-clock';
import { answer, type Reply, type SocketServer, socketServer } from './socket-server';

const connections = openConnections({});
let server: SocketServer | undefined;
let clock: FakeClock;
let lines: string[];

beforeEach(() => {
  clock = fakeClock();
  lines = [];
});
afterEach(() => server?.close());
afterAll(() => connections.close());

interface Changes {
  readonly effect?: Effect;
  readonly settings?: Partial<RequestSettings>;
  readonly limit?: Attempts['limit'];
  readonly request?: Attempts['request'];
}

function send({ effect = 'repeatable', settings = {}, limit = limitOver(clock), request }: Changes = {}) {
  const log = { info: (text: string) => lines.push(text), debug: () => {} };
  const shape = { method: 'GET', url: `${server?.url}/runner/7?token=hidden`, headers: {} };
  return sendWithRetries(
    {
      send: connections.send,
      clock,
      random: () => 0.5,
      requestTimeoutMs: 1_000,
      retries: 4,
      log,
      ...settings,
    },
    { effect, limit, request: request ?? (async () => shape) },
  );
}
const serve = async (reply: Reply) => {
  server = await socketServer(reply);
  return server.requests;
};
const status = (line: string, head = 'x-a: 1') => answer('{"detail":"d"}', head, line);

test('a transient failure passes: the third try is answered', async () => {
  const requests = await serve((socket, count) => {
    if (count === 1) socket.resetAndDestroy();
    else socket.write(count === 2 ? status('503 Service Unavailable') : answer('"done"'));
  });
  expect((await send()).body).toBe('"done"');
  expect([requests.length, clock.sleeps]).toEqual([3, [250, 500]]);
  expect(lines).toEqual([
    expect.stringMatching(/^GET 127\.0\.0\.1:\d+\/runner\/7: .+\. Try 2 of 5 in 250ms\.$/),
    expect.stringMatching(/: the server answered 503\. Try 3 of 5 in 500ms\.$/),
  ]);
  expect(lines.join()).not.toContain('hidden');
});

test.each<[Effect, number]>([
  ['repeatable', 5],
  ['refresh', 2],
  ['creation', 1],
  ['once', 1],
])('a request that is %s reaches a server that always resets %d times', async (effect, times) => {
  const requests = await serve((socket) => socket.resetAndDestroy());
  const error = await send({ effect }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RequestFailed);
  expect((error as RequestFailed).failure.kind).toBe('lost');
  expect(requests).toHaveLength(times);
});

test.each<[Effect, number]>([
  ['repeatable', 5],
  ['refresh', 5],
  ['creation', 5],
  ['once', 1],
])('a request that is %s and turned away by 429 is sent %d times', async (effect, times) => {
  const requests = await serve((socket) => socket.write(status('429 Too Many Requests', 'retry-after: 2')));
  await expect(send({ effect })).rejects.toMatchObject({ answer: { status: 429 } });
  expect(requests).toHaveLength(times);
  expect(clock.sleeps).toEqual(Array(times - 1).fill(2_100));
});

test.each(['400 Bad Request', '401 Unauthorized', '403 Forbidden', '404 Not Found', '501 Not Implemented'])(
  '%s is final and comes with its answer',
  async (line) => {
    const requests = await serve((socket) => socket.write(status(line)));
    const code = Number(line.slice(0, 3));
    await expect(send()).rejects.toMatchObject({ answer: { status: code, body: '{"detail":"d"}' } });
    expect(requests).toHaveLength(1);
  },
);

test('an unusable answer is not asked for again', async () => {
  const requests = await serve((socket) => socket.end('no HTTP\r\n\r\n'));
  await expect(send()).rejects.toMatchObject({ failure: { kind: 'unusable' } });
  expect(requests).toHaveLength(1);
});

test('a server that is not there is tried again whatever the request does', async () => {
  const request = async () => ({ method: 'POST', url: 'http://127.0.0.1:1/', headers: {} });
  await expect(send({ effect: 'once', request })).rejects.toMatchObject({ failure: { kind: 'unreachable' } });
  expect(clock.sleeps).toHaveLength(4);
});

test('no try outlasts the deadline', async () => {
  const requests = await serve((socket) =>
    socket.write(status('503 Service Unavailable', 'retry-after: 30')),
  );
  await expect(send({ limit: limitOver(clock, 70_000) })).rejects.toThrow('the server answered 503');
  expect([requests.length, clock.sleeps]).toEqual([3, [30_500, 30_500]]);
});

test('a cancellation ends the tries with its reason', async () => {
  const controller = new AbortController();
  const reason = new Error('cancelled');
  const requests = await serve((socket) => {
    socket.write(status('503 Service Unavailable'), () => controller.abort(reason));
  });
  await expect(send({ limit: limitOver(clock, 60_000, controller.signal) })).rejects.toBe(reason);
  expect(requests).toHaveLength(1);
});

test('each try is made anew', async () => {
  const requests = await serve((socket, count) => socket.write(count < 3 ? status('503 x') : answer('"x"')));
  let made = 0;
  await send({
    request: async () => {
      made += 1;
      return { method: 'GET', url: `${server?.url}/`, headers: { 'x-assertion': `number-${made}` } };
    },
  });
  expect(requests.map((request) => /number-\d/.exec(request)?.[0])).toEqual([
    'number-1',
    'number-2',
    'number-3',
  ]);
});
