import { logInClient, oauthError } from './client-login';
import { exchangeGrant } from './exchange-grant';
import { clientCredentialsGrant, type Grant, refreshGrant } from './grants';
import { type Answerer, json, type SandboxRequest, type SandboxResponse } from './handler';
import { REALM_SCOPES, type Realm } from './realm';

const GRANTS: Readonly<Record<string, Grant>> = {
  refresh_token: refreshGrant,
  client_credentials: clientCredentialsGrant,
  'urn:ietf:params:oauth:grant-type:token-exchange': exchangeGrant,
};

/** Answers below `{auth_url}` as Keycloak 26.7.5 does. */
export function identityProvider(realm: Realm): Answerer {
  const realmPath = `/realms/${realm.name}`;
  const routes: Readonly<Record<string, Readonly<Record<string, Answerer>>>> = {
    [`${realmPath}/protocol/openid-connect/token`]: { POST: (request) => tokenAnswer(request, realm) },
    [`${realmPath}/protocol/openid-connect/certs`]: { GET: () => json(200, realm.mint.jwks) },
    [`${realmPath}/.well-known/openid-configuration`]: { GET: () => json(200, discovery(realm)) },
    [`${realmPath}/.well-known/openid-configuration/`]: { GET: () => json(200, discovery(realm)) },
  };
  return (request) => {
    const methods = Object.hasOwn(routes, request.path) ? routes[request.path] : undefined;
    if (methods === undefined) return unknownPath(request.path, realmPath);
    const answer = methods[request.method];
    return answer === undefined ? json(405, { error: 'HTTP 405 Method Not Allowed' }) : answer(request);
  };
}

function unknownPath(path: string, realmPath: string): SandboxResponse {
  if (path.includes('//')) return oauthError(400, 'missingNormalization', 'Request path not normalized');
  if (path.startsWith('/realms/') && path !== realmPath && !path.startsWith(`${realmPath}/`)) {
    return json(404, { error: 'Realm does not exist' });
  }
  const legacy = path.startsWith('/auth/');
  return json(404, {
    error: legacy ? 'Unable to find matching target resource method' : 'HTTP 404 Not Found',
  });
}

/** Grant type before client, and the form before both. */
function tokenAnswer(request: SandboxRequest, realm: Realm): SandboxResponse {
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  const form = new URLSearchParams(isForm ? request.body : '');
  const names = [...form.keys()];
  if (new Set(names).size < names.length) return oauthError(400, 'invalid_request', 'duplicated parameter');
  const grantType = form.get('grant_type');
  if (grantType === null) return oauthError(400, 'invalid_request', 'Missing form parameter: grant_type');
  const grant = Object.hasOwn(GRANTS, grantType) ? GRANTS[grantType] : undefined;
  if (grant === undefined) return oauthError(400, 'unsupported_grant_type', 'Unsupported grant_type');
  const login = logInClient(form, request.headers.authorization, realm);
  return 'refusal' in login ? login.refusal : grant({ form, client: login.client, realm });
}

function discovery(realm: Realm): unknown {
  const endpoint = `${realm.issuer}/protocol/openid-connect`;
  return {
    issuer: realm.issuer,
    token_endpoint: `${endpoint}/token`,
    jwks_uri: `${endpoint}/certs`,
    grant_types_supported: Object.keys(GRANTS),
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: REALM_SCOPES,
    // Keycloak does not list the federated way either.
    token_endpoint_auth_methods_supported: ['private_key_jwt', 'client_secret_basic', 'client_secret_post'],
    token_endpoint_auth_signing_alg_values_supported: [
      'RS256',
      'RS384',
      'RS512',
      'PS256',
      'PS384',
      'PS512',
      'ES256',
      'ES384',
      'ES512',
      'EdDSA',
    ],
  };
}
