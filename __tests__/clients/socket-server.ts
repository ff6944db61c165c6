import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** A server that answers in bytes, for what no HTTP library would send. */
export interface SocketServer {
  readonly url: string;
  /** Requests as they came, headers and body. */
  readonly requests: string[];
  /** Connections ever accepted. */
  readonly sockets: readonly Socket[];
  close(): Promise<void>;
}

/** What to do with a request; its number counts from 1. */
export type Reply = (socket: Socket, count: number) => void;

/** Starts one on loopback; bodies of requests must declare their length. */
export async function socketServer(reply: Reply, host = '127.0.0.1'): Promise<SocketServer> {
  const requests: string[] = [];
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    sockets.push(socket);
    let received = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const head = received.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(received.toString())?.[1] ?? 0);
      if (head < 0 || received.length < head + 4 + length) return;
      requests.push(received.toString());
      received = Buffer.alloc(0);
      reply(socket, requests.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    requests,
    sockets,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** A complete answer. */
export function answer(body: string, head = 'content-type: application/json', status = '200 OK'): string {
  return `HTTP/1.1 ${status}\r\n${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
