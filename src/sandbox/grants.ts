import { oauthError } from './client-login';
import { json, type SandboxResponse } from './handler';
import {
  type AccessTokenOrder,
  grantedScopes,
  mintAccessToken,
  mintIdToken,
  mintRefreshToken,
  ONLINE_SESSION_S,
  openSession,
  type Realm,
  requestedScopes,
  type SandboxClient,
  type Session,
  scopeText,
} from './realm';

/** A request to the token endpoint whose client has been authenticated. */
export interface GrantRequest {
  readonly form: URLSearchParams;
  readonly client: SandboxClient;
  readonly realm: Realm;
}

/** Answers one grant. */
export type Grant = (request: GrantRequest) => SandboxResponse;

/** grant_type=refresh_token. */
export const refreshGrant: Grant = ({ form, client, realm }) => {
  const sent = form.get('refresh_token');
  if (sent === null) return oauthError(400, 'invalid_request', 'No refresh token');
  // Keycloak forgives a line end after the token, nothing else.
  const known = realm.refreshTokens.get(sent.replace(/\r?\n$/, ''));
  if (known === undefined) return deadToken('Invalid refresh token');
  const { session, generation } = known;
  if (session.clientId !== client.clientId) {
    return deadToken("Invalid refresh token. Token client and authorized client don't match");
  }
  if (session.dead !== undefined) return deadToken(session.dead);
  const scope = form.get('scope');
  const wanted = scope === null ? undefined : requestedScopes(client, scope);
  if (scope !== null && wanted === undefined) return invalidScopes(scope);
  if (realm.settings.rotation) {
    if (generation < session.generation) {
      // A replay kills the whole family; who comes next reads that the client is no longer in the session.
      session.dead = "Session doesn't have required client";
      const last = generation === session.generation - 1;
      return deadToken(last ? 'Maximum allowed refresh token reuse exceeded' : 'Stale token');
    }
    session.generation += 1;
  }
  const order: AccessTokenOrder = {
    client,
    subject: session.subject,
    username: session.username,
    scopes: grantedScopes(client, narrowed(session, wanted)),
    origin: session.offline ? 'ofrtrt' : 'onrtrt',
    sessionId: session.id,
    audience: session.audience,
  };
  return tokens(realm, order, {
    session,
    // The field tells the login's scopes even where the access token's claim is narrowed.
    scope: scopeText(grantedScopes(client, session.scopes)),
    idToken: session.scopes.includes('openid'),
  });
};

function narrowed(session: Session, wanted: readonly string[] | undefined): readonly string[] {
  return wanted === undefined ? session.scopes : wanted.filter((scope) => session.scopes.includes(scope));
}

/** grant_type=client_credentials. */
export const clientCredentialsGrant: Grant = ({ form, client, realm }) => {
  if (client.public === true) {
    const why = 'Public client not allowed to retrieve service account';
    return oauthError(401, 'unauthorized_client', why);
  }
  if (client.serviceAccount === false) {
    return oauthError(401, 'unauthorized_client', 'Client not enabled to retrieve service account');
  }
  const scope = form.get('scope');
  const wanted = scope === null ? [] : requestedScopes(client, scope);
  if (wanted === undefined) return invalidScopes(scope ?? '');
  const scopes = grantedScopes(client, wanted);
  const account = serviceAccount(client);
  const lasting = client.useRefreshTokenForClientCredentials === true;
  const session = lasting ? openSession(realm, { client, ...account, scopes, offline: false }) : undefined;
  const order: AccessTokenOrder = {
    client,
    ...account,
    scopes,
    origin: lasting ? 'onrtcc' : 'trrtcc',
    sessionId: session?.id,
  };
  return tokens(realm, order, { session, scope: scopeText(scopes), idToken: wanted.includes('openid') });
};

/** Subject and name of a client's service account. */
function serviceAccount({ clientId }: SandboxClient): { subject: string; username: string } {
  return { subject: `service-account-${clientId}`, username: `service-account-${clientId}` };
}

interface Extras {
  readonly session: Session | undefined;
  readonly scope: string;
  readonly idToken: boolean;
  readonly issuedTokenType?: string;
}

/** A successful answer, in Keycloak's order of fields. */
export function tokens(realm: Realm, order: AccessTokenOrder, extras: Extras): SandboxResponse {
  const { session } = extras;
  return json(
    200,
    {
      access_token: mintAccessToken(realm, order),
      expires_in: realm.settings.accessTokenLifetimeS,
      refresh_expires_in: session === undefined || session.offline ? 0 : ONLINE_SESSION_S,
      ...(session === undefined ? {} : { refresh_token: mintRefreshToken(realm, session) }),
      token_type: 'Bearer',
      ...(extras.idToken ? { id_token: mintIdToken(realm, order) } : {}),
      'not-before-policy': 0,
      ...(session === undefined ? {} : { session_state: session.id }),
      scope: extras.scope,
      ...(extras.issuedTokenType === undefined ? {} : { issued_token_type: extras.issuedTokenType }),
    },
    { 'cache-control': 'no-store', pragma: 'no-cache' },
  );
}

/** Keycloak quotes the whole field, not the word that is wrong. */
export function invalidScopes(scope: string): SandboxResponse {
  return oauthError(400, 'invalid_scope', `Invalid scopes: ${scope}`);
}

function deadToken(description: string): SandboxResponse {
  return oauthError(400, 'invalid_grant', description);
}
