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
  /** The realm as it is addressed here; an assertion is made out to it. */
  readonly issuer: string;
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

/** Whether Keycloak holds the signer's clock to be ahead of its own; no other sign than the description tells that. */
export function isFromTheFuture(refusal: TokenRefusal | undefined): boolean {
  return /issued in the future/i.test(refusal?.description ?? '');
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

/** Causes that the description names are told apart in the remedy; the code stays the same. */
function deadRefreshToken({ description }: TokenRefusal): Advice {
  return { code: 'refresh-token-dead', remedy: deadRemedy(description) };
}

function deadRemedy(description: string): LogLine {
  if (/authorized client don't match/i.test(description)) {
    return line`The token was issued to another client: set client-id to that client, or log in again and store the new token`;
  }
  if (/token issuer/i.test(description)) {
    return line`The token comes from another address or realm: correct auth-url (or domain) and realm, or log in there and store the new token`;
  }
  if (/reuse exceeded/i.test(description)) {
    return line`The realm takes each refresh token only once, and this one was used before: use a service account, or log in again and store a new token for each run`;
  }
  return line`Log in again with the platform's command-line client and store the new refresh token in the secret`;
}

function rejected(refused: LoginRefusal): Advice {
  return { code: 'client-rejected', remedy: assertionRemedy(refused) ?? clientRemedy(refused) };
}

/** What is wrong with an assertion itself; undefined where it is not that. Only the description tells these apart. */
function assertionRemedy({ authentication, issuer, refusal }: LoginRefusal): LogLine | undefined {
  if (authentication.method !== 'private_key_jwt' && authentication.method !== 'github-oidc')
    return undefined;
  const description = refusal?.description ?? '';
  if (/audience/i.test(description)) {
    return line`The identity provider goes by another address than ${issuer}: set auth-url (or domain) and realm to the address that its tokens name as their issuer`;
  }
  if (/reuse/i.test(description)) {
    return line`Each login signs in with an assertion of its own, so something between the runner and the identity provider sent it twice: run the job again, and look at the proxy if it goes on`;
  }
  if (/issued in the future|not active|too far in the past/i.test(description)) {
    return authentication.method === 'github-oidc'
      ? line`The identity provider's clock and that of GitHub differ: let the administrator correct its clock, or run the job again`
      : line`The clocks of the runner and the identity provider differ: correct the one that is wrong`;
  }
  return undefined;
}

function clientRemedy({ authentication, assertion, refusal }: LoginRefusal): LogLine {
  if (/retrieve service account/i.test(refusal?.description ?? '')) {
    const client =
      'clientId' in authentication
        ? line`client '${authentication.clientId}'`
        : line`client with the subject ${subjectOf(assertion)}`;
    return line`The administrator must switch on the service account of the ${client}`;
  }
  // Keycloak: invalid_client where there is no such client or it is disabled, unauthorized_client where there is.
  const known = refusal?.error === 'unauthorized_client';
  switch (authentication.method) {
    case 'none':
      return known
        ? line`The client '${authentication.clientId}' is not public, so a refresh token alone is not enough: take client-id out, or name the public client that the login was made with`
        : line`Check client-id ('${authentication.clientId}', capital letters count): the client must exist, be enabled and be public`;
    case 'client_secret_basic':
    case 'client_secret_post':
      return known
        ? line`Copy client-secret again: it is not the current secret of the client '${authentication.clientId}', or the client does not log in by a secret`
        : line`Check client-id ('${authentication.clientId}', capital letters count) and client-secret, and that the client is enabled`;
    case 'private_key_jwt':
      return line`Check client-id ('${authentication.clientId}', capital letters count) and client-private-key, that its public key is registered with the client (client-key-id where there are several), and that the client is enabled`;
    case 'github-oidc':
      return line`The administrator must enter exactly this subject in an enabled client (Signed JWT - Federated), of an identity provider with GitHub's issuer: ${subjectOf(assertion)}`;
  }
}

function subjectOf(assertion: string | undefined): LogLine {
  return cleanText(assertion === undefined ? 'unknown' : (decodeClaims(assertion)?.sub ?? 'unknown'), 500);
}

function exchangeAdvice(refused: LoginRefusal): Advice {
  const { status } = refused;
  const general = loginAdvice(refused);
  if (general.code === 'server-error' || general.code === 'rate-limited' || refused.refusal === undefined)
    return general;
  const remedy =
    status === 403
      ? line`The administrator must allow this client to exchange tokens for the link's audience; without a public link, leave public-access out`
      : line`The administrator must allow this client to exchange tokens for the link's audience, which has to exist; where this deployment's exchange differs, correct it with public-access-exchange, or leave public-access out`;
  return { code: 'token-exchange-rejected', remedy };
}

/** For an exchange that succeeds without a refresh token, as with a service account whose logins are transient. */
export const NO_REFRESH_TOKEN_REMEDY = line`For a service account, the administrator must turn on "Use refresh tokens for client credentials grant" on the client; without a public link, leave public-access out`;
