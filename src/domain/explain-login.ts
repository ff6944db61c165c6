import type { ClientAuthentication } from './client-authentication';
import type { ErrorCode } from './errors';
import { ActionError } from './errors';
import type { LogLine } from './foreign-text';
import { cleanText, line } from './foreign-text';
import type { Grant } from './grant';
import { decodeClaims } from './jwt';
import type { TokenRefusal } from './token-response';

/** A token endpoint's answer that is not a token. */
export interface LoginRefusal {
  readonly grant: Grant['type'];
  readonly authentication: ClientAuthentication;
  /** The assertion that was sent, for showing the `sub` of a workflow's id token. */
  readonly assertion?: string;
  readonly tokenEndpoint: string;
  readonly realm: string;
  readonly status: number;
  /** Undefined where the body is not OAuth's. */
  readonly refusal?: TokenRefusal;
  readonly detail: LogLine;
}

interface Advice {
  readonly code: ErrorCode;
  readonly remedy: LogLine;
}

/** Turns a refusal into a code and one sentence. Classes by `error` and status, never by a description's wording. */
export function explainLoginRefusal(refused: LoginRefusal): ActionError {
  const { code, remedy } =
    refused.grant === 'token_exchange' ? exchangeAdvice(refused) : loginAdvice(refused);
  const what =
    refused.grant === 'token_exchange'
      ? line`mint the public link's token at ${refused.tokenEndpoint}`
      : line`log in at ${refused.tokenEndpoint}`;
  return new ActionError(code, { what, why: whyOf(refused), remedy });
}

function whyOf({ status, refusal, detail }: LoginRefusal): LogLine {
  if (refusal === undefined) {
    return detail === '' ? line`it answered ${status}` : line`it answered ${status} (${detail})`;
  }
  const description = cleanText(refusal.description);
  return description === ''
    ? line`it answered ${status} ${refusal.error}`
    : line`it answered ${status} ${refusal.error} (${description})`;
}

function loginAdvice(refused: LoginRefusal): Advice {
  const { status, refusal, realm, grant } = refused;
  if (status === 429) return { code: 'rate-limited', remedy: line`Run fewer jobs at once, or raise retries` };
  if (status >= 500) {
    return { code: 'server-error', remedy: line`Check the identity provider's state and run the job again` };
  }
  switch (refusal?.error) {
    case 'invalid_grant':
      return grant === 'refresh_token' ? deadRefreshToken(refusal) : rejected(refused);
    case 'invalid_client':
    case 'unauthorized_client':
      return rejected(refused);
    case 'invalid_scope':
      return {
        code: 'scope-rejected',
        remedy: line`Correct the input scopes, or let the administrator assign these scopes to the client`,
      };
  }
  if (status === 404) {
    return {
      code: 'realm-not-found',
      remedy: line`Check auth-url (or domain) and that the realm is called '${realm}' (input realm, capital letters count)`,
    };
  }
  if (status === 403) {
    return {
      code: 'forbidden',
      remedy: line`Let the administrator check the realm: it is disabled or wants https`,
    };
  }
  if (status >= 400 && refusal !== undefined) {
    return { code: 'request-rejected', remedy: line`Let the administrator check the client's settings` };
  }
  return {
    code: 'response-invalid',
    remedy: line`Check that auth-url (or domain) is the identity provider's address, not that of a web page or a proxy`,
  };
}

/** Two causes are told apart in the remedy, where the description names them; the code stays the same. */
function deadRefreshToken({ description }: TokenRefusal): Advice {
  if (/authorized client don't match/i.test(description)) {
    return {
      code: 'refresh-token-dead',
      remedy: line`The token was issued to another client: set client-id to that client, or log in again and store the new token`,
    };
  }
  if (/token issuer/i.test(description)) {
    return {
      code: 'refresh-token-dead',
      remedy: line`The token comes from another address or realm: correct auth-url (or domain) and realm, or log in there and store the new token`,
    };
  }
  return {
    code: 'refresh-token-dead',
    remedy: line`Log in again with the platform's command-line client and store the new refresh token in the secret`,
  };
}

function rejected({ authentication, assertion }: LoginRefusal): Advice {
  return { code: 'client-rejected', remedy: clientRemedy(authentication, assertion) };
}

function clientRemedy(authentication: ClientAuthentication, assertion: string | undefined): LogLine {
  switch (authentication.method) {
    case 'none':
      return line`Check client-id ('${authentication.clientId}'): the client must exist, be enabled and be public`;
    case 'client_secret_basic':
    case 'client_secret_post':
      return line`Check client-id ('${authentication.clientId}') and client-secret (no line break at its end), and that the client is enabled and has its service account switched on`;
    case 'private_key_jwt':
      return line`Check client-id ('${authentication.clientId}') and client-private-key, that its public key is registered with the client (client-key-id where there are several), and that the client is enabled and has its service account switched on`;
    case 'github-oidc':
      return line`The administrator must enter exactly this subject in the client (Signed JWT - Federated): ${subjectOf(assertion)}`;
  }
}

function subjectOf(assertion: string | undefined): LogLine {
  return cleanText(assertion === undefined ? 'unknown' : (decodeClaims(assertion)?.sub ?? 'unknown'), 500);
}

function exchangeAdvice(refused: LoginRefusal): Advice {
  const general = loginAdvice(refused);
  if (general.code === 'server-error' || general.code === 'rate-limited' || refused.refusal === undefined)
    return general;
  return { code: 'token-exchange-rejected', remedy: EXCHANGE_REMEDY };
}

/** Also for an exchange that succeeds without a refresh token. */
export const EXCHANGE_REMEDY = line`The administrator must allow this client to exchange tokens for the audience (and, for a service account, turn on refresh tokens for client credentials); without a public link, leave public-access out`;
