import { constants, type JsonWebKey, verify } from 'node:crypto';
import type { Realm } from './realm';
import { type DecodedJwt, publicKey } from './tokens';

/** What differs between a client's own signed assertion and another issuer's id token (measured on 26.7.5). */
export interface AssertionRules {
  readonly audiences: readonly string[];
  /** How far the signer's clock may be ahead. */
  readonly skewS: number;
  readonly maxAgeS: number;
}

const PRIVATE_KEY_JWT = { skewS: 15, maxAgeS: 60 };
/** Keycloak gives federated assertions no skew at all. */
const FEDERATED = { skewS: 0, maxAgeS: 300 };

/** The rules for private_key_jwt: issuer, token endpoint and introspection endpoint will do as `aud`. */
export function privateKeyJwtRules(realm: Realm): AssertionRules {
  const endpoint = `${realm.issuer}/protocol/openid-connect/token`;
  return { ...PRIVATE_KEY_JWT, audiences: [realm.issuer, endpoint, `${endpoint}/introspect`] };
}

/** The rules for federated id tokens: only the issuer will do. */
export function federatedRules(realm: Realm): AssertionRules {
  return { ...FEDERATED, audiences: [realm.issuer] };
}

/** Checks the claims of an assertion and uses up its `jti`; returns Keycloak's description of what is wrong. */
export function assertionFlaw(jwt: DecodedJwt, realm: Realm, rules: AssertionRules): string | undefined {
  const { aud, exp, iat, nbf, jti } = jwt.claims;
  const now = Math.floor(realm.now() / 1000);
  if (Array.isArray(aud) && aud.length > 1) return 'Multiple audiences not allowed';
  const audience: unknown = Array.isArray(aud) ? aud[0] : aud;
  if (typeof audience !== 'string' || !rules.audiences.includes(audience)) return 'Invalid token audience';
  if (typeof exp !== 'number') return 'Token exp claim is required';
  if (exp <= now) return 'Token is not active';
  if (typeof nbf === 'number' && nbf > now + rules.skewS) return 'Token is not active';
  if (typeof iat === 'number') {
    if (iat > now + rules.skewS) return 'Token was issued in the future';
    if (now > iat + rules.maxAgeS) return 'Token was issued too far in the past to be used now';
  } else if (exp > now + rules.maxAgeS) {
    return 'Token expiration is too far in the future and iat claim not present in token';
  }
  if (typeof jti !== 'string' || jti === '') return 'Token jti claim is required';
  if (realm.usedAssertions.has(jti)) return 'Token reuse detected';
  realm.usedAssertions.add(jti);
  return undefined;
}

const ALGORITHMS: Readonly<Record<string, { readonly hash: string | null; readonly keyType: string }>> = {
  RS256: { hash: 'sha256', keyType: 'rsa' },
  RS384: { hash: 'sha384', keyType: 'rsa' },
  RS512: { hash: 'sha512', keyType: 'rsa' },
  PS256: { hash: 'sha256', keyType: 'rsa' },
  PS384: { hash: 'sha384', keyType: 'rsa' },
  PS512: { hash: 'sha512', keyType: 'rsa' },
  ES256: { hash: 'sha256', keyType: 'ec' },
  ES384: { hash: 'sha384', keyType: 'ec' },
  ES512: { hash: 'sha512', keyType: 'ec' },
  EdDSA: { hash: null, keyType: 'ed25519' },
};

const CURVES: Readonly<Record<string, string>> = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' };

export type SignatureVerdict = 'genuine' | 'wrong-algorithm' | 'unknown-key' | 'forged';

/** Checks a signature by a registered key set (RFC 7518); without a `kid` any fitting key will do. */
export function checkSignature(jwt: DecodedJwt, jwks: readonly JsonWebKey[]): SignatureVerdict {
  const name = String(jwt.header.alg);
  const algorithm = Object.hasOwn(ALGORITHMS, name) ? ALGORITHMS[name] : undefined;
  if (algorithm === undefined) return 'wrong-algorithm';
  const { kid } = jwt.header;
  const candidates =
    kid === undefined ? jwks : jwks.filter((jwk) => jwk.kid === undefined || jwk.kid === kid);
  if (candidates.length === 0) return 'unknown-key';
  const genuine = candidates.some((jwk) => {
    const key = publicKey(jwk);
    if (key.asymmetricKeyType !== algorithm.keyType) return false;
    if (CURVES[name] !== undefined && jwk.crv !== CURVES[name]) return false;
    const padding = name.startsWith('PS')
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      : {};
    return verify(
      algorithm.hash,
      Buffer.from(jwt.signedPart),
      { key, dsaEncoding: 'ieee-p1363', ...padding },
      jwt.signature,
    );
  });
  return genuine ? 'genuine' : 'forged';
}
