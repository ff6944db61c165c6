import { type JsonWebKey, randomUUID } from 'node:crypto';
import type { TokenMint } from './tokens';

/** A client of the realm, with the switches that an administrator has. */
export interface SandboxClient {
  readonly clientId: string;
  /** Has no credentials, as the platform's `frontend`. */
  readonly public?: boolean;
  /** For client_secret_basic and client_secret_post. */
  readonly secret?: string;
  /** Public keys for private_key_jwt; given, a secret is not accepted. */
  readonly jwks?: readonly JsonWebKey[];
  /** Another issuer's tokens with exactly this `sub` stand for this client (Keycloak: federated-jwt). */
  readonly federated?: {
    readonly issuer: string;
    readonly subject: string;
    readonly jwks: readonly JsonWebKey[];
  };
  /** Confidential clients have one unless this is false. */
  readonly serviceAccount?: boolean;
  readonly enabled?: boolean;
  /** What may be asked for besides `openid` and the default scopes. */
  readonly scopes?: readonly string[];
  /** May be asked for, but is silently not granted. */
  readonly withheldScopes?: readonly string[];
  /** May exchange its tokens for those of a public link; else 403. */
  readonly exchange?: boolean;
  readonly useRefreshTokenForClientCredentials?: boolean;
  /** False leaves the API's client id out of `aud`. */
  readonly audience?: boolean;
}

/** A login that refresh tokens belong to. */
export interface Session {
  readonly id: string;
  readonly clientId: string;
  readonly subject: string;
  readonly username: string;
  readonly scopes: readonly string[];
  readonly offline: boolean;
  /** Tokens carry `reuse_id`: rotation was on when the login was made. */
  readonly marked: boolean;
  /** Extra `aud` entries of its access tokens. */
  readonly audience: readonly string[];
  /** Counts the rotations. */
  generation: number;
  /** Keycloak's description of why it is no more. */
  dead: string | undefined;
}

/** What can change while the realm runs. */
export interface RealmSettings {
  accessTokenLifetimeS: number;
  /** Keycloak's "Revoke Refresh Token" with no reuse allowed. */
  rotation: boolean;
  /** The exchange form besides grant type, client and subject token; any other field is refused. */
  exchangeForm: Readonly<Record<string, string>>;
}

export interface Realm {
  readonly name: string;
  issuer: string;
  /** The API's client id, to be found in `aud`. */
  readonly apiClientId: string;
  readonly clients: Map<string, SandboxClient>;
  readonly settings: RealmSettings;
  readonly mint: TokenMint;
  readonly secrets: Set<string>;
  readonly now: () => number;
  readonly groups: readonly string[];
  readonly sessions: Map<string, Session>;
  readonly refreshTokens: Map<string, { readonly session: Session; readonly generation: number }>;
  /** `jti` values of assertions, which are good for one use. */
  readonly usedAssertions: Set<string>;
}

/** Granted without being asked for; `basic` and `roles` do not show in `scope`. */
const DEFAULT_SCOPES = ['basic', 'roles', 'email', 'profile'];
const UNSEEN_SCOPES = new Set(['basic', 'roles']);
const OPTIONAL_SCOPES = ['groups', 'offline_access', 'scenario:run'];

/** All scopes of the realm, custom ones included, as discovery lists them. */
export const REALM_SCOPES = ['openid', ...DEFAULT_SCOPES, ...OPTIONAL_SCOPES];

/** Splits a `scope` field; undefined when Keycloak refuses it: an unknown word, or a blank too many. */
export function requestedScopes(client: SandboxClient, scope: string): readonly string[] | undefined {
  const words = scope.split(' ');
  const known = new Set(['openid', ...DEFAULT_SCOPES, ...(client.scopes ?? OPTIONAL_SCOPES)]);
  return words.every((word) => known.has(word)) ? words : undefined;
}

/** Default scopes and the wanted ones, without the withheld ones. */
export function grantedScopes(client: SandboxClient, wanted: readonly string[]): readonly string[] {
  const withheld = new Set(client.withheldScopes ?? []);
  return [...new Set([...wanted, ...DEFAULT_SCOPES])].filter((scope) => !withheld.has(scope));
}

/** The text of a `scope` claim or field. */
export function scopeText(scopes: readonly string[]): string {
  return scopes.filter((scope) => !UNSEEN_SCOPES.has(scope)).join(' ');
}

export interface SessionStart {
  readonly client: SandboxClient;
  readonly subject: string;
  readonly username: string;
  readonly scopes: readonly string[];
  readonly offline: boolean;
  readonly marked?: boolean;
  readonly audience?: readonly string[];
}

/** Opens a session that refresh tokens can be made for. */
export function openSession(realm: Realm, start: SessionStart): Session {
  const session: Session = {
    id: randomUUID(),
    clientId: start.client.clientId,
    subject: start.subject,
    username: start.username,
    scopes: start.scopes,
    offline: start.offline,
    marked: start.marked ?? realm.settings.rotation,
    audience: start.audience ?? [],
    generation: 0,
    dead: undefined,
  };
  realm.sessions.set(session.id, session);
  return session;
}

/** A new refresh token of the session; offline ones carry no `exp`. */
export function mintRefreshToken(realm: Realm, session: Session): string {
  const iat = Math.floor(realm.now() / 1000);
  const token = realm.mint.sealed({
    iat,
    ...(session.offline ? {} : { exp: iat + ONLINE_SESSION_S }),
    jti: randomUUID(),
    iss: realm.issuer,
    aud: realm.issuer,
    sub: session.subject,
    typ: session.offline ? 'Offline' : 'Refresh',
    azp: session.clientId,
    sid: session.id,
    scope: session.scopes.join(' '),
    ...(session.marked ? { reuse_id: randomUUID() } : {}),
  });
  realm.refreshTokens.set(token, { session, generation: session.generation });
  return token;
}

/** Lifetime of a refresh token that is not an offline one. */
export const ONLINE_SESSION_S = 1800;

export interface AccessTokenOrder {
  readonly client: SandboxClient;
  readonly subject: string;
  readonly username: string;
  readonly scopes: readonly string[];
  /** Keycloak's mark of session type and grant, the beginning of `jti`. */
  readonly origin: 'ofrtrt' | 'onrtrt' | 'trrtcc' | 'onrtcc' | 'trrtte' | 'ofrtte';
  readonly sessionId?: string | undefined;
  readonly audience?: readonly string[];
}

/** A new access token. */
export function mintAccessToken(realm: Realm, order: AccessTokenOrder): string {
  const iat = Math.floor(realm.now() / 1000);
  const api = order.client.audience === false ? [] : [realm.apiClientId];
  return realm.mint.signed({
    exp: iat + realm.settings.accessTokenLifetimeS,
    iat,
    jti: `${order.origin}:${randomUUID()}`,
    iss: realm.issuer,
    aud: [...(order.audience ?? []), ...api, 'account'],
    sub: order.subject,
    typ: 'Bearer',
    azp: order.client.clientId,
    ...(order.sessionId === undefined ? {} : { sid: order.sessionId }),
    realm_access: { roles: ['default-roles-mantis', 'offline_access'] },
    scope: scopeText(order.scopes),
    ...(order.scopes.includes('groups') ? { groups: realm.groups } : {}),
    preferred_username: order.username,
  });
}

/** The id token that goes with the scope `openid`. */
export function mintIdToken(realm: Realm, order: AccessTokenOrder): string {
  const iat = Math.floor(realm.now() / 1000);
  return realm.mint.signed({
    exp: iat + realm.settings.accessTokenLifetimeS,
    iat,
    jti: randomUUID(),
    iss: realm.issuer,
    aud: order.client.clientId,
    sub: order.subject,
    typ: 'ID',
    azp: order.client.clientId,
    preferred_username: order.username,
  });
}
