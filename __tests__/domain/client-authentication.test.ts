import fc from 'fast-check';
import {
  authenticationParameters,
  basicCredentials,
  formEncode,
} from '../../src/domain/client-authentication';

const assertion = async () => 'the.signed.assertion';
const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const signed = { client_assertion_type: JWT_BEARER, client_assertion: 'the.signed.assertion' };

test.each([
  [{ method: 'none', clientId: 'frontend' } as const, { client_id: 'frontend' }, false],
  [{ method: 'client_secret_basic', clientId: 'a', clientSecret: 's' } as const, {}, true],
  [
    { method: 'client_secret_post', clientId: 'a', clientSecret: 's' } as const,
    { client_id: 'a', client_secret: 's' },
    false,
  ],
  [
    { method: 'private_key_jwt', clientId: 'a', privateKey: 'pem' } as const,
    { client_id: 'a', ...signed },
    false,
  ],
  [{ method: 'github-oidc' } as const, signed, false],
])('$method names the client in one place only', async (authentication, form, hasHeader) => {
  const added = await authenticationParameters(authentication, assertion);
  expect(added.form).toEqual(form);
  expect('authorization' in added.headers).toBe(hasHeader);
});

test('only the methods that sign ask for an assertion', async () => {
  const refuse = () => Promise.reject(new Error('asked'));
  await authenticationParameters({ method: 'client_secret_post', clientId: 'a', clientSecret: 's' }, refuse);
  await expect(authenticationParameters({ method: 'github-oidc' }, refuse)).rejects.toThrow('asked');
});

test('a server that decodes as RFC 6749 says gets id and secret back, whatever they hold', () => {
  const word = fc.string({ unit: 'grapheme' }).filter((text) => text.isWellFormed());
  fc.assert(
    fc.property(word, word, (clientId, clientSecret) => {
      const header = basicCredentials({ clientId, clientSecret });
      const pair = Buffer.from(header.slice('Basic '.length), 'base64').toString('utf8').split(':');
      expect(pair).toHaveLength(2);
      const decode = (text = '') => new URLSearchParams(`v=${text}`).get('v');
      expect(pair.map(decode)).toEqual([clientId, clientSecret]);
      expect(header).toMatch(/^Basic [A-Za-z0-9+/=]*$/);
    }),
  );
});

test.each([
  ['a b', 'a+b'],
  ['p%41', 'p%2541'],
  ['ä', '%C3%A4'],
  ['a:b&c=d', 'a%3Ab%26c%3Dd'],
])('%j is encoded as %s', (text, encoded) => expect(formEncode(text)).toBe(encoded));
