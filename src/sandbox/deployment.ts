import { type JsonWebKey, randomBytes, randomUUID } from 'node:crypto';
import { defaultCatalogue } from './catalogue';
import { DEMO_CLIENTS } from './demo-clients';
import { CONTRACT_EXCHANGE_FORM } from './exchange-grant';
import { faultList } from './faults';
import { gitHub } from './github';
import { identityProvider } from './identity-provider';
import { passwordBook } from './lab-details';
import { labMaker } from './lab-maker';
import type { Lab } from './lab-store';
import { mintRefreshToken, openSession, type Realm, type SandboxClient } from './realm';
import type { Sandbox, SandboxOptions, SandboxSettings } from './sandbox';
import { scenarioApi } from './scenario-api';
import { type SandboxServer, serve } from './server';
import { tokenMint } from './tokens';
import { traffic } from './traffic';

export type { Person, Sandbox, SandboxOptions, SandboxSettings } from './sandbox';

const API_CLIENT_ID = 'scenario-api';
const BASE_PATH = '/api/scenario/lab';
const REALM = 'mantis';
const USERNAME = 'alice';
const LOGIN_SCOPES = ['openid', 'scenario:run', 'groups', 'offline_access'];
const REVOKED = 'Offline user session not found';

/** Starts a deployment; everything it is made of lives in this process and ends with `close`. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host = '127.0.0.1', tls, now = Date.now, rotation = false } = options;
  const secrets = new Set<string>();
  const settings: SandboxSettings = {
    latencyMs: options.latencyMs ?? 0,
    phaseMs: options.phaseMs ?? 215,
    accessTokenLifetimeS: options.accessTokenLifetimeS ?? 300,
    rotation: rotation !== false,
    exchangeForm: CONTRACT_EXCHANGE_FORM,
    publicBaseUrl: options.publicBaseUrl === undefined ? 'https://public.lab.example' : options.publicBaseUrl,
    stopOfStopped: 200,
    version: '4.2.0',
  };
  const organizationId = randomUUID();
  const workspaceId = randomUUID();
  const mint = tokenMint(secrets);
  const realm: Realm = {
    name: REALM,
    issuer: '',
    apiClientId: API_CLIENT_ID,
    clients: new Map(),
    settings,
    mint,
    secrets,
    now,
    groups: ['/lab-runners', `/${organizationId}/${workspaceId}`],
    sessions: new Map(),
    refreshTokens: new Map(),
    usedAssertions: new Set(),
  };
  const catalogue = defaultCatalogue();
  const maker = labMaker({ now, settings, organizationId, workspaceId });
  const api = scenarioApi(
    {
      access: {
        validateToken: options.validateToken ?? ((token) => mint.verify(token, now())),
        apiClientId: API_CLIENT_ID,
        workspaces: new Map([[organizationId, new Set([workspaceId])]]),
      },
      catalogue,
      labs: maker.labs,
      passwords: passwordBook(randomBytes(32).toString('hex'), secrets),
      settings,
      now,
      createLab: maker.create,
    },
    BASE_PATH,
  );

  const record = traffic(secrets);
  const faults = faultList();
  const shared = {
    host,
    ...(tls === undefined ? {} : { tls }),
    traffic: record,
    faults,
    latencyMs: () => settings.latencyMs,
  };
  const apiSite = { origin: 'api', prefix: '/api/', answer: api } as const;
  const idpSite = { origin: 'idp', prefix: '/', answer: identityProvider(realm) } as const;
  const twoOrigins = options.twoOrigins ?? true;
  const apiServer = await serve({
    ...shared,
    port: options.port ?? 0,
    sites: twoOrigins ? [{ ...apiSite, prefix: '/' }] : [apiSite, idpSite],
  });
  const idpServer: SandboxServer = twoOrigins
    ? await serve({ ...shared, port: 0, sites: [idpSite] })
    : apiServer;
  const github = gitHub({ options: options.github ?? {}, secrets, now, url: () => gitHubServer.url });
  const gitHubServer: SandboxServer = await serve({
    ...shared,
    port: 0,
    sites: [{ origin: 'github', prefix: '/', answer: github.answer }],
  });
  realm.issuer = `${idpServer.url}/realms/${REALM}`;

  const addClient = (client: SandboxClient): SandboxClient => {
    for (const secret of clientSecrets(client)) secrets.add(secret);
    realm.clients.set(client.clientId, client);
    return client;
  };
  for (const client of Object.values(DEMO_CLIENTS)) addClient(client);
  if (tls !== undefined) secrets.add(tls.key);
  const subject = randomUUID();
  const logIn = ({
    clientId = 'frontend',
    scopes = LOGIN_SCOPES,
    marked = settings.rotation,
  }: {
    clientId?: string;
    scopes?: readonly string[];
    marked?: boolean;
  } = {}): string => {
    const client = realm.clients.get(clientId);
    if (client === undefined) throw new Error(`The sandbox has no client '${clientId}'.`);
    const granted = ['basic', 'email', 'profile', 'roles', ...scopes];
    const start = { client, subject, username: USERNAME, scopes: granted, offline: true, marked };
    return mintRefreshToken(realm, openSession(realm, start));
  };
  const refreshToken = logIn({ marked: rotation === true });
  const noted = (lab: Lab): Lab => {
    for (const token of Object.values(lab.publicAccess ?? {})) secrets.add(token);
    return lab;
  };
  for (const lab of maker.seedAll(options.seedLabs ?? [])) noted(lab);

  async function close(): Promise<void> {
    const servers = [apiServer, gitHubServer, ...(twoOrigins ? [idpServer] : [])];
    await Promise.all(servers.map((server) => server.close()));
  }

  return {
    baseUrl: `${apiServer.url}${BASE_PATH}`,
    authUrl: idpServer.url,
    realm: REALM,
    issuer: realm.issuer,
    organizationId,
    workspaceId,
    clients: DEMO_CLIENTS,
    person: { username: USERNAME, subject, clientId: 'frontend', refreshToken },
    requests: record.requests,
    secrets,
    labs: maker.labs,
    github: github.start(),
    settings,
    connections: (origin) => ({ api: apiServer, idp: idpServer, github: gitHubServer })[origin].connections(),
    addFault: faults.add,
    clearFaults: faults.clear,
    onRequest: record.onRequest,
    onAnswered: record.onAnswered,
    addClient,
    logIn,
    revoke(token, reason = REVOKED) {
      const known = realm.refreshTokens.get(token);
      if (known === undefined) throw new Error('The sandbox never issued this refresh token.');
      known.session.dead = reason;
    },
    setScenario: (scenario) => void catalogue.scenarios.set(scenario.name, scenario),
    seedLab: (seed) => noted(maker.seed(seed)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A client's secret, and the private parts of keys that a test registers whole. */
function clientSecrets(client: SandboxClient): string[] {
  const keys: readonly JsonWebKey[] = [...(client.jwks ?? []), ...(client.federated?.jwks ?? [])];
  return [client.secret, ...keys.map((key) => key.d)].filter((secret) => secret !== undefined);
}
