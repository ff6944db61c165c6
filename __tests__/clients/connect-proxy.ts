import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy of the environment's `https_proxy`. */
export interface ConnectProxy {
  readonly url: string;
  /** What it was sent before any tunnel was open. */
  readonly heads: string[];
  close(): void;
}

/** A proxy that knows only CONNECT and takes every host for this machine. */
export async function connectProxy(status = '200 Connection Established'): Promise<ConnectProxy> {
  const heads: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', (chunk) => {
      heads.push(chunk.toString());
      const port = Number(/^CONNECT [^:]+:(\d+)/.exec(chunk.toString())?.[1]);
      if (!status.startsWith('200')) return socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`);
      const target = connect(port, '127.0.0.1', () => {
        socket.write(`HTTP/1.1 ${status}\r\n\r\n`);
        socket.pipe(target).pipe(socket);
      });
      sockets.add(target);
      return target.on('error', () => socket.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heads,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
