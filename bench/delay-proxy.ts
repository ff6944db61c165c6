// A process: TCP proxies that stand for the distance to a server. Every byte arrives so many milliseconds later, and
// a new connection's first byte a round trip later still: the kernel of this machine has answered its SYN at once.
// Arguments: the delay one way, then the ports to forward to. The first message lists the ports to connect to; each
// message after that is answered with the bytes since the last one.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

let bytes = 0;

async function forward(oneWayMs: number, port: number): Promise<number> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    const far = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    const openFrom = performance.now() + 2 * oneWayMs;
    carry(near, far, { oneWayMs, openFrom });
    carry(far, near, { oneWayMs, openFrom });
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 4_096, resolve));
  return (server.address() as AddressInfo).port;
}

/** Hands on what one side sends, in order, each chunk when its time has come. */
function carry(
  from: Socket,
  to: Socket,
  { oneWayMs, openFrom }: { readonly oneWayMs: number; readonly openFrom: number },
): void {
  const later = (work: () => void): void => {
    const now = performance.now();
    setTimeout(work, Math.max(now, openFrom) + oneWayMs - now);
  };
  from.on('data', (chunk) => {
    bytes += chunk.length;
    later(() => to.write(chunk));
  });
  from.on('end', () => later(() => to.end()));
}

async function main(): Promise<void> {
  const [oneWayMs = 0, ...targets] = process.argv.slice(3).map(Number);
  const ports = await Promise.all(targets.map((port) => forward(oneWayMs, port)));
  process.on('message', () => {
    process.send?.(bytes);
    bytes = 0;
  });
  process.on('disconnect', () => process.exit());
  process.send?.(ports);
}

void main();
