import { randomUUID } from 'node:crypto';

export interface AdminOptions {
  readonly authUrl: string;
  readonly realm: string;
  /** Of the bootstrap administrator `admin`. */
  readonly password: string;
}

export interface OfflineSession {
  readonly id: string;
  readonly username: string;
}

/** What the checks need of an administrator's hands. */
export interface AdminApi {
  /** Any request below `/admin/realms/<realm>`; for what has no function of its own. */
  call(method: string, path: string, body?: unknown): Promise<unknown>;
  createRealm(representation: unknown): Promise<void>;
  /** Changes the named fields of the realm, e.g. `revokeRefreshToken`, `accessTokenLifespan` (seconds). */
  changeRealm(changes: Readonly<Record<string, unknown>>): Promise<void>;
  setClientEnabled(clientId: string, enabled: boolean): Promise<void>;
  /** Lets exactly these clients exchange tokens for `audience` (legacy exchange only). */
  permitExchange(audience: string, clientIds: readonly string[]): Promise<void>;
  /** Takes the permission, and all of its settings, away again. */
  forbidExchange(audience: string): Promise<void>;
  /** The sessions behind a user's offline tokens for one client. */
  offlineSessions(username: string, clientId: string): Promise<readonly OfflineSession[]>;
  /** Ends one session; its tokens are dead from then on. */
  endSession(id: string, kind: 'online' | 'offline'): Promise<void>;
  /** "Sign out" of the admin console: ends online sessions and every token of an earlier second, offline ones too. */
  signOut(username: string): Promise<void>;
  /** Ends a client's sessions of the user, offline ones too ("Revoke consent" in the console). */
  revokeConsent(username: string, clientId: string): Promise<void>;
}

/** An administrator of a running Keycloak. */
export function adminApi({ authUrl, realm, password }: AdminOptions): AdminApi {
  let token: { readonly value: string; readonly until: number } | undefined;

  async function accessToken(): Promise<string> {
    if (token !== undefined && performance.now() < token.until) return token.value;
    const response = await fetch(`${authUrl}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'password',
        client_id: 'admin-cli',
        username: 'admin',
        password,
      }),
    });
    if (!response.ok) throw new Error(`Cannot log in as administrator: answered ${response.status}.`);
    const { access_token, expires_in } = (await response.json()) as {
      access_token: string;
      expires_in: number;
    };
    token = { value: access_token, until: performance.now() + (expires_in - 15) * 1000 };
    return access_token;
  }

  async function send(method: string, path: string, body?: unknown): Promise<unknown> {
    const authorization = `Bearer ${await accessToken()}`;
    const json = { authorization, 'content-type': 'application/json' };
    const response = await fetch(`${authUrl}/admin/realms${path}`, {
      method,
      // A form, with files, names its own type.
      ...(body instanceof FormData
        ? { headers: { authorization }, body }
        : { headers: json, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }),
    });
    const text = await response.text();
    if (!response.ok) {
      throw new Error(
        `Cannot administer Keycloak: ${method} ${path} answered ${response.status} (${text.slice(0, 300)}).`,
      );
    }
    return text === '' ? undefined : JSON.parse(text);
  }

  const call: AdminApi['call'] = (method, path, body) => send(method, `/${realm}${path}`, body);

  async function onlyId(path: string): Promise<string> {
    const [found] = (await call('GET', path)) as { id: string }[];
    if (found === undefined)
      throw new Error(`Cannot find ${path} in the realm: no match. Look at realm.json.`);
    return found.id;
  }
  const client = (id: string): Promise<string> => onlyId(`/clients?clientId=${encodeURIComponent(id)}`);
  const user = (name: string): Promise<string> =>
    onlyId(`/users?exact=true&username=${encodeURIComponent(name)}`);

  return {
    call,
    async createRealm(representation) {
      await send('POST', '', representation);
      // The token's rights were fixed before the realm was there.
      token = undefined;
    },
    async changeRealm(changes) {
      await call('PUT', '', changes);
    },
    async setClientEnabled(clientId, enabled) {
      const path = `/clients/${await client(clientId)}`;
      await call('PUT', path, { ...((await call('GET', path)) as object), enabled });
    },
    async permitExchange(audience, clientIds) {
      const permissions = `/clients/${await client(audience)}/management/permissions`;
      const { scopePermissions } = (await call('PUT', permissions, { enabled: true })) as {
        scopePermissions: Record<'token-exchange', string>;
      };
      // Fine-grained permissions are rules of the built-in client that owns the realm's administration.
      const rules = `/clients/${await client('realm-management')}/authz/resource-server`;
      const policy = (await call('POST', `${rules}/policy/client`, {
        name: `exchange-${randomUUID()}`,
        logic: 'POSITIVE',
        clients: await Promise.all(clientIds.map(client)),
      })) as { id: string };
      const permission = `${rules}/permission/scope/${scopePermissions['token-exchange']}`;
      await call('PUT', permission, {
        ...((await call('GET', permission)) as object),
        policies: [policy.id],
      });
    },
    async forbidExchange(audience) {
      await call('PUT', `/clients/${await client(audience)}/management/permissions`, { enabled: false });
    },
    async offlineSessions(username, clientId) {
      const path = `/users/${await user(username)}/offline-sessions/${await client(clientId)}`;
      return (await call('GET', path)) as OfflineSession[];
    },
    async endSession(id, kind) {
      await call('DELETE', `/sessions/${id}?isOffline=${kind === 'offline'}`);
    },
    async signOut(username) {
      await call('POST', `/users/${await user(username)}/logout`);
    },
    async revokeConsent(username, clientId) {
      await call('DELETE', `/users/${await user(username)}/consents/${clientId}`);
    },
  };
}
