import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AdminApi, adminApi } from './admin';
import { builtKeycloak, keycloakEnvironment } from './distribution';
import { filledRealm, REALM, type RealmVariables } from './realm';

/** Switches the legacy exchange on, which public links need (contract, "public-link token"). */
export const LEGACY_EXCHANGE: readonly string[] = ['token-exchange', 'admin-fine-grained-authz:v1'];

export interface KeycloakOptions {
  /** Server features besides the default ones; each set is built once and kept. */
  readonly features?: readonly string[];
  /** Values for the placeholders of realm.json; without them nobody can log in with a key or a GitHub token. */
  readonly realmVariables?: Partial<RealmVariables>;
  /** True leaves the realm as Keycloak makes a new one, instead of filling it from realm.json. */
  readonly emptyRealm?: boolean;
  /** A free one by default. */
  readonly port?: number;
}

export interface Keycloak {
  /** What the input `auth-url` takes. */
  readonly authUrl: string;
  readonly issuer: string;
  readonly admin: AdminApi;
  /** Ends the server and everything in it; also happens when this process dies. */
  close(): Promise<void>;
}

const START_TIMEOUT_MS = 180_000;

/** Quick to start, not quick to run: the client compiler only, the simplest collector. */
const JAVA_OPTS =
  '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xms256m -Xmx640m -Dfile.encoding=UTF-8 -Djava.security.egd=file:/dev/urandom';

/**
 * Runs "$@" until it ends or standard input does, which it does when the process at its other end dies,
 * however it dies. Everything is in memory, so there is nothing to shut down in good order.
 */
const LIFELINE = `
exec 3<&0
cat <&3 >/dev/null &
lifeline=$!
{ "$@" </dev/null 3<&-; kill "$lifeline"; } &
exec 3<&-
wait "$lifeline"
kill -KILL 0
`;

/** Starts a Keycloak with the realm of realm.json on loopback; the first call ever downloads and builds it. */
export async function startKeycloak(options: KeycloakOptions = {}): Promise<Keycloak> {
  const home = await builtKeycloak(options.features ?? []);
  const port = options.port ?? (await freePort());
  const authUrl = `http://127.0.0.1:${port}`;
  const password = randomUUID();
  const server = launch(home, port, password);
  try {
    await answering(`${authUrl}/realms/master/.well-known/openid-configuration`, server);
    const admin = adminApi({ authUrl, realm: REALM, password });
    await admin.createRealm(
      options.emptyRealm ? { realm: REALM, enabled: true } : filledRealm(options.realmVariables ?? {}),
    );
    return { authUrl, issuer: `${authUrl}/realms/${REALM}`, admin, close: server.close };
  } catch (error) {
    await server.close();
    throw error;
  }
}

interface Server {
  readonly child: ChildProcess;
  readonly logTail: () => string;
  close(): Promise<void>;
}

function launch(home: string, port: number, password: string): Server {
  const log = path.join(tmpdir(), `keycloak-${randomUUID()}.log`);
  const file = openSync(log, 'w', 0o600);
  // Without the local cache it would look for a cluster, and listen on more than loopback for it.
  const args = ['start', '--optimized', '--http-enabled=true', '--http-host=127.0.0.1', '--cache=local'];
  // Without a fixed host name the issuer follows the address that was asked.
  args.push(`--http-port=${port}`, '--hostname-strict=false');
  const child = spawn('/bin/sh', ['-c', LIFELINE, 'keycloak', path.join(home, 'bin', 'kc.sh'), ...args], {
    env: {
      ...keycloakEnvironment(),
      JAVA_OPTS,
      KC_BOOTSTRAP_ADMIN_USERNAME: 'admin',
      KC_BOOTSTRAP_ADMIN_PASSWORD: password,
    },
    stdio: ['pipe', file, file],
    // Leader of a group of its own, which is what gets killed.
    detached: true,
  });
  closeSync(file);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  return {
    child,
    logTail: () => readFileSync(log, 'utf8').slice(-4000),
    async close() {
      endGroup(child);
      await ended;
      rmSync(log, { force: true });
    },
  };
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // Nobody of the group is left.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function answering(url: string, { child, logTail }: Server): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const answered = await fetch(url, { signal: AbortSignal.timeout(10_000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return;
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
      throw new Error(`Cannot start Keycloak: it ended by itself. Read its log.\n${logTail()}`);
    }
    if (performance.now() > deadline) {
      throw new Error(
        `Cannot start Keycloak: no answer from ${url} after ${START_TIMEOUT_MS / 1000} s. Read its log.\n${logTail()}`,
      );
    }
    await sleep(100);
  }
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
