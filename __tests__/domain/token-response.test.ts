import { readTokenRefusal, readTokenSet } from '../../src/domain/token-response';

const jwt = (claims: unknown) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`;

test.each([
  ['the claim before the field', { access_token: jwt({ scope: 'a b' }), scope: 'a b c' }, ['a', 'b']],
  ['the field of an opaque token', { access_token: 'opaque', scope: 'a  b' }, ['a', 'b']],
  ['no scope granted', { access_token: jwt({ scope: '' }), scope: 'a' }, []],
  ['nothing that tells', { access_token: 'opaque' }, undefined],
  ['a field of a wrong type', { access_token: 'opaque', scope: ['a'] }, undefined],
])('granted scopes: %s', (_, body, scopes) => expect(readTokenSet(body)?.grantedScopes).toEqual(scopes));

test.each([
  ['a person or a service account', { preferred_username: 'jo', azp: 'frontend', client_id: 'x' }, 'jo'],
  ['a token without a name', { preferred_username: '', azp: 'frontend', client_id: 'x' }, 'frontend'],
  ['another server’s client', { client_id: 'x' }, 'x'],
  ['names that are no texts', { preferred_username: 7, azp: null, client_id: ['x'] }, undefined],
])('the holder of %s', (_, claims, holder) =>
  expect(readTokenSet({ access_token: jwt(claims) })?.holder).toBe(holder),
);

test('an opaque token does not tell its holder', () => {
  expect(readTokenSet({ access_token: 'opaque' })).not.toHaveProperty('holder');
});

test.each([
  [300, 300],
  [0.5, 0.5],
  [0, 60],
  [-1, 60],
  [undefined, 60],
  [null, 60],
])('expires_in %p lasts %d s', (given, expiresIn) =>
  expect(readTokenSet({ access_token: 'a', expires_in: given })?.expiresIn).toBe(expiresIn),
);

test('a refresh token is taken over where there is one', () => {
  expect(readTokenSet({ access_token: 'a', refresh_token: 'r' })?.refreshToken).toBe('r');
  expect(readTokenSet({ access_token: 'a' })).not.toHaveProperty('refreshToken');
  expect(readTokenSet({ access_token: 'a', refresh_token: null })).not.toHaveProperty('refreshToken');
});

test.each([
  ['null', null],
  ['a text', 'x'],
  ['no token', {}],
  ['an empty token', { access_token: '' }],
  ['a number', { access_token: 7 }],
  ['a line break', { access_token: 'a\nb' }],
  ['a blank', { access_token: 'a b' }],
  ['no ASCII', { access_token: 'ä' }],
  ['an endless token', { access_token: 'x'.repeat(65_537) }],
  ['a broken refresh token', { access_token: 'a', refresh_token: 'r\r\nx: y' }],
])('%s is no token answer', (_, body) => expect(readTokenSet(body)).toBeUndefined());

test.each([
  [
    { error: 'invalid_grant', error_description: 'Invalid refresh token' },
    'invalid_grant',
    'Invalid refresh token',
  ],
  [{ error: 'Realm does not exist' }, 'Realm does not exist', ''],
  [{ error: 'x', error_description: 7 }, 'x', ''],
])('%j is a refusal', (body, error, description) =>
  expect(readTokenRefusal(body)).toEqual({ error, description }),
);

test.each([[null], [undefined], ['x'], [{}], [{ error: '' }], [{ error: 7 }], [[]]])(
  '%j is no refusal',
  (body) => expect(readTokenRefusal(body)).toBeUndefined(),
);
