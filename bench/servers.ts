import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Where the servers are, and the ways to log in. */
export interface Place {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
}

/** What crossed the wire since the last count, seen from the servers. */
export interface Counts {
  readonly requests: number;
  readonly handshakes: number;
  /** Both ways, TLS included; 0 without the delaying proxy. */
  readonly bytes: number;
}

/** A deployment in processes of its own, so that neither its work nor the delay shares an event loop with anything. */
export interface Servers {
  readonly place: Place;
  /** Length of the labs created from now on. */
  setLab(totalMs: number): Promise<void>;
  /** Removes the labs, and gives what was counted since the last call. */
  count(): Promise<Counts>;
  close(): void;
}

/** Starts a deployment over TLS behind the delaying proxy, or, with no delay, a plain one without it. */
export async function startServers({ oneWayMs }: { readonly oneWayMs: number }): Promise<Servers> {
  const delayed = oneWayMs > 0;
  const deployment = start('deployment', [delayed ? 'tls' : 'plain']);
  const place = (await deployment.next()) as Place;
  if (!delayed) {
    return {
      place,
      setLab: (totalMs) => deployment.ask({ totalMs }).then(() => {}),
      count: () => deployment.ask({}) as Promise<Counts>,
      close: deployment.close,
    };
  }
  const targets = [place.authUrl, place.baseUrl].map((url) => new URL(url).port);
  const proxy = start('delay-proxy', [String(oneWayMs), ...targets]);
  const [authPort, apiPort] = (await proxy.next()) as number[];
  return {
    // Two names of this machine: the identity provider and the API are two hosts.
    place: {
      ...place,
      authUrl: `https://localhost:${authPort}`,
      baseUrl: `https://127.0.0.1:${apiPort}${new URL(place.baseUrl).pathname}`,
    },
    setLab: (totalMs) => deployment.ask({ totalMs }).then(() => {}),
    count: async () => {
      const counts = (await deployment.ask({})) as Counts;
      return { ...counts, bytes: (await proxy.ask({})) as number };
    },
    close: () => {
      proxy.close();
      deployment.close();
    },
  };
}

/** One server process that answers each message with one. */
function start(name: string, args: readonly string[]) {
  const child: ChildProcess = fork(join(__dirname, 'index.cjs'), [join(__dirname, `${name}.ts`), ...args]);
  const next = async (): Promise<unknown> => (await once(child, 'message'))[0];
  return {
    next,
    ask: (message: object): Promise<unknown> => {
      const answered = next();
      child.send(message);
      return answered;
    },
    close: () => void child.kill(),
  };
}
