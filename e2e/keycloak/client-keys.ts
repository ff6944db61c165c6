import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { RealmVariables } from './realm';

/** A private key whose public half the realm knows. */
export interface ClientKey {
  readonly clientId: string;
  /** JWS algorithm (RFC 7518, RFC 8037). */
  readonly algorithm: string;
  readonly keyId: string;
  readonly privateKey: KeyObject;
  readonly jwks: string;
}

/** One fresh key for each client of realm.json that logs in with private_key_jwt. */
export function clientKeys(): readonly ClientKey[] {
  return [
    clientKey('ci-key-rsa', 'RS256', generateKeyPairSync('rsa', { modulusLength: 2048 })),
    clientKey('ci-key-p256', 'ES256', generateKeyPairSync('ec', { namedCurve: 'P-256' })),
    clientKey('ci-key-p384', 'ES384', generateKeyPairSync('ec', { namedCurve: 'P-384' })),
    clientKey('ci-key-p521', 'ES512', generateKeyPairSync('ec', { namedCurve: 'P-521' })),
    clientKey('ci-key-ed25519', 'EdDSA', generateKeyPairSync('ed25519')),
  ];
}

/** The public halves as the realm's variables. */
export function keyVariables(keys: readonly ClientKey[]): Partial<RealmVariables> {
  return Object.fromEntries(
    keys.map(({ clientId, jwks }) => [`${clientId.slice('ci-key-'.length)}Jwks`, jwks]),
  );
}

interface Pair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

function clientKey(clientId: string, algorithm: string, { publicKey, privateKey }: Pair): ClientKey {
  const jwk = publicKey.export({ format: 'jwk' });
  const keyId = createHash('sha256').update(JSON.stringify(jwk)).digest('base64url');
  const jwks = JSON.stringify({ keys: [{ ...jwk, kid: keyId, use: 'sig', alg: algorithm }] });
  return { clientId, algorithm, keyId, privateKey, jwks };
}
