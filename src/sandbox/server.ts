import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { performFault } from './fault-effects';
import type { FaultList } from './faults';
import { type Answerer, json, type Origin, type SandboxResponse } from './handler';
import type { RecordedRequest, Traffic } from './traffic';

/** One service on a server: it gets the requests whose path begins with `prefix`. */
export interface Site {
  readonly origin: Origin;
  readonly prefix: string;
  readonly answer: Answerer;
}

export interface ServerOptions {
  readonly sites: readonly Site[];
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly traffic: Traffic;
  readonly faults: FaultList;
  /** Asked for each request, so that it can change on the way. */
  readonly latencyMs: () => number;
}

export interface SandboxServer {
  /** Scheme, host and port, without a slash. */
  readonly url: string;
  /** How many connections were ever accepted. */
  readonly connections: () => number;
  /** Drops every connection and forgets unfinished work. */
  close(): Promise<void>;
}

/** The one place where handlers meet sockets. */
export async function serve(options: ServerOptions): Promise<SandboxServer> {
  const connectionIds = new WeakMap<Socket, number>();
  const timers = new Set<NodeJS.Timeout>();
  let connections = 0;
  let lastId = 0;

  const later = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        resolve();
      }, ms);
      timers.add(timer);
    });

  const answer = async (message: IncomingMessage, reply: ServerResponse, body: string): Promise<void> => {
    const site = siteFor(options.sites, message.url ?? '/');
    const request = recorded({
      message,
      body,
      origin: site.origin,
      connection: connectionIds.get(message.socket) ?? 0,
    });
    options.traffic.arrived(request);
    const latency = options.latencyMs();
    if (latency > 0) await later(latency);
    const process = async (): Promise<SandboxResponse> => {
      try {
        return await site.answer(request);
      } catch (error) {
        return json(500, { detail: `The sandbox itself failed: ${String(error)}` });
      }
    };
    const answered = (status: number): void => {
      request.status = status;
      options.traffic.answered(request);
    };
    const send = (response: SandboxResponse): void => {
      if (reply.destroyed || message.socket.destroyed) return;
      request.status = response.status;
      reply.once('finish', () => options.traffic.answered(request));
      reply.writeHead(response.status, {
        ...response.headers,
        'content-length': Buffer.byteLength(response.body),
      });
      reply.end(response.body);
    };
    const fault = options.faults.strike(request, site.origin);
    if (fault === undefined) send(await process());
    else
      await performFault({ fault, request, process, send, answered, later, reply, socket: message.socket });
  };

  const listener = (message: IncomingMessage, reply: ServerResponse): void => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('error', () => {});
    reply.on('error', () => {});
    message.on('end', () => void answer(message, reply, Buffer.concat(chunks).toString()));
  };
  const server =
    options.tls === undefined ? http.createServer(listener) : https.createServer(options.tls, listener);
  // As long as a usual reverse proxy keeps them: the client, not the sandbox, decides when to hang up.
  server.keepAliveTimeout = 65_000;
  server.requestTimeout = 0;
  server.on('connection', () => {
    connections += 1;
  });
  server.on(options.tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    lastId += 1;
    connectionIds.set(socket, lastId);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    url: `${options.tls === undefined ? 'http' : 'https'}://${host}:${port}`,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        for (const timer of timers) clearTimeout(timer);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Arrival {
  readonly message: IncomingMessage;
  readonly body: string;
  readonly origin: Origin;
  readonly connection: number;
}

function recorded({ message, body, origin, connection }: Arrival): RecordedRequest {
  const url = message.url ?? '/';
  const mark = url.indexOf('?');
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return {
    origin,
    method: message.method ?? 'GET',
    url,
    path: mark < 0 ? url : url.slice(0, mark),
    query: new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)),
    headers,
    body,
    startedAt: Date.now(),
    connection,
    status: undefined,
  };
}

function siteFor(sites: readonly Site[], url: string): Site {
  const site = sites.find(({ prefix }) => url.startsWith(prefix)) ?? sites.at(-1);
  if (site === undefined) throw new Error('A server needs at least one site.');
  return site;
}
