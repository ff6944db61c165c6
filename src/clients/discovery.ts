import { ActionError } from '../domain/errors';
import type { LogLine } from '../domain/foreign-text';
import { cleanText, line } from '../domain/foreign-text';
import { asObject, parseJson } from '../domain/json';

import type { Limit, RequestSettings } from './retry';
import { RequestFailed, sendWithRetries } from './retry';
import { issuerOf } from './token-endpoint';
import { TransportError } from './transport';

/** Where the realm is. */
export interface DiscoverySettings extends RequestSettings {
  readonly authUrl: string;
  readonly realm: string;
}

/** The discovery document of a realm (OpenID Connect Discovery 1.0, section 4). */
export function discoveryUrl(settings: { readonly authUrl: string; readonly realm: string }): string {
  return `${issuerOf(settings)}/.well-known/openid-configuration`;
}

/**
 * The issuer that a realm's discovery document names.
 * @throws ActionError realm-not-found, network, server-error or response-invalid
 */
export async function discoverIssuer(settings: DiscoverySettings, limit: Limit): Promise<string> {
  const url = discoveryUrl(settings);
  const what = line`read ${url}`;
  const request = async () => ({ method: 'GET', url, headers: {} });
  try {
    const answer = await sendWithRetries(settings, { request, effect: 'repeatable', limit });
    const issuer = answer.status === 200 ? asObject(parseJson(answer.body)?.value)?.issuer : undefined;
    if (typeof issuer === 'string' && issuer !== '') return issuer;
    throw new ActionError('response-invalid', {
      what,
      why: line`it answered ${answer.status} without the name of an issuer`,
      remedy: AUTH_URL_REMEDY,
    });
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error;
    throw explain(error, what, settings.realm);
  }
}

const AUTH_URL_REMEDY = line`Check that auth-url (or domain) is the identity provider's address, not that of a web page or a proxy`;

function explain({ answer, why, cause }: RequestFailed, what: LogLine, realm: string): ActionError {
  if (answer === undefined) return new ActionError('network', { what, why, remedy: AUTH_URL_REMEDY, cause });
  if (answer.status === 404) {
    const remedy = line`Check auth-url (or domain) and that the realm is called '${realm}' (input realm, capital letters count)`;
    return new ActionError('realm-not-found', { what, why, remedy });
  }
  if (answer.status >= 500) {
    const remedy = line`Check the identity provider's state and run the job again`;
    return new ActionError('server-error', { what, why, remedy });
  }
  return new ActionError('response-invalid', { what, why, remedy: AUTH_URL_REMEDY });
}

/** What became of an attempt to reach an address. */
export type Reach = { readonly kind: 'answers' } | { readonly kind: 'tls' | 'silent'; readonly why: LogLine };

/** Whether anything answers at an address, whatever it says; no secret is sent. */
export async function reach(settings: RequestSettings, url: string, limit: Limit): Promise<Reach> {
  // Somebody sits in front of this one: a second try catches a passing failure, more would only keep them waiting.
  const brief = { ...settings, retries: Math.min(1, settings.retries) };
  const request = async () => ({ method: 'GET', url, headers: {} });
  try {
    await sendWithRetries(brief, { request, effect: 'repeatable', limit });
    return { kind: 'answers' };
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error;
    if (error.answer !== undefined) return { kind: 'answers' };
    const isTls = error.cause instanceof TransportError && error.cause.kind === 'tls';
    return { kind: isTls ? 'tls' : 'silent', why: cleanText(error.why) };
  }
}
