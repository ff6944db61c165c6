import { parseArgs } from 'node:util';
import { type Sandbox, startSandbox } from './deployment';

const USAGE = `Usage: npm run sandbox -- [options]
  --port N          port of the deployment (default: a free one)
  --host ADDRESS    address to listen on (default: 127.0.0.1)
  --two-origins     puts the identity provider on a port of its own
  --lab-seconds N   from a lab's run to the end of its content (default: 15)
  --token-seconds N lifetime of an access token (default: 300)
  --latency-ms N    before each request (default: 0)
  --old-labs N      labs of the past (default: 0)
`;

/** Phases of a lab up to the end of its content. */
const PHASES = 7;

/** `npm run sandbox`: a deployment that stays up until it is interrupted; gives the exit status. */
export async function main(argv: readonly string[]): Promise<number> {
  const settings = readArguments(argv);
  if (typeof settings === 'string') {
    const wanted = settings === '';
    process[wanted ? 'stdout' : 'stderr'].write(wanted ? USAGE : `${settings}\n${USAGE}`);
    return wanted ? 0 : 2;
  }
  let sandbox: Sandbox;
  try {
    sandbox = await startSandbox(settings);
  } catch (error) {
    process.stderr.write(`Cannot start the sandbox: ${(error as Error).message}\n`);
    return 1;
  }
  process.stdout.write(introduction(sandbox));
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  await sandbox.close();
  return 0;
}

type Settings = Parameters<typeof startSandbox>[0] & object;

/** The settings, or what is wrong with the arguments; an empty text when help was asked for. */
function readArguments(argv: readonly string[]): Settings | string {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        port: { type: 'string', default: '0' },
        host: { type: 'string', default: '127.0.0.1' },
        'two-origins': { type: 'boolean', default: false },
        'lab-seconds': { type: 'string', default: '15' },
        'token-seconds': { type: 'string', default: '300' },
        'latency-ms': { type: 'string', default: '0' },
        'old-labs': { type: 'string', default: '0' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return '';
    const number = (name: 'port' | 'lab-seconds' | 'token-seconds' | 'latency-ms' | 'old-labs'): number => {
      const value = Number(values[name]);
      if (!Number.isFinite(value) || value < 0) throw new Error(`--${name} takes a number.`);
      return value;
    };
    return {
      port: number('port'),
      host: values.host,
      twoOrigins: values['two-origins'],
      phaseMs: (number('lab-seconds') * 1000) / PHASES,
      accessTokenLifetimeS: number('token-seconds'),
      latencyMs: number('latency-ms'),
      seedLabs: number('old-labs'),
    };
  } catch (error) {
    return (error as Error).message;
  }
}

/** Everything that somebody needs in order to use a sandbox by hand. */
export function introduction(sandbox: Sandbox): string {
  const { launcher } = sandbox.clients;
  const places: Readonly<Record<string, string>> = {
    'base-url': sandbox.baseUrl,
    'auth-url': sandbox.authUrl,
    'organization-id': sandbox.organizationId,
    'workspace-id': sandbox.workspaceId,
  };
  const person = { 'refresh-token': sandbox.person.refreshToken };
  const account = { 'client-id': launcher.clientId, 'client-secret': launcher.secret ?? '' };
  const content = { scenario: 'small-company/ransomware' };
  const yaml = (inputs: Readonly<Record<string, string>>): string =>
    Object.entries(inputs)
      .map(([name, value]) => `    ${name}: ${value}`)
      .join('\n');
  const environment = Object.entries({ ...places, ...account, ...content })
    .map(([name, value]) => `  'INPUT_${name.toUpperCase()}=${value}' \\`)
    .join('\n');
  return `The sandbox is up, with nothing real in it. Ctrl-C ends it.

  issuer         ${sandbox.issuer}
  client id      ${launcher.clientId}
  client secret  ${launcher.secret}
  refresh token  ${sandbox.person.refreshToken}
                 (client ${sandbox.person.clientId})

As a step of a workflow, with the service account:

  with:
${yaml({ ...places, ...account, ...content })}

or with the person's login:

  with:
${yaml({ ...places, ...person, ...content })}

By hand, as a runner would start it:

env \\
${environment}
  node dist/main.js

With curl, the list of scenarios:

TOKEN=$(curl -s ${sandbox.issuer}/protocol/openid-connect/token \\
  -u '${launcher.clientId}:${launcher.secret}' \\
  -d grant_type=client_credentials -d 'scope=openid scenario:run groups' \\
  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
curl -s ${sandbox.baseUrl}/scenario/ -H "Authorization: Bearer $TOKEN" \\
  -H 'X-Organization-Id: ${sandbox.organizationId}' \\
  -H 'X-Workspace-Id: ${sandbox.workspaceId}'

`;
}
