import { assertionFlaw, checkSignature, federatedRules, privateKeyJwtRules } from './client-assertion-check';
import { json, type SandboxResponse } from './handler';
import type { Realm, SandboxClient } from './realm';
import { type DecodedJwt, decodeJwt } from './tokens';

export type ClientOrRefusal = { readonly client: SandboxClient } | { readonly refusal: SandboxResponse };

const NOBODY = 'Invalid client or Invalid client credentials';
const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** An OAuth error body; the token endpoint's answers are never to be cached. */
export function oauthError(status: number, error: string, description?: string): SandboxResponse {
  return json(
    status,
    { error, ...(description === undefined ? {} : { error_description: description }) },
    { 'cache-control': 'no-store', pragma: 'no-cache' },
  );
}

/** Which client is calling, with statuses, codes and texts as Keycloak 26.7.5 gives them. */
export function logInClient(
  form: URLSearchParams,
  authorization: string | undefined,
  realm: Realm,
): ClientOrRefusal {
  if (form.has('client_assertion') || form.has('client_assertion_type')) return logInByAssertion(form, realm);
  const basic = basicCredentials(authorization);
  // The form beats the header, field by field.
  const client = realm.clients.get(form.get('client_id') ?? basic?.id ?? '');
  if (client === undefined || client.enabled === false) return unknownClient();
  if (client.public === true) return { client };
  if (client.jwks !== undefined || client.federated !== undefined) {
    return badClient('Parameter client_assertion_type is missing');
  }
  const secret = form.get('client_secret') ?? basic?.secret;
  return client.secret !== undefined && secret === client.secret ? { client } : wrongCredentials();
}

function logInByAssertion(form: URLSearchParams, realm: Realm): ClientOrRefusal {
  if (form.get('client_assertion_type') !== JWT_BEARER) return unknownClient();
  const jwt = decodeJwt(form.get('client_assertion') ?? '');
  const named = form.get('client_id');
  if (jwt === undefined) {
    return named === null
      ? unknownClient()
      : badClient(
          'Client authentication with signed JWT failed: java.lang.IllegalArgumentException: Parsing error',
        );
  }
  const { iss, sub } = jwt.claims;
  if (typeof iss !== 'string' || typeof sub !== 'string') return unknownClient();
  const client = iss === sub ? realm.clients.get(sub) : federatedClient(realm, iss, sub);
  if (client === undefined || client.enabled === false) return unknownClient();
  if (named !== null && named !== client.clientId) {
    return realm.clients.has(named) ? wrongCredentials() : unknownClient();
  }
  return iss === sub ? withPrivateKey(jwt, client, realm) : withFederatedToken(jwt, client, realm);
}

function federatedClient(realm: Realm, issuer: string, subject: string): SandboxClient | undefined {
  for (const client of realm.clients.values()) {
    if (client.federated?.issuer === issuer && client.federated.subject === subject) return client;
  }
  return undefined;
}

function withPrivateKey(jwt: DecodedJwt, client: SandboxClient, realm: Realm): ClientOrRefusal {
  if (client.jwks === undefined) return wrongCredentials();
  switch (checkSignature(jwt, client.jwks)) {
    case 'wrong-algorithm':
      return badClient('Invalid signature algorithm');
    case 'unknown-key':
      return badClient('Unable to load public key');
    case 'forged':
      return badClient(
        'Client authentication with signed JWT failed: Signature on JWT token failed validation',
      );
    case 'genuine': {
      const flaw = assertionFlaw(jwt, realm, privateKeyJwtRules(realm));
      return flaw === undefined ? { client } : badClient(flaw);
    }
  }
}

/** Whatever is wrong with issuer, key or signature gives the same generic answer. */
function withFederatedToken(jwt: DecodedJwt, client: SandboxClient, realm: Realm): ClientOrRefusal {
  if (checkSignature(jwt, client.federated?.jwks ?? []) !== 'genuine') return unknownClient();
  const flaw = assertionFlaw(jwt, realm, federatedRules(realm));
  return flaw === undefined ? { client } : badClient(flaw);
}

/** RFC 6749, 2.3.1: both halves are form-encoded before they are joined. */
function basicCredentials(authorization: string | undefined): { id: string; secret: string } | undefined {
  const encoded = /^Basic\s+(\S+)$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString().split(':');
  try {
    return { id: formDecoded(id), secret: formDecoded(rest.join(':')) };
  } catch {
    return undefined;
  }
}

function formDecoded(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

function unknownClient(): ClientOrRefusal {
  return { refusal: oauthError(401, 'invalid_client', NOBODY) };
}

function wrongCredentials(): ClientOrRefusal {
  return { refusal: oauthError(401, 'unauthorized_client', NOBODY) };
}

function badClient(description: string): ClientOrRefusal {
  return { refusal: oauthError(400, 'invalid_client', description) };
}
