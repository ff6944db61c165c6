import type { Agent as HttpAgent, IncomingMessage, RequestOptions } from 'node:http';
import type { AgentOptions } from 'node:https';
import { HttpClient } from '@actions/http-client';
import { formatDuration } from '../domain/duration';
import { cleanText, line } from '../domain/foreign-text';
import type { TlsSettings } from './agents';
import { createAgent, openEarly, trust, useDialled } from './agents';
import type { Dialled } from './dial';

export type { TlsSettings } from './agents';

import type { HttpAnswer, HttpRequest, Transport } from './transport';
import { TransportError } from './transport';

/** Answers larger than this are refused. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** A transport and the way to drop its connections. */
export interface HttpConnections {
  readonly send: Transport;
  /** Opens a connection to an origin that certainly gets a request soon and has had none yet. */
  prepare(url: string): void;
  close(): void;
}

/**
 * Connections with keep-alive, by proxy where `https_proxy`/`no_proxy` say so. `@actions/http-client` shapes the
 * requests; its own retries, redirects, time-outs and JSON handling are not used.
 * @param dialled becomes the first connection to its origin
 */
export function openConnections(tls: TlsSettings, dialled?: Dialled): HttpConnections {
  const agents = new Map<string, HttpAgent>();
  const drops: (() => void)[] = [];
  let closed = false;
  let trusted: AgentOptions | undefined;

  async function agentFor(url: URL): Promise<HttpAgent> {
    const known = agents.get(url.origin);
    if (known !== undefined) return known;
    const agent = await createAgent(url, tlsFor(url), refusedByProxy);
    const first = agents.get(url.origin);
    if (first !== undefined) return first;
    agents.set(url.origin, agent);
    if (dialled?.origin === url.origin) useDialled(agent, dialled);
    return agent;
  }

  function tlsFor({ protocol }: URL): AgentOptions {
    if (protocol !== 'https:') return {};
    trusted ??= trust(tls);
    return trusted;
  }

  return {
    send: async (request) => {
      const url = new URL(request.url);
      const agent = await agentFor(url);
      return exchange(request, { agent, tls: tlsFor(url) });
    },
    prepare: (address) => {
      const url = new URL(address);
      if (agents.has(url.origin)) return;
      const open = (agent: HttpAgent): void => {
        if (!closed) drops.push(openEarly(agent, url, tlsFor(url)));
      };
      // After the request that is on its way out now; what is wrong with this address, its own requests will tell.
      agentFor(url).then(
        (agent) => setImmediate(open, agent),
        () => {},
      );
    },
    close: () => {
      closed = true;
      dialled?.socket.destroy();
      for (const drop of drops) drop();
      for (const agent of agents.values()) agent.destroy();
    },
  };
}

function refusedByProxy(status: number): TransportError {
  return new TransportError('unreachable', line`the proxy answered ${status}`);
}

/** How one request gets to its server. */
interface Route {
  readonly agent: HttpAgent;
  /** Also here: behind a proxy the agent's own are for the way to the proxy alone. */
  readonly tls: AgentOptions;
}

async function exchange(request: HttpRequest, route: Route): Promise<HttpAnswer> {
  request.signal.throwIfAborted();
  const stop = new AbortController();
  let timedOut = false;
  const onAbort = (): void => stop.abort();
  request.signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => {
    timedOut = true;
    stop.abort();
  }, request.timeoutMs);
  try {
    const message = await requestOnce(request, route, stop.signal);
    return {
      status: message.statusCode ?? 0,
      headers: singleValues(message),
      body: await readBody(message),
    };
  } catch (error) {
    request.signal.throwIfAborted();
    if (timedOut)
      throw new TransportError('lost', line`no answer within ${formatDuration(request.timeoutMs)}`, error);
    throw error instanceof TransportError ? error : classify(error);
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener('abort', onAbort);
  }
}

async function requestOnce(
  request: HttpRequest,
  { agent, tls }: Route,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const shape = {
    prepareRequest(options: RequestOptions): void {
      // Without the protocol the proxy's agent does not find its own kept connections again.
      Object.assign(options, tls, { agent, protocol: new URL(request.url).protocol });
      options.signal = signal;
      // The client passes an IPv6 host in its brackets, which DNS does not know.
      options.host = options.host?.replace(/^\[(.*)\]$/, '$1') ?? null;
    },
    canHandleAuthentication: () => false,
    handleAuthentication: () => Promise.reject(new Error('not used')),
  };
  const client = new HttpClient('scenario-lab-action', [shape], {
    allowRedirects: false,
    allowRetries: false,
    socketTimeout: request.timeoutMs + 60_000,
  });
  const headers = { accept: 'application/json', 'accept-encoding': 'gzip', ...request.headers };
  const response = await client.request(request.method, request.url, request.body ?? null, headers);
  return response.message;
}

async function readBody(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) {
        message.destroy();
        throw tooLarge();
      }
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof TransportError) throw error;
    const malformed = String((error as NodeJS.ErrnoException).code).startsWith('HPE_');
    if (malformed) throw classify(error);
    throw new TransportError('truncated', line`the answer broke off`, error);
  }
  const bytes = Buffer.concat(chunks);
  return message.headers['content-encoding'] === 'gzip' && size > 0 ? gunzip(bytes) : bytes.toString('utf8');
}

async function gunzip(bytes: Buffer): Promise<string> {
  const { gunzipSync } = await import('node:zlib');
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BODY_BYTES }).toString('utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new TransportError('malformed', line`the answer's gzip encoding is broken`, error);
  }
}

function tooLarge(): TransportError {
  return new TransportError('malformed', line`the answer is larger than ${MAX_BODY_BYTES / 1024 / 1024} MB`);
}

function singleValues(message: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}

const TLS_ERROR =
  /^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO$|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_PURPOSE)/;
const CONNECT_ERROR = /^(ENOTFOUND|EAI_|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|EADDRNOTAVAIL)/;

function classify(error: unknown): TransportError {
  const { code = '', syscall = '', message = '' } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  const detail = cleanText(code === '' ? message : code);
  if (TLS_ERROR.test(code))
    return new TransportError('tls', line`the TLS connection failed (${detail})`, error);
  if (CONNECT_ERROR.test(code) || syscall === 'connect' || syscall === 'getaddrinfo') {
    return new TransportError('unreachable', line`no connection (${detail})`, error);
  }
  if (code.startsWith('HPE_') || code.startsWith('ERR_HTTP')) {
    return new TransportError('malformed', line`the answer is not proper HTTP (${detail})`, error);
  }
  return new TransportError('lost', line`the connection broke (${detail})`, error);
}
