import { errorDetail } from '../domain/api-error';
import type { ClientAuthentication } from '../domain/client-authentication';
import { authenticationParameters } from '../domain/client-authentication';
import { ActionError } from '../domain/errors';
import { explainLoginRefusal } from '../domain/explain-login';
import { line } from '../domain/foreign-text';
import type { Grant } from '../domain/grant';
import { grantForm } from '../domain/grant';
import { parseJson } from '../domain/json';
import type { Effect } from '../domain/retry-policy';
import type { Secrets } from '../domain/secrets';
import type { TokenSet } from '../domain/token-response';
import { readTokenRefusal, readTokenSet } from '../domain/token-response';
import { TransportError } from './http';
import type { Limit, RequestSettings } from './retry';
import { RequestFailed, sendWithRetries } from './retry';

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
  const { secrets, authentication, realm } = settings;
  const issuer = issuerOf(settings);
  const url = `${issuer}/protocol/openid-connect/token`;
  let assertion: string | undefined;

  const makeRequest = async () => {
    const added = await authenticationParameters(authentication, async () => {
      assertion = await settings.assertion(issuer, request.limit);
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

  try {
    const answer = await sendWithRetries(settings, {
      request: makeRequest,
      effect: request.effect,
      limit: request.limit,
    });
    const tokens = answer.status === 200 ? readTokenSet(parseJson(answer.body)?.value) : undefined;
    if (tokens === undefined) {
      throw refused(answer.status, answer.body);
    }
    secrets.add(tokens.accessToken);
    if (tokens.refreshToken !== undefined) secrets.add(tokens.refreshToken);
    return tokens;
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error;
    throw error.answer === undefined ? unanswered(error) : refused(error.answer.status, error.answer.body);
  }

  function refused(status: number, body: string): ActionError {
    const clean = secrets.scrub(body);
    const refusal = status >= 400 ? readTokenRefusal(parseJson(clean)?.value) : undefined;
    return explainLoginRefusal({
      grant: request.grant.type,
      authentication,
      ...(assertion === undefined ? {} : { assertion }),
      tokenEndpoint: url,
      realm,
      status,
      ...(refusal === undefined ? {} : { refusal }),
      detail: status === 200 ? line`no token answer` : errorDetail(clean),
    });
  }

  function unanswered(error: RequestFailed): ActionError {
    const transport = error.cause instanceof TransportError ? error.cause.kind : undefined;
    const what = line`log in at ${url}`;
    if (transport === 'truncated' || transport === 'malformed') {
      const remedy = line`Check that auth-url (or domain) is the identity provider's address`;
      return new ActionError('response-invalid', { what, why: error.why, remedy, cause: error });
    }
    const remedy =
      transport === 'tls'
        ? line`If the deployment uses a private certificate authority, give it with the input ca-certificate`
        : line`Check auth-url (or domain), and that the runner may reach it (proxy, firewall)`;
    return new ActionError('network', { what, why: error.why, remedy, cause: error });
  }
}
