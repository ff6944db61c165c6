import {
  createHmac,
  createPublicKey,
  createVerify,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  randomUUID,
  sign,
} from 'node:crypto';

/** The claims of a token, as far as the sandbox looks at them. */
export type Claims = Readonly<Record<string, unknown>>;

/** A JWT taken apart without trusting it. */
export interface DecodedJwt {
  readonly header: Claims;
  readonly claims: Claims;
  readonly signedPart: string;
  readonly signature: Buffer;
}

/** Why the API refuses a token (contract, "server-side checks"). */
export type TokenRefusal = 'Token is invalid' | 'Token has expired';

export type TokenVerdict = { readonly claims: Claims } | { readonly refusal: TokenRefusal };

/** Signs the realm's tokens and recognises them again. */
export interface TokenMint {
  readonly jwks: { readonly keys: readonly JsonWebKey[] };
  /** An RS256 token that anybody can check by the JWKS. */
  signed(claims: Claims): string;
  /** An HS512 token that only the realm itself can check, as Keycloak's refresh tokens are. */
  sealed(claims: Claims): string;
  /** Checks signature and expiry of a signed token. */
  verify(token: string, nowMs: number): TokenVerdict;
}

interface RealmKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly jwk: JsonWebKey;
  readonly kid: string;
}

let realmKey: RealmKey | undefined;

/** Making an RSA key takes a tenth of a second, so all sandboxes of a process share one. */
function sharedRealmKey(): RealmKey {
  if (realmKey === undefined) {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const kid = randomUUID();
    realmKey = {
      privateKey,
      publicKey,
      kid,
      jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' },
    };
  }
  return realmKey;
}

/** How many checked tokens are remembered, so that polling costs no signature check per request. */
const REMEMBERED_TOKENS = 1000;

/** Starts a realm's mint; every token it makes is noted in `secrets`. */
export function tokenMint(secrets: Set<string>): TokenMint {
  const key = sharedRealmKey();
  const sealingKey = randomBytes(64);
  const checked = new Map<string, Claims>();
  const noted = (token: string): string => {
    secrets.add(token);
    return token;
  };
  return {
    jwks: { keys: [key.jwk] },
    signed(claims) {
      const input = signingInput({ alg: 'RS256', typ: 'JWT', kid: key.kid }, claims);
      return noted(`${input}.${sign('sha256', Buffer.from(input), key.privateKey).toString('base64url')}`);
    },
    sealed(claims) {
      const input = signingInput({ alg: 'HS512', typ: 'JWT', kid: key.kid }, claims);
      return noted(`${input}.${createHmac('sha512', sealingKey).update(input).digest('base64url')}`);
    },
    verify(token, nowMs) {
      let claims = checked.get(token);
      if (claims === undefined) {
        const jwt = decodeJwt(token);
        if (jwt === undefined || jwt.header.alg !== 'RS256' || jwt.header.kid !== key.kid) {
          return { refusal: 'Token is invalid' };
        }
        const genuine = createVerify('sha256').update(jwt.signedPart).verify(key.publicKey, jwt.signature);
        if (!genuine) return { refusal: 'Token is invalid' };
        claims = jwt.claims;
        if (checked.size >= REMEMBERED_TOKENS) checked.clear();
        checked.set(token, claims);
      }
      // Like python-jose in the platform: whole seconds, so a token lives for at least its `expires_in`.
      const expired = typeof claims.exp === 'number' && claims.exp < Math.floor(nowMs / 1000);
      return expired ? { refusal: 'Token has expired' } : { claims };
    },
  };
}

/** Reads a compact JWT; undefined when it is none. */
export function decodeJwt(token: string): DecodedJwt | undefined {
  const [head, payload, signature, ...rest] = token.split('.');
  if (!head || !payload || signature === undefined || rest.length > 0) return undefined;
  try {
    const header: unknown = JSON.parse(Buffer.from(head, 'base64url').toString());
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    if (!isRecord(header) || !isRecord(claims)) return undefined;
    return {
      header,
      claims,
      signedPart: `${head}.${payload}`,
      signature: Buffer.from(signature, 'base64url'),
    };
  } catch {
    return undefined;
  }
}

/** Imports a registered public key; a private JWK gives its public half. */
export function publicKey(jwk: JsonWebKey): KeyObject {
  return createPublicKey({ key: jwk, format: 'jwk' });
}

/** A plain object, not a list and not null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function signingInput(header: Claims, claims: Claims): string {
  const part = (value: Claims): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part(header)}.${part(claims)}`;
}
