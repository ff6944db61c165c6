import { oauthError } from './client-login';
import { type Grant, invalidScopes, tokens } from './grants';
import { type AccessTokenOrder, grantedScopes, openSession, requestedScopes, scopeText } from './realm';

/** The form of the contract's exchange, besides grant type, client and subject token. */
export const CONTRACT_EXCHANGE_FORM = {
  requested_token_type: 'urn:ietf:params:oauth:token-type:refresh_token',
  audience: 'crisis',
  scope: 'basic offline_access',
};

/** Belong to the grant or to the client's authentication. */
const FIELDS_OF_EVERY_FORM = [
  'grant_type',
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  'subject_token',
];

/** Keycloak's legacy token exchange, held to exactly the contract's form. */
export const exchangeGrant: Grant = ({ form, client, realm }) => {
  const expected = realm.settings.exchangeForm;
  const invalidRequest = (why: string) => oauthError(400, 'invalid_request', why);
  if (form.has('subject_token_type') && expected.subject_token_type === undefined) {
    // A form with this field is the standard exchange's, which is off.
    return invalidRequest('Standard token exchange is not enabled for the requested client');
  }
  for (const field of form.keys()) {
    if (!FIELDS_OF_EVERY_FORM.includes(field) && !Object.hasOwn(expected, field)) {
      return invalidRequest(`Parameter '${field}' is not supported for token exchange`);
    }
  }
  const subjectToken = form.get('subject_token');
  if (subjectToken === null) return invalidRequest("Parameter 'subject_token' required for token exchange");
  for (const [field, value] of Object.entries(expected)) {
    const given = form.get(field);
    if (given === value) continue;
    if (given !== null && field === 'audience')
      return oauthError(400, 'invalid_client', 'Audience not found');
    if (given !== null && field === 'requested_token_type') {
      return invalidRequest('requested_token_type unsupported');
    }
    if (given !== null && field === 'scope' && requestedScopes(client, given) === undefined) {
      return invalidScopes(given);
    }
    return invalidRequest(`Parameter '${field}' must be '${value}' for token exchange`);
  }
  const subject = realm.mint.verify(subjectToken, realm.now());
  if ('refusal' in subject || subject.claims.typ !== 'Bearer') return invalidRequest('Invalid token');
  const { claims } = subject;
  const origin = realm.sessions.get(String(claims.sid));
  if (origin?.dead !== undefined) return invalidRequest('Invalid token');
  if (claims.azp !== client.clientId) {
    return oauthError(403, 'access_denied', 'Client is not the holder of the token');
  }
  if (client.exchange !== true) return oauthError(403, 'access_denied', 'Client not allowed to exchange');
  const scopes = grantedScopes(client, (expected.scope ?? '').split(' ').filter(Boolean));
  const account = { subject: String(claims.sub), username: String(claims.preferred_username) };
  const audience = expected.audience === undefined ? [] : [expected.audience];
  // A transient session, the default for client_credentials, has no refresh tokens (contract, "for a service account").
  const session =
    origin === undefined
      ? undefined
      : openSession(realm, {
          client,
          ...account,
          scopes,
          offline: scopes.includes('offline_access'),
          audience,
        });
  const order: AccessTokenOrder = {
    client,
    ...account,
    scopes,
    origin: session === undefined ? 'trrtte' : 'ofrtte',
    sessionId: session?.id,
    audience,
  };
  return tokens(realm, order, {
    session,
    scope: scopeText(scopes),
    idToken: false,
    issuedTokenType: `urn:ietf:params:oauth:token-type:${session === undefined ? 'access' : 'refresh'}_token`,
  });
};
