import { type ClientRequest, Agent as HttpAgent } from 'node:http';
import { type AgentOptions, Agent as HttpsAgent } from 'node:https';
import { getProxyUrl } from '@actions/http-client';

/** TLS material of a deployment, as PEM texts. */
export interface TlsSettings {
  /** Added to the system's roots. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/**
 * An agent with keep-alive, by proxy where `https_proxy`/`no_proxy` say so.
 * @param refused makes the error for a proxy that answers a CONNECT with another status than 200
 */
export async function createAgent(
  url: URL,
  tls: AgentOptions,
  refused: (status: number) => Error,
): Promise<HttpAgent> {
  const options: AgentOptions = { keepAlive: true, ...tls };
  const proxy = getProxyUrl(url.href);
  if (proxy === '')
    return url.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent({ keepAlive: true });
  const { HttpsProxyAgent } = await import('https-proxy-agent');
  const agent = new HttpsProxyAgent(proxy, options);
  // Else it would hand the proxy's refusal to us as if the platform had answered.
  agent.on('proxyConnect', ({ statusCode }: { statusCode: number }, request: ClientRequest) => {
    if (statusCode !== 200) request.destroy(refused(statusCode));
  });
  return agent;
}

/** Options for `tls.connect`. Giving `ca` replaces Node's roots, so they are named again. */
export async function trust({ ca, cert, key }: TlsSettings): Promise<AgentOptions> {
  if (ca === undefined)
    return { ...(cert === undefined ? {} : { cert }), ...(key === undefined ? {} : { key }) };
  const { getCACertificates, rootCertificates } = await import('node:tls');
  // `getCACertificates` is in Node 22.15 and later; it also knows NODE_EXTRA_CA_CERTS.
  const roots = typeof getCACertificates === 'function' ? getCACertificates('default') : rootCertificates;
  return {
    ca: [...roots, ca],
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}
