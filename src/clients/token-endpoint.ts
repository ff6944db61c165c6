import { errorDetail } from '../domain/api-error';
import type { ClientAuthentication } from '../domain/client-authentication';
import { authenticationParameters } from '../domain/client-authentication';
import { formatDuration } from '../domain/duration';
import { ActionError } from '../domain/errors';
import { CERTIFICATE_REMEDY } from '../domain/explain';
import { explainLoginRefusal, isFromTheFuture } from '../domain/explain-login';
import { line } from '../domain/foreign-text';
import type { Grant } from '../domain/grant';
import { grantForm } from '../domain/grant';
import { parseJson } from '../domain/json';
import type { Effect } from '../domain/retry-policy';
import type { Secrets } from '../domain/secrets';
import { scrubValue } from '../domain/secrets';
import type { TokenRefusal, TokenSet } from '../domain/token-response';
import { readTokenRefusal, readTokenSet } from '../domain/token-response';
import type { Limit, RequestSettings } from './retry';
import { RequestFailed, sendWithRetries } from './retry';
import type { HttpAnswer } from './transport';
import { TransportError } from './transport';

/** Where tokens come from and who asks for them. */
export interface TokenEndpointSettings extends RequestSettings {
  /** Without a trailing slash. */
  readonly authUrl: string;
  readonly realm: string;
  readonly authentication: ClientAuthentication;
  /** Makes a fresh client assertion for the audience, for the methods that need one. */
  readonly assertion: (audience: string, limit: Limit) => Promise<string>;
  readonly secrets: Secrets;
}

/** One token request. */
export interface TokenRequest {
  readonly grant: Grant;
  readonly effect: Effect;
  readonly limit: Limit;
}

/** The issuer of a realm (contract, "Addresses"): also the one audience of a client assertion. */
export function issuerOf({ authUrl, realm }: { readonly authUrl: string; readonly realm: string }): string {
  return `${authUrl}/realms/${encodeURIComponent(realm)}`;
}

/**
 * Asks the token endpoint (RFC 6749 section 3.2) and reads its answer.
 * @throws ActionError with the code that the refusal deserves
 */
export async function requestToken(
  settings: TokenEndpointSettings,
  request: TokenRequest,
): Promise<TokenSet> {
  const first = await ask(settings, request, 0);
  if ('tokens' in first) return first.tokens;
  const early = settings.authentication.method === 'github-oidc' && isFromTheFuture(first.refusal);
  if (!early || request.limit.remainingMs() <= SKEW_MS) throw first.error;
  settings.log.info(
    line`The identity provider's clock is behind that of GitHub. Trying once more, with a new id token, in ${formatDuration(SKEW_MS)}.`,
  );
  const second = await ask(settings, request, SKEW_MS);
  if ('tokens' in second) return second.tokens;
  throw second.error;
}

/**
 * Keycloak allows an id token of another issuer no clock skew at all. The second one is fetched first and then rests
 * so long: fetched after the pause it would be as far ahead as the first.
 */
const SKEW_MS = 2_000;

type Asked =
  | { readonly tokens: TokenSet }
  | { readonly error: ActionError; readonly refusal: TokenRefusal | undefined };

/** @throws ActionError where there is no answer, or the limit's reason */
async function ask(settings: TokenEndpointSettings, request: TokenRequest, restMs: number): Promise<Asked> {
  const { secrets, authentication, clock } = settings;
  const issuer = issuerOf(settings);
  const url = `${issuer}/protocol/openid-connect/token`;
  let assertion: string | undefined;

  const makeRequest = async () => {
    const added = await authenticationParameters(authentication, async () => {
      assertion = await settings.assertion(issuer, request.limit);
      if (restMs > 0) await clock.sleep(restMs, request.limit.signal);
      return assertion;
    });
    const { authorization } = added.headers;
    if (authorization !== undefined) secrets.add(authorization.replace(/^Basic /, ''));
    return {
      method: 'POST',
      url,
      headers: { ...added.headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...grantForm(request.grant), ...added.form }).toString(),
    };
  };

  let answer: HttpAnswer;
  try {
    answer = await sendWithRetries(settings, { ...request, request: makeRequest });
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error;
    if (error.answer === undefined) throw unanswered(error, { url, effect: request.effect });
    answer = error.answer;
  }
  const tokens = answer.status === 200 ? readTokenSet(parseJson(answer.body)?.value) : undefined;
  if (tokens === undefined) return refused(answer);
  secrets.add(tokens.accessToken);
  if (tokens.refreshToken !== undefined) secrets.add(tokens.refreshToken);
  return { tokens };

  function refused({ status, body }: HttpAnswer): Asked {
    const said = status >= 400 ? parseJson(body)?.value : undefined;
    const refusal = readTokenRefusal(scrubValue(secrets.scrub, said));
    const error = explainLoginRefusal({
      grant: request.grant.type,
      authentication,
      ...(assertion === undefined ? {} : { assertion }),
      issuer,
      tokenEndpoint: url,
      realm: settings.realm,
      status,
      ...(refusal === undefined ? {} : { refusal }),
      detail: status === 200 ? line`no token answer` : errorDetail(body, secrets.scrub),
    });
    return { error, refusal };
  }
}

function unanswered(
  error: RequestFailed,
  { url, effect }: { readonly url: string; readonly effect: Effect },
): ActionError {
  const transport = error.cause instanceof TransportError ? error.cause.kind : undefined;
  const parts = { what: line`log in at ${url}`, why: error.why, cause: error };
  if (effect === 'once' && transport !== 'unreachable' && transport !== 'tls') {
    const remedy = line`The refresh token is single-use and may be spent by now, so it is not sent again: log in again and store the new one, or use a service account`;
    return new ActionError('network', { ...parts, remedy });
  }
  if (transport === 'truncated' || transport === 'malformed') {
    const remedy = line`Check that auth-url (or domain) is the identity provider's address`;
    return new ActionError('response-invalid', { ...parts, remedy });
  }
  const remedy =
    transport === 'tls'
      ? CERTIFICATE_REMEDY
      : line`Check auth-url (or domain), and that the runner may reach it (proxy, firewall)`;
  return new ActionError('network', { ...parts, remedy });
}
