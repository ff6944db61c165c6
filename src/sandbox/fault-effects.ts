import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { echo } from './echo';
import type { FaultAction } from './faults';
import { json, type SandboxRequest, type SandboxResponse } from './handler';

/** What a fault may do to one exchange of request and answer. */
export interface FaultyExchange {
  readonly fault: FaultAction;
  readonly request: SandboxRequest;
  /** Does the service's work. */
  readonly process: () => Promise<SandboxResponse>;
  /** Sends a well-formed answer; does nothing once the connection is dead. */
  readonly send: (response: SandboxResponse) => void;
  /** To be called after bytes that `send` did not write. */
  readonly answered: (status: number) => void;
  /** Never comes back when the server is closed before. */
  readonly later: (ms: number) => Promise<void>;
  readonly reply: ServerResponse;
  readonly socket: Socket;
}

/** A page as a reverse proxy sends it when the service behind it is away. */
export const BAD_GATEWAY_PAGE =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n';

const JSON_HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** Lets one fault strike one exchange. */
export async function performFault(exchange: FaultyExchange): Promise<void> {
  const { fault, request, process, send, later, socket } = exchange;
  switch (fault.kind) {
    case 'reset':
      if (fault.processed === true) await process();
      return reset(socket);
    case 'hang':
      if (fault.processed === true) await process();
      return;
    case 'answer': {
      if (fault.processed === true) await process();
      const body = fault.body ?? '';
      return send({ status: fault.status, headers: fault.headers ?? {}, body });
    }
    case 'delay': {
      await later(fault.ms);
      return send(await process());
    }
    case 'finish-later': {
      const died = new Promise<'died'>((resolve) => {
        if (socket.destroyed) resolve('died');
        else socket.once('close', () => resolve('died'));
      });
      if (fault.reset === true) reset(socket);
      const first = await Promise.race([later(fault.ms), died]);
      if (first === 'died') await later(fault.ms);
      return send(await process());
    }
    case 'slow-drip':
      return drip(exchange, { bytes: fault.bytes ?? 1, everyMs: fault.everyMs ?? 100 });
    case 'truncated': {
      const { body } = await process();
      return raw(exchange, [`${JSON_HEAD}content-length: ${Buffer.byteLength(body) + 100}\r\n\r\n`, body]);
    }
    case 'broken-chunks': {
      const { body } = await process();
      return raw(exchange, [`${JSON_HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n`, body]);
    }
    case 'broken-gzip': {
      const { body } = await process();
      const length = Buffer.byteLength(body);
      return raw(exchange, [`${JSON_HEAD}content-encoding: gzip\r\ncontent-length: ${length}\r\n\r\n`, body]);
    }
    case 'endless-headers':
      return endlessHeaders(exchange);
    case 'huge': {
      await process();
      const filler = 'x'.repeat((fault.bytes ?? 50 * 1024 * 1024) - 2);
      return send({ status: 200, headers: { 'content-type': 'application/json' }, body: `"${filler}"` });
    }
    case 'deep-json': {
      await process();
      const depth = fault.depth ?? 100_000;
      const body = '['.repeat(depth) + ']'.repeat(depth);
      return send({ status: 200, headers: { 'content-type': 'application/json' }, body });
    }
    case 'empty-id':
      await process();
      return send(json(200, ''));
    case 'replace': {
      const real = await process();
      return send({ ...real, headers: { ...real.headers, ...fault.headers }, body: fault.body });
    }
    case 'echo-secrets': {
      return send(echo(request, fault));
    }
  }
}

/** RST instead of FIN, which is what a crashed or overloaded peer sends. */
function reset(socket: Socket): void {
  // A TLS socket has no RST of its own; cutting it off is the nearest thing.
  if ('encrypted' in socket) socket.destroy();
  else socket.resetAndDestroy();
}

function raw({ socket, answered }: FaultyExchange, parts: readonly string[]): void {
  if (socket.destroyed) return;
  socket.end(parts.join(''), () => answered(200));
}

async function drip(exchange: FaultyExchange, pace: { bytes: number; everyMs: number }): Promise<void> {
  const { process, reply, later, answered } = exchange;
  const response = await process();
  const body = Buffer.from(response.body);
  reply.writeHead(response.status, { ...response.headers, 'content-length': body.length });
  for (let sent = 0; sent < body.length; sent += pace.bytes) {
    if (reply.destroyed) return;
    reply.write(body.subarray(sent, sent + pace.bytes));
    await later(pace.everyMs);
  }
  reply.end(() => answered(response.status));
}

async function endlessHeaders({ process, socket, later }: FaultyExchange): Promise<void> {
  await process();
  socket.write('HTTP/1.1 200 OK\r\n');
  for (let count = 0; !socket.destroyed; count += 1) {
    socket.write(`x-filler-${count}: ${'y'.repeat(1000)}\r\n`);
    await later(5);
  }
}
