import fc from 'fast-check';
import { decodeClaims, isSingleUse } from '../../src/domain/jwt';

const jwt = (claims: unknown) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`;

test('claims are read, whatever characters they hold', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string()), (claims) =>
      expect(decodeClaims(jwt(claims))).toEqual(JSON.parse(JSON.stringify(claims))),
    ),
  );
});

test.each(['', 'opaque', 'a.b', 'a.!!!.c', jwt('text'), jwt(null), 'a..c'])('%j has no claims', (token) =>
  expect(decodeClaims(token)).toBeUndefined(),
);

test.each([
  [{ reuse_id: 'x' }, true],
  [{ typ: 'Offline' }, false],
])('the token %j is single-use: %s', (claims, single) => expect(isSingleUse(jwt(claims))).toBe(single));

test('an opaque token says nothing of itself', () => expect(isSingleUse('opaque')).toBe(false));
