import { decodeClaims } from './jwt';

/** A token endpoint's success answer (RFC 6749 section 5.1), as far as it is used. */
export interface TokenSet {
  readonly accessToken: string;
  /** Seconds, from the answer's `expires_in`; 60 where it says nothing usable. */
  readonly expiresIn: number;
  readonly refreshToken?: string;
  /** What was really granted: the access token's `scope` claim, else the answer's field; undefined where neither tells. */
  readonly grantedScopes?: readonly string[];
  /** Whose token it says it is: a person's or service account's name, else the client; undefined where it is opaque. */
  readonly holder?: string;
}

/** A refusal (RFC 6749 section 5.2); Keycloak's 404 has only `error`, and that is a sentence. */
export interface TokenRefusal {
  readonly error: string;
  readonly description: string;
}

/** Reads a 200 answer; undefined when it is not a token answer. */
export function readTokenSet(body: unknown): TokenSet | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { access_token, expires_in, refresh_token, scope } = body as Record<string, unknown>;
  if (!isToken(access_token)) return undefined;
  if (refresh_token !== undefined && refresh_token !== null && !isToken(refresh_token)) return undefined;
  // Keycloak does not narrow the answer's `scope` on refresh; the access token's claim is what the API sees.
  const claims = decodeClaims(access_token);
  const granted = claims?.scope ?? scope;
  const holder = [claims?.preferred_username, claims?.azp, claims?.client_id].find(isName);
  return {
    accessToken: access_token,
    expiresIn: isLifetime(expires_in) ? expires_in : 60,
    ...(isToken(refresh_token) ? { refreshToken: refresh_token } : {}),
    ...(typeof granted === 'string' ? { grantedScopes: granted.split(' ').filter(Boolean) } : {}),
    ...(holder === undefined ? {} : { holder }),
  };
}

function isName(claim: unknown): claim is string {
  return typeof claim === 'string' && claim.trim() !== '';
}

/** JSON can hold numbers that are read as infinite; a token that never ends would never be renewed. */
function isLifetime(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value < 1e9;
}

/** A token goes into a header and a form, so it is printable ASCII without spaces (RFC 6750 section 2.1), and not endless. */
function isToken(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 65_536 && /^[\x21-\x7e]+$/.test(value);
}

/** Reads an error answer; undefined when the body is not OAuth's (an empty 503, a proxy's HTML page). */
export function readTokenRefusal(body: unknown): TokenRefusal | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { error, error_description } = body as Record<string, unknown>;
  if (typeof error !== 'string' || error === '') return undefined;
  return { error, description: typeof error_description === 'string' ? error_description : '' };
}
