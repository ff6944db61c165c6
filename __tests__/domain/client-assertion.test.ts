import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { readSigningKey, signAssertion } from '../../src/domain/client-assertion';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve }).privateKey;
const ed25519 = generateKeyPairSync('ed25519').privateKey;
const pem = (key: KeyObject, type: 'pkcs1' | 'pkcs8' | 'sec1') => String(key.export({ format: 'pem', type }));
const jwk = (key: KeyObject) => JSON.stringify(key.export({ format: 'jwk' }), null, 2);

const curves = { ES256: ec('P-256'), ES384: ec('P-384'), ES512: ec('P-521') };
const KEYS: [string, string, KeyObject, string][] = [
  ['RSA as PKCS#1', 'RS256', rsa, pem(rsa, 'pkcs1')],
  ['RSA as PKCS#8', 'RS256', rsa, pem(rsa, 'pkcs8')],
  ['RSA with Windows line ends', 'RS256', rsa, pem(rsa, 'pkcs8').replaceAll('\n', '\r\n')],
  ['RSA as JWK', 'RS256', rsa, jwk(rsa)],
  ['RSA as JWK for PS256', 'PS256', rsa, JSON.stringify({ ...rsa.export({ format: 'jwk' }), alg: 'PS256' })],
  ...Object.entries(curves).flatMap(([alg, key]): [string, string, KeyObject, string][] => [
    [`${alg} as SEC1`, alg, key, pem(key, 'sec1')],
    [`${alg} as PKCS#8`, alg, key, pem(key, 'pkcs8')],
    [`${alg} as JWK`, alg, key, jwk(key)],
  ]),
  ['Ed25519 as PKCS#8', 'EdDSA', ed25519, pem(ed25519, 'pkcs8')],
  ['Ed25519 as JWK', 'EdDSA', ed25519, jwk(ed25519)],
];

const now = new Date('2026-03-01T12:00:00.700Z');
const parts = {
  clientId: 'lab-launcher',
  audience: 'https://id.example/realms/m',
  keyId: undefined,
  now,
  jti: 'j-1',
};

async function read(text: string) {
  const key = await readSigningKey(text);
  if ('why' in key) throw new Error(key.why);
  return key;
}

test.each(KEYS)('%s signs with %s what its public key verifies', async (_, alg, key, text) => {
  const assertion = await signAssertion({ ...parts, signingKey: await read(text) });
  const { payload, protectedHeader } = await jwtVerify(assertion, createPublicKey(key), {
    issuer: 'lab-launcher',
    subject: 'lab-launcher',
    audience: 'https://id.example/realms/m',
    currentDate: now,
  });
  const iat = Math.floor(now.getTime() / 1_000);
  expect(payload).toEqual({
    iss: 'lab-launcher',
    sub: 'lab-launcher',
    aud: 'https://id.example/realms/m',
    iat,
    exp: iat + 60,
    jti: 'j-1',
  });
  expect(protectedHeader).toEqual({ alg, typ: 'JWT' });
});

test("the input's key id goes over the JWK's own", async () => {
  const signingKey = await read(JSON.stringify({ ...ed25519.export({ format: 'jwk' }), kid: 'own' }));
  const own = await signAssertion({ ...parts, signingKey });
  const given = await signAssertion({ ...parts, signingKey, keyId: 'given' });
  expect([own, given].map((jwt) => decodeProtectedHeader(jwt).kid)).toEqual(['own', 'given']);
});

const publicPem = String(createPublicKey(rsa).export({ format: 'pem', type: 'spki' }));
const encrypted = (type: 'pkcs1' | 'pkcs8') =>
  String(rsa.export({ format: 'pem', type, cipher: 'aes-128-cbc', passphrase: 'hunter2' }));
const x25519 = generateKeyPairSync('x25519').privateKey;
const NO_KEY = 'it is no private key in PEM or JWK form';

test.each([
  ['a text', 'hunter2', NO_KEY],
  ['a public key', publicPem, NO_KEY],
  ['a public JWK', JSON.stringify(createPublicKey(rsa).export({ format: 'jwk' })), NO_KEY],
  ['a truncated key', pem(rsa, 'pkcs8').slice(0, 400), NO_KEY],
  ['a JWK that is none', '{"kty":"RSA"}', NO_KEY],
  ['an encrypted PKCS#8', encrypted('pkcs8'), 'the key is encrypted with a passphrase'],
  ['an encrypted PKCS#1', encrypted('pkcs1'), 'the key is encrypted with a passphrase'],
  ['a key that only agrees', pem(x25519, 'pkcs8'), 'a key of type x25519 cannot sign an assertion'],
  [
    'a curve without an algorithm',
    pem(ec('secp256k1'), 'pkcs8'),
    'a key of type ec cannot sign an assertion',
  ],
])('%s is refused with the reason', async (_, text, why) => {
  expect(await readSigningKey(text)).toEqual({ why });
});

const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
const withAlg = (alg: string) => JSON.stringify({ ...rsa.export({ format: 'jwk' }), alg });

test.each([
  ['an RSA key of 1024 bits', pem(small, 'pkcs8')],
  ['a JWK for another kind of key', withAlg('ES256')],
  ['a JWK for a shared secret', withAlg('HS256')],
  ['a JWK for encryption', withAlg('RSA-OAEP')],
  ['a JWK for no signature at all', withAlg('none')],
])('%s is refused when it is read, not when it signs', async (_, text) => {
  expect(await readSigningKey(text)).toEqual({ why: expect.any(String) });
});
