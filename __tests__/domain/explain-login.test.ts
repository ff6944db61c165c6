import type { ClientAuthentication } from '../../src/domain/client-authentication';
import { explainLoginRefusal, type LoginRefusal } from '../../src/domain/explain-login';
import { cleanText } from '../../src/domain/foreign-text';

const none: ClientAuthentication = { method: 'none', clientId: 'frontend' };
const secret: ClientAuthentication = {
  method: 'client_secret_basic',
  clientId: 'launcher',
  clientSecret: 'hunter2',
};
const key: ClientAuthentication = { method: 'private_key_jwt', clientId: 'launcher', privateKey: 'hunter2' };
const oidc: ClientAuthentication = { method: 'github-oidc' };
const idToken = `e30.${Buffer.from('{"sub":"repo:acme/widgets:ref:refs/heads/main"}').toString('base64url')}.s`;

const explain = (changes: Partial<LoginRefusal>) =>
  explainLoginRefusal({
    grant: 'refresh_token',
    authentication: none,
    issuer: 'https://id.lab.example/realms/mantis',
    tokenEndpoint: 'https://id.lab.example/realms/mantis/protocol/openid-connect/token',
    realm: 'mantis',
    status: 400,
    detail: cleanText(''),
    ...changes,
  });
const refusal = (error: string, description = '') => ({ error, description });

const INVALID_CLIENT = 'Invalid client or Invalid client credentials';
const REUSE = 'Maximum allowed refresh token reuse exceeded';
const LEFT = "Session doesn't have required client";
const OTHER_CLIENT = "Invalid refresh token. Token client and authorized client don't match";
const OTHER_ISSUER = "Invalid token issuer. Expected 'http://localhost:8190/realms/mantis'";
const NO_ACCOUNT = 'Client not enabled to retrieve service account';
const NO_OFFLINE = 'Offline session invalid because offline access not granted anymore';
const NO_RESOURCE = 'Unable to find matching target resource method';

/** A real Keycloak's answers to a refresh: status, error, description; our code, and a word of the remedy. */
test.each([
  [400, 'invalid_grant', 'Invalid refresh token', 'refresh-token-dead', 'Log in again'],
  [400, 'invalid_grant', 'Offline session not active', 'refresh-token-dead', 'Log in again'],
  [400, 'invalid_grant', 'Offline user session not found', 'refresh-token-dead', 'Log in again'],
  [400, 'invalid_grant', 'User disabled', 'refresh-token-dead', 'Log in again'],
  [400, 'invalid_grant', 'Stale token', 'refresh-token-dead', 'Log in again'],
  [400, 'invalid_grant', REUSE, 'refresh-token-dead', 'only once'],
  [400, 'invalid_grant', LEFT, 'refresh-token-dead', 'Log in again'],
  [400, 'invalid_grant', NO_OFFLINE, 'refresh-token-dead', 'Log in again'],
  [400, 'invalid_grant', OTHER_CLIENT, 'refresh-token-dead', 'client-id'],
  [400, 'invalid_grant', OTHER_ISSUER, 'refresh-token-dead', 'auth-url'],
  [400, 'invalid_scope', 'Invalid scopes: nope', 'scope-rejected', 'scopes'],
  [401, 'invalid_client', INVALID_CLIENT, 'client-rejected', "'frontend'"],
  [401, 'unauthorized_client', INVALID_CLIENT, 'client-rejected', "'frontend'"],
  [404, 'Realm does not exist', '', 'realm-not-found', "'mantis'"],
  [404, NO_RESOURCE, '', 'realm-not-found', 'auth-url'],
  [404, 'HTTP 404 Not Found', '', 'realm-not-found', 'auth-url'],
  [403, 'access_denied', 'Realm not enabled', 'forbidden', 'disabled'],
  [403, 'invalid_request', 'HTTPS required', 'forbidden', 'https'],
  [
    400,
    'not_allowed',
    'Offline tokens not allowed for the user or client',
    'request-rejected',
    'administrator',
  ],
  [400, 'invalid_request', 'No refresh token', 'request-rejected', 'administrator'],
  [400, 'unsupported_grant_type', 'Unsupported grant_type', 'request-rejected', 'administrator'],
  [400, 'missingNormalization', 'Request path not normalized', 'request-rejected', 'administrator'],
  [405, 'HTTP 405 Method Not Allowed', '', 'request-rejected', 'administrator'],
  [429, 'slow_down', '', 'rate-limited', 'retries'],
  [500, 'unknown_error', '', 'server-error', "identity provider's state"],
])('%d %s (%s) is %s', (status, error, description, code, word) => {
  const explained = explain({ status, refusal: refusal(error, description) });
  expect(explained.code).toBe(code);
  expect(explained.parts.remedy).toContain(word);
  expect(explained.message).toContain(`it answered ${status} ${error}`);
  expect(explained.message).toContain(description);
  expect(explained.message).toMatch(/^Cannot log in at https:\/\/id\.lab\.example\S+: [^\r\n]+\.$/);
});

/** Client authentication fails with any of four pairs of status and error. */
test.each([
  [400, 'invalid_client'],
  [400, 'unauthorized_client'],
  [401, 'invalid_client'],
  [401, 'unauthorized_client'],
])('%d %s says for each method what to check, and never a secret', (status, error) => {
  const words = new Map<ClientAuthentication, string>([
    [secret, 'client-secret'],
    [key, 'client-private-key'],
    [oidc, 'repo:acme/widgets:ref:refs/heads/main'],
  ]);
  for (const [authentication, word] of words) {
    const explained = explain({
      grant: 'client_credentials',
      authentication,
      assertion: idToken,
      status,
      refusal: refusal(error, INVALID_CLIENT),
    });
    expect(explained.code).toBe('client-rejected');
    expect(explained.parts.remedy).toContain(word);
    expect(explained.message).not.toContain('hunter2');
    expect(explained.message).not.toContain(idToken);
  }
});

/** What a real Keycloak says of an assertion; our remedy must name the cause and not another. */
test.each([
  [key, 400, 'invalid_client', 'Invalid token audience', 'https://id.lab.example/realms/mantis'],
  [oidc, 400, 'invalid_client', 'Invalid token audience', 'https://id.lab.example/realms/mantis'],
  [key, 400, 'invalid_client', 'Token reuse detected', 'sent it twice'],
  [key, 400, 'invalid_client', 'Token was issued in the future', 'clocks of the runner'],
  [oidc, 400, 'invalid_client', 'Token was issued in the future', 'that of GitHub'],
  [key, 400, 'invalid_client', 'Token is not active', 'clocks of the runner'],
  [secret, 401, 'unauthorized_client', INVALID_CLIENT, 'Copy client-secret again'],
  [secret, 401, 'invalid_client', INVALID_CLIENT, 'Check client-id'],
  [none, 401, 'unauthorized_client', INVALID_CLIENT, 'is not public'],
  [secret, 401, 'unauthorized_client', NO_ACCOUNT, "service account of the client 'launcher'"],
  [oidc, 401, 'unauthorized_client', NO_ACCOUNT, 'repo:acme/widgets:ref:refs/heads/main'],
] as const)(
  '$method: %s %s (%s) is told as what it is',
  (authentication, status, error, description, word) => {
    const explained = explain({
      grant: 'client_credentials',
      authentication,
      assertion: idToken,
      status,
      refusal: refusal(error, description),
    });
    expect(explained.code).toBe('client-rejected');
    expect(explained.parts.remedy).toContain(word);
  },
);

test('invalid_grant to a service account is about the client, not about a refresh token', () => {
  const explained = explain({
    grant: 'client_credentials',
    authentication: secret,
    refusal: refusal('invalid_grant'),
  });
  expect(explained.code).toBe('client-rejected');
});

test.each([
  [503, '', 'server-error'],
  [502, 'an HTML page', 'server-error'],
  [429, '', 'rate-limited'],
  [404, 'an HTML page', 'realm-not-found'],
  [403, 'an HTML page', 'forbidden'],
  [401, 'an HTML page', 'response-invalid'],
  [400, '', 'response-invalid'],
  [302, '', 'response-invalid'],
  [200, 'no token answer', 'response-invalid'],
])("%d with a body that is not OAuth's (%s) is %s", (status, detail, code) => {
  const explained = explain({ status, detail: cleanText(detail) });
  expect(explained.code).toBe(code);
  expect(explained.message).toContain(
    detail === '' ? `it answered ${status}.` : `it answered ${status} (${detail}).`,
  );
});

/** A real Keycloak's answers to a token exchange. */
test.each([
  [403, 'access_denied', 'Client not allowed to exchange'],
  [403, 'access_denied', 'Client is not the holder of the token'],
  [403, 'access_denied', 'Client is not within the token audience'],
  [400, 'invalid_client', 'Audience not found'],
  [400, 'invalid_client', 'Public client is not allowed to exchange token'],
  [400, 'invalid_request', 'Standard token exchange is not enabled for the requested client'],
  [400, 'invalid_request', 'Requested audience not available: public-link'],
  [400, 'invalid_request', 'requested_token_type unsupported'],
  [400, 'invalid_request', 'Invalid token'],
  [400, 'invalid_scope', 'Invalid scopes: nope'],
  [400, 'unsupported_grant_type', 'Unsupported grant_type'],
])('%d %s (%s) to an exchange is the administrator’s', (status, error, description) => {
  const explained = explain({ grant: 'token_exchange', status, refusal: refusal(error, description) });
  expect(explained.code).toBe('token-exchange-rejected');
  expect(explained.parts.remedy).toContain('administrator');
  expect(explained.message).toMatch(/^Cannot mint the public link's token at /);
});

test.each([
  [503, undefined, 'server-error'],
  [503, refusal('x'), 'server-error'],
  [429, undefined, 'rate-limited'],
  [200, undefined, 'response-invalid'],
])('%d to an exchange is no refusal of the exchange', (status, refused, code) => {
  const given = refused === undefined ? {} : { refusal: refused };
  expect(explain({ grant: 'token_exchange', status, ...given }).code).toBe(code);
});

test('what a server says cannot break out of the sentence', () => {
  const explained = explain({ refusal: refusal('invalid_grant\n::error::x', '\r\n##[error]y'.repeat(200)) });
  expect(explained.message).not.toMatch(/[\r\n]|::|##\[/);
  expect(explained.message.length).toBeLessThan(800);
});
