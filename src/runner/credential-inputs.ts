import type { Login } from '../clients/access-token';
import type { CliProfile } from '../domain/cli-config';
import { readSigningKey } from '../domain/client-assertion';
import type { ClientAuthentication } from '../domain/client-authentication';
import type { InputProblem } from '../domain/errors';
import { cleanText, line, quoteList } from '../domain/foreign-text';
import { asObject, parseJson } from '../domain/json';
import { shortLines } from '../domain/secret-forms';
import type { Secrets } from '../domain/secrets';
import type { InputReader } from './input-reader';

/** How to log in. */
export interface CredentialInputs {
  readonly login: Login;
  readonly authentication: ClientAuthentication;
}

/** The default of the input `scopes` (seed, 5.5). */
export const DEFAULT_SCOPES = 'openid scenario:run groups';

const METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'github-oidc'] as const;

/** The inputs each of which is a way to log in. */
const WAYS = ['refresh-token', 'cli-config', 'client-secret', 'client-private-key'] as const;

/** Settings of {@link readCredentials}. */
export interface CredentialSources {
  readonly reader: InputReader;
  readonly profile: CliProfile | undefined;
  /** The text of client-private-key, read from its file where it names one. */
  readonly privateKey: string | undefined;
}

/** Names of the inputs that carry a way to log in and are given. */
export function givenWays(reader: InputReader): string[] {
  const ways: string[] = WAYS.filter((name) => reader.text(name) !== undefined);
  return reader.text('client-authentication') === 'github-oidc'
    ? [...ways, 'client-authentication: github-oidc']
    : ways;
}

/** Registers a secret, and names the input when the runner's own masking of its short lines would do harm. */
export function registerSecret(secrets: Secrets, secret: string): { readonly harmful: boolean } {
  const jwk = asObject(parseJson(secret)?.value);
  // The lines of a pretty-printed JWK are ordinary JSON; its private members are what is secret.
  if (jwk === undefined) secrets.add(secret);
  else for (const member of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) secrets.add(String(jwk[member] ?? ''));
  return { harmful: shortLines(secret).length > 0 };
}

/** Reads the one way to log in; problems go to the reader. */
export async function readCredentials(sources: CredentialSources): Promise<CredentialInputs | undefined> {
  const { reader, profile } = sources;
  const ways = givenWays(reader);
  const method = reader.choiceIfGiven('client-authentication', METHODS);
  if (ways.length === 0) {
    const clientId = reader.text('client-id');
    reader.problems.push(clientId === undefined ? nothingGiven() : secretMissing(clientId));
    return undefined;
  }
  if (ways.length > 1) {
    reader.problems.push({
      what: line`log in`,
      why: line`${ways.length} ways to log in are given (${quoteList(ways)})`,
      remedy: line`Keep exactly one`,
    });
    return undefined;
  }
  const refreshToken = reader.text('refresh-token') ?? profile?.refreshToken;
  if (refreshToken !== undefined) return personLogin(reader, refreshToken);
  if (ways[0] === 'cli-config') return undefined;
  const authentication =
    method === 'github-oidc' ? githubOidc(reader) : await clientAuthentication(sources, method);
  const scope = readScopes(reader) ?? DEFAULT_SCOPES;
  return authentication === undefined
    ? undefined
    : { login: { kind: 'service-account', scope }, authentication };
}

function nothingGiven(): InputProblem {
  return {
    code: 'credentials-missing',
    what: line`log in`,
    why: line`no way to log in is given, or the secrets that the workflow names are empty`,
    remedy: line`Set refresh-token, cli-config, client-id with client-secret or client-private-key, or client-authentication: github-oidc, and check that the secrets exist for this event`,
  };
}

/** A client id is a variable as a rule, which exists where the secret does not. */
function secretMissing(clientId: string): InputProblem {
  return {
    code: 'credentials-missing',
    what: line`log in as client '${cleanText(clientId, 80)}'`,
    why: line`client-id is set, but neither client-secret nor client-private-key is`,
    remedy: line`Check that the secret exists under this name and for this event, or log in by refresh-token, by cli-config or, without client-id, by client-authentication: github-oidc`,
  };
}

/** A person's login fixed its scopes: they are sent only when the input is set. */
function personLogin(reader: InputReader, refreshToken: string): CredentialInputs | undefined {
  const method = reader.text('client-authentication');
  if (method !== undefined) {
    reader.problems.push({
      what: line`log in`,
      why: line`client-authentication is for service accounts, and a refresh token is given`,
      remedy: line`Take one of the two out`,
    });
  }
  const scope = readScopes(reader);
  return {
    login: { kind: 'person', refreshToken, ...(scope === undefined ? {} : { scope }) },
    authentication: { method: 'none', clientId: reader.text('client-id') ?? 'frontend' },
  };
}

function githubOidc(reader: InputReader): ClientAuthentication {
  if (reader.text('client-id') !== undefined) {
    reader.problems.push({
      what: line`log in by github-oidc`,
      why: line`client-id is given, and the identity provider finds the client by the id token alone`,
      remedy: line`Take client-id out`,
    });
  }
  return { method: 'github-oidc' };
}

type SecretMethod = Exclude<(typeof METHODS)[number], 'github-oidc'>;

async function clientAuthentication(
  { reader, privateKey }: CredentialSources,
  asked: SecretMethod | undefined,
): Promise<ClientAuthentication | undefined> {
  const clientId = reader.text('client-id');
  const clientSecret = reader.secret('client-secret');
  const method = asked ?? (clientSecret === undefined ? 'private_key_jwt' : 'client_secret_basic');
  if (clientId === undefined) {
    reader.problems.push({
      what: line`log in as a service account`,
      why: line`client-id is missing`,
      remedy: line`Set it beside ${clientSecret === undefined ? 'client-private-key' : 'client-secret'}`,
    });
    return undefined;
  }
  if (method === 'private_key_jwt') {
    if (privateKey === undefined) return missing(reader, method, 'client-private-key');
    const signingKey = await readSigningKey(privateKey);
    if ('why' in signingKey) {
      const remedy = line`Give an unencrypted RSA, EC (P-256, P-384, P-521) or Ed25519 key as PEM or JWK`;
      reader.problems.push({
        what: line`use the input client-private-key`,
        why: line`${signingKey.why}`,
        remedy,
      });
      return undefined;
    }
    const keyId = reader.text('client-key-id');
    return { method, clientId, privateKey, ...(keyId === undefined ? {} : { keyId }) };
  }
  return clientSecret === undefined
    ? missing(reader, method, 'client-secret')
    : { method, clientId, clientSecret };
}

function missing(
  reader: InputReader,
  method: string,
  input: 'client-secret' | 'client-private-key',
): undefined {
  if (reader.text(input) !== undefined) return undefined;
  reader.problems.push({
    what: line`log in by ${method}`,
    why: line`${input} is missing`,
    remedy: line`Set ${input}, or take client-authentication out`,
  });
  return undefined;
}

/** Joined with single spaces: Keycloak refuses any other spelling. */
function readScopes(reader: InputReader): string | undefined {
  const given = reader
    .text('scopes')
    ?.split(/[\s,]+/)
    .filter(Boolean)
    .join(' ');
  if (given === undefined || /^[\x21\x23-\x5b\x5d-\x7e ]+$/.test(given)) return given;
  reader.problems.push({
    what: line`use the input scopes`,
    why: line`a scope holds a character that none may hold`,
    remedy: line`Write scopes separated by spaces`,
  });
  return undefined;
}
