import type { AdminApi } from './admin';
import { API_CLIENT_ID, LINK_AUDIENCE } from './realm';

/** What docs/setup.md asks of an administrator, as the requests that the console sends for it. */
export interface SetUp {
  /** "What a deployment has already": scopes, the API's audience, the workspace's group, the audience of links. */
  platformsOwnPart(): Promise<void>;
  /** "A client with a service account" and "A secret": returns the secret. */
  serviceAccount(clientId: string): Promise<string>;
  /** "A key": the public half. */
  importKey(clientId: string, format: ArchiveFormat, publicHalf: string): Promise<void>;
  /** "GitHub's own token", its first half. */
  trustGitHub(github: { readonly issuer: string; readonly jwksUrl: string }): Promise<void>;
  /** "GitHub's own token", its second half. */
  acceptSubject(clientId: string, subject: string): Promise<void>;
  /** "Public links". */
  permitLinks(clientId: string): Promise<void>;
}

/** As the console calls them. */
export type ArchiveFormat = 'Public Key PEM' | 'JSON Web Key Set';

interface Named {
  readonly id: string;
  readonly name?: string;
}
interface ClientSettings {
  readonly clientAuthenticatorType?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}
type Client = Named & ClientSettings;

const WORKSPACE_GROUP = 'lab-runners';
const GITHUB_ALIAS = 'github-actions';
const OIDC = { protocol: 'openid-connect' } as const;

/** The guide's steps for an administrator of a realm. */
export function setUp(admin: AdminApi): SetUp {
  const client = async (clientId: string): Promise<Client> => {
    const [found] = (await admin.call('GET', `/clients?clientId=${clientId}`)) as Client[];
    if (found === undefined) throw new Error(`Cannot find the client ${clientId}: it was not made.`);
    return found;
  };
  const named = async (path: string, name: string): Promise<Named> => {
    const found = ((await admin.call('GET', path)) as Named[]).find((one) => one.name === name);
    if (found === undefined) throw new Error(`Cannot find ${name} in ${path}: it was not made.`);
    return found;
  };
  const changeClient = async (clientId: string, changes: ClientSettings): Promise<void> => {
    const before = await client(clientId);
    const attributes = { ...before.attributes, ...changes.attributes };
    await admin.call('PUT', `/clients/${before.id}`, { ...before, ...changes, attributes });
  };
  const addScope = (
    name: string,
    protocolMappers: readonly object[],
    inTokenScope: boolean,
  ): Promise<unknown> =>
    admin.call('POST', '/client-scopes', {
      ...OIDC,
      name,
      attributes: { 'include.in.token.scope': String(inTokenScope) },
      protocolMappers,
    });

  return {
    async platformsOwnPart() {
      const mapper = (name: string, protocolMapper: string, config: object): object => ({
        ...OIDC,
        name,
        protocolMapper,
        config: { ...config, 'access.token.claim': 'true' },
      });
      await addScope('scenario:run', [], true);
      const groups = mapper('groups', 'oidc-group-membership-mapper', {
        'claim.name': 'groups',
        'full.path': 'true',
      });
      await addScope('groups', [groups], true);
      const api = mapper('api', 'oidc-audience-mapper', { 'included.client.audience': API_CLIENT_ID });
      await addScope('api-audience', [api], false);
      const { id } = await named('/client-scopes', 'api-audience');
      await admin.call('PUT', `/default-default-client-scopes/${id}`);
      await admin.call('POST', '/clients', { clientId: API_CLIENT_ID, bearerOnly: true });
      await admin.call('POST', '/clients', { clientId: LINK_AUDIENCE, standardFlowEnabled: false });
      await admin.call('POST', '/groups', { name: WORKSPACE_GROUP });
    },

    async serviceAccount(clientId) {
      await admin.call('POST', '/clients', {
        ...OIDC,
        clientId,
        publicClient: false,
        serviceAccountsEnabled: true,
        standardFlowEnabled: false,
        directAccessGrantsEnabled: false,
      });
      const { id } = await client(clientId);
      for (const name of ['scenario:run', 'groups']) {
        const scope = await named('/client-scopes', name);
        await admin.call('PUT', `/clients/${id}/optional-client-scopes/${scope.id}`);
      }
      const user = (await admin.call('GET', `/clients/${id}/service-account-user`)) as Named;
      const group = await named('/groups', WORKSPACE_GROUP);
      await admin.call('PUT', `/users/${user.id}/groups/${group.id}`);
      return ((await admin.call('GET', `/clients/${id}/client-secret`)) as { value: string }).value;
    },

    async importKey(clientId, format, publicHalf) {
      await changeClient(clientId, { clientAuthenticatorType: 'client-jwt' });
      const { id } = await client(clientId);
      const form = new FormData();
      form.set('keystoreFormat', format);
      form.set('file', new Blob([publicHalf]), 'public');
      await admin.call('POST', `/clients/${id}/certificates/jwt.credential/upload-certificate`, form);
    },

    async trustGitHub({ issuer, jwksUrl }) {
      await admin.call('POST', '/identity-provider/instances', {
        alias: GITHUB_ALIAS,
        providerId: 'oidc',
        enabled: true,
        hideOnLogin: true,
        config: {
          issuer,
          jwksUrl,
          useJwksUrl: 'true',
          validateSignature: 'true',
          supportsClientAssertions: 'true',
          // The console asks for these, and nothing uses them: nobody logs in to Keycloak through GitHub here.
          authorizationUrl: 'https://unused.invalid',
          tokenUrl: 'https://unused.invalid',
          clientId: 'unused',
          clientSecret: 'unused',
        },
      });
    },

    async acceptSubject(clientId, subject) {
      await changeClient(clientId, {
        clientAuthenticatorType: 'federated-jwt',
        attributes: { 'jwt.credential.issuer': GITHUB_ALIAS, 'jwt.credential.sub': subject },
      });
    },

    async permitLinks(clientId) {
      await changeClient(clientId, { attributes: { 'client_credentials.use_refresh_token': 'true' } });
      await admin.permitExchange(LINK_AUDIENCE, [clientId]);
    },
  };
}
