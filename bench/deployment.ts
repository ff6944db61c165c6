// A process: the sandbox, with or without TLS. Its first message says where it is; then each message may set the
// length of the labs to come, and is answered with what was counted since the last one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '../src/sandbox/deployment';
import type { Counts, Place } from './servers';

/** Phases of a lab up to the end of its content. */
const PHASES = 7;

const pem = (name: string): string =>
  readFileSync(join(__dirname, '..', '__tests__', 'fixtures', `test-only-server.${name}`), 'utf8');

async function main(): Promise<void> {
  const tls = process.argv.includes('tls') ? { tls: { key: pem('key'), cert: pem('pem') } } : {};
  const sandbox = await startSandbox({ ...tls, twoOrigins: true });
  const { launcher } = sandbox.clients;
  let requests = 0;
  let handshakes = 0;
  process.on('message', (message: { readonly totalMs?: number }) => {
    if (message.totalMs !== undefined) sandbox.settings.phaseMs = message.totalMs / PHASES;
    const connections = sandbox.connections('api') + sandbox.connections('idp');
    const counts: Counts = {
      requests: sandbox.requests.length - requests,
      handshakes: connections - handshakes,
      bytes: 0,
    };
    requests = sandbox.requests.length;
    handshakes = connections;
    sandbox.labs.clear();
    process.send?.(counts);
  });
  process.on('disconnect', () => process.exit());
  const place: Place = {
    baseUrl: sandbox.baseUrl,
    authUrl: sandbox.authUrl,
    organizationId: sandbox.organizationId,
    workspaceId: sandbox.workspaceId,
    clientId: launcher.clientId,
    clientSecret: launcher.secret ?? '',
    refreshToken: sandbox.person.refreshToken,
  };
  process.send?.(place);
}

void main();
