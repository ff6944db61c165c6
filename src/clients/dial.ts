import { connect, type Socket } from 'node:net';
import { getProxyUrl } from '@actions/http-client/lib/proxy';

/** An unused connection is dropped after this: servers hang up on silent ones, some of them with a status of 408. */
export const EARLY_FOR_MS = 5_000;

/** A TCP connection that is open or opening, for the first request to an origin. */
export interface Dialled {
  readonly origin: string;
  readonly socket: Socket;
}

/** A host's name is waited for this long: its answer would not be looked at while code is loaded. */
const NAME_WITHIN_MS = 10;

/**
 * Opens the TCP connection to where the first request will go, so that its round trip passes while the code that makes
 * requests is loaded. Nothing is sent over it. Undefined behind a proxy. What is wrong with the address, the request
 * itself will tell. Apart from `net` this needs nothing that is not loaded already.
 */
export async function dial(address: string): Promise<Dialled | undefined> {
  const url = new URL(address);
  if (getProxyUrl(url) !== undefined) return undefined;
  const socket = connect({ ...target(url), keepAlive: true, noDelay: true });
  const drop = (): void => void socket.destroy();
  socket.on('error', drop).setTimeout(EARLY_FOR_MS, drop).unref();
  await new Promise((resolve) => {
    const timer = setTimeout(resolve, NAME_WITHIN_MS);
    const underWay = (): void => {
      clearTimeout(timer);
      resolve(undefined);
    };
    socket.once('connectionAttempt', underWay).once('close', underWay);
  });
  return { origin: url.origin, socket };
}

/** Host and port of an address, as `connect` takes them. */
export function target(url: URL): { readonly host: string; readonly port: number } {
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
  };
}
