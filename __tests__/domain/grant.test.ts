import { grantForm } from '../../src/domain/grant';

test.each([
  ['openid scenario:run', { grant_type: 'client_credentials', scope: 'openid scenario:run' }],
  ['', { grant_type: 'client_credentials' }],
])('client_credentials with the scope %j', (scope, form) =>
  expect(grantForm({ type: 'client_credentials', scope })).toEqual(form),
);

test('a refresh sends a scope only when one is wanted', () => {
  const plain = { grant_type: 'refresh_token', refresh_token: 'r' };
  expect(grantForm({ type: 'refresh_token', refreshToken: 'r' })).toEqual(plain);
  expect(grantForm({ type: 'refresh_token', refreshToken: 'r', scope: '' })).toEqual(plain);
  expect(grantForm({ type: 'refresh_token', refreshToken: 'r', scope: 'a' })).toEqual({
    ...plain,
    scope: 'a',
  });
});

const exchange = {
  grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
  client_id: 'frontend',
  subject_token: 'at',
  requested_token_type: 'urn:ietf:params:oauth:token-type:refresh_token',
  audience: 'crisis',
  scope: 'basic offline_access',
};

test("the exchange sends exactly the contract's fields", () => {
  const grant = { type: 'token_exchange', subjectToken: 'at', clientId: 'frontend', overrides: {} } as const;
  expect(grantForm(grant)).toEqual(exchange);
});

test('an exchange without a client id leaves the field out', () => {
  const { client_id: _, ...rest } = exchange;
  expect(grantForm({ type: 'token_exchange', subjectToken: 'at', overrides: {} })).toEqual(rest);
});

test('overrides replace, add and leave out', () => {
  const overrides = { audience: 'other', subject_token_type: 'x', scope: null };
  const { scope: _, ...rest } = exchange;
  const grant = { type: 'token_exchange', subjectToken: 'at', clientId: 'frontend', overrides } as const;
  expect(grantForm(grant)).toEqual({ ...rest, audience: 'other', subject_token_type: 'x' });
});
