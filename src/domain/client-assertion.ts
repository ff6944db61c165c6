import type { KeyObject } from 'node:crypto';
import { asObject, parseJson } from './json';

/** A key that can sign client assertions. */
export interface SigningKey {
  readonly key: KeyObject;
  /** JWS algorithm (RFC 7518, RFC 8037), chosen by the key. */
  readonly alg: string;
  /** A JWK's own `kid`. */
  readonly kid: string | undefined;
}

/** What goes into an assertion (RFC 7523 section 3). */
export interface AssertionParts {
  readonly signingKey: SigningKey;
  readonly clientId: string;
  /** The issuer: the one audience that Keycloak takes and OpenID Connect will require. */
  readonly audience: string;
  /** Input `client-key-id`; wins over the JWK's own. */
  readonly keyId: string | undefined;
  readonly now: Date;
  /** Unique per assertion: the server refuses a second use. */
  readonly jti: string;
}

/** Keycloak refuses assertions that live longer. */
const LIFETIME_S = 60;

const EC_ALGORITHMS: Readonly<Record<string, string>> = {
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
};

/**
 * Reads a private key from PEM (PKCS#8, PKCS#1, SEC1) or a JWK; a text says why it is none. Nothing of the key is in it.
 */
export async function readSigningKey(text: string): Promise<SigningKey | { readonly why: string }> {
  const { createPrivateKey } = await import('node:crypto');
  const jwk = asObject(parseJson(text)?.value);
  let key: KeyObject;
  try {
    key = jwk === undefined ? createPrivateKey(text) : createPrivateKey({ key: jwk, format: 'jwk' });
  } catch (error) {
    const encrypted =
      /ENCRYPTED/.test(text) || (error as NodeJS.ErrnoException).code === 'ERR_MISSING_PASSPHRASE';
    return {
      why: encrypted ? 'the key is encrypted with a passphrase' : 'it is no private key in PEM or JWK form',
    };
  }
  const fitting = algorithmsOf(key);
  const [usual] = fitting;
  if (usual === undefined) return { why: `a key of type ${key.asymmetricKeyType} cannot sign an assertion` };
  if (key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048) {
    return { why: 'an RSA key of less than 2048 bits is too short' };
  }
  const alg = jwk?.alg ?? usual;
  if (typeof alg !== 'string' || !fitting.includes(alg)) {
    return { why: `its "alg" does not belong to such a key, which signs with ${fitting.join(', ')}` };
  }
  return { key, alg, kid: typeof jwk?.kid === 'string' ? jwk.kid : undefined };
}

/** The algorithms that fit a key, the usual one first. */
function algorithmsOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): readonly string[] {
  switch (asymmetricKeyType) {
    case 'rsa':
      return ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
    case 'ec': {
      const alg = EC_ALGORITHMS[asymmetricKeyDetails?.namedCurve ?? ''];
      return alg === undefined ? [] : [alg];
    }
    case 'ed25519':
      return ['EdDSA', 'Ed25519'];
    default:
      return [];
  }
}

/** Signs one assertion; each is good for a single request. */
export async function signAssertion(parts: AssertionParts): Promise<string> {
  const { SignJWT } = await import('jose');
  const { signingKey, clientId, audience, keyId, now, jti } = parts;
  const kid = keyId ?? signingKey.kid;
  const issuedAt = Math.floor(now.getTime() / 1_000);
  return new SignJWT({})
    .setProtectedHeader({ alg: signingKey.alg, typ: 'JWT', ...(kid === undefined ? {} : { kid }) })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIFETIME_S)
    .setJti(jti)
    .sign(signingKey.key);
}
