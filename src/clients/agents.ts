import { type ClientRequest, Agent as HttpAgent } from 'node:http';
import { type AgentOptions, Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, getCACertificates, rootCertificates } from 'node:tls';
import { getProxyUrl } from '@actions/http-client';
import { type Dialled, EARLY_FOR_MS, target } from './dial';

/** TLS material of a deployment, as PEM texts. */
export interface TlsSettings {
  /** Added to the system's roots. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** More requests than this at once wait for a connection: a launch of 500 labs shall not make 500 TLS handshakes. */
const MOST_CONNECTIONS = 50;

/**
 * An agent with keep-alive, by proxy where `https_proxy`/`no_proxy` say so.
 * @param refused makes the error for a proxy that answers a CONNECT with another status than 200
 */
export async function createAgent(
  url: URL,
  tls: AgentOptions,
  refused: (status: number) => Error,
): Promise<HttpAgent> {
  const kept = { keepAlive: true, maxSockets: MOST_CONNECTIONS };
  const options: AgentOptions = { ...kept, ...tls };
  const proxy = getProxyUrl(url.href);
  if (proxy === '') return url.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(kept);
  const { HttpsProxyAgent } = await import('https-proxy-agent');
  const agent = new HttpsProxyAgent(proxy, options);
  // Else it would hand the proxy's refusal to us as if the platform had answered.
  agent.on('proxyConnect', ({ statusCode }: { statusCode: number }, request: ClientRequest) => {
    if (statusCode !== 200) request.destroy(refused(statusCode));
  });
  return agent;
}

/**
 * Opens the connection that an agent's first request will take, so that its round trips pass while something else is
 * waited for. Behind a proxy nothing is opened. Returns how to drop it.
 */
export function openEarly(agent: HttpAgent, url: URL, tls: AgentOptions): () => void {
  if (getProxyUrl(url.href) !== '') return () => {};
  const { host, port } = target(url);
  const isAddress = /^\[|^[\d.]+$/.test(url.hostname);
  // As the agent does it: an address is no name that a server could be asked for.
  const options = { ...tls, keepAlive: true, noDelay: true, host, port, servername: isAddress ? '' : host };
  // Under this name the agent keeps the TLS session, for its later connections to resume.
  const named = { ...options, _agentKey: agent.getName(options) };
  const early = agent.createConnection(named as typeof options) as Socket;
  const drop = (): void => void early.destroy();
  early.on('error', drop).setTimeout(EARLY_FOR_MS, drop);
  handOver(agent, early, () => early);
  return drop;
}

/** Makes an agent's first connection out of a dialled socket. */
export function useDialled(agent: HttpAgent, { origin, socket }: Dialled): void {
  const isTls = origin.startsWith('https:');
  const connect = agent.createConnection.bind(agent);
  handOver(agent, socket, (request) => (isTls ? connect({ ...request, socket } as typeof request) : socket));
}

type CreateConnection = HttpAgent['createConnection'];

/**
 * The agent asks for its first connection where it always does and is handed what `finish` makes of this one, unless
 * it broke meanwhile: then it makes its own and meets the reason itself.
 */
function handOver(
  agent: HttpAgent,
  early: Socket,
  finish: (request: Parameters<CreateConnection>[0]) => ReturnType<CreateConnection>,
): void {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (request, made) => {
    agent.createConnection = connect;
    const settle = () => (early.destroyed ? connect(request) : finish(request));
    early.setTimeout(0).ref();
    if (!early.connecting) return settle();
    const onSettled = (): void => {
      early.off('connect', onSettled).off('close', onSettled);
      made?.(null, settle() as Duplex);
    };
    early.on('connect', onSettled).on('close', onSettled);
    return undefined;
  };
}

/**
 * Options for `tls.connect`: one context for all connections, because each of its own would read every root anew
 * (10 ms and half a megabyte). Giving `ca` replaces Node's roots, so they are named again.
 */
export function trust({ ca, cert, key }: TlsSettings): AgentOptions {
  // `getCACertificates` is in Node 22.15 and later; it also knows NODE_EXTRA_CA_CERTS.
  const roots = typeof getCACertificates === 'function' ? getCACertificates : () => rootCertificates;
  const secureContext = createSecureContext({
    ...(ca === undefined ? {} : { ca: [...roots('default'), ca] }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  });
  return { secureContext };
}
