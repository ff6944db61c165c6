import { type ApiFailure, explainApiFailure } from '../../src/domain/explain';
import { cleanText, line } from '../../src/domain/foreign-text';

const explain = (changes: Partial<Omit<ApiFailure, 'detail'>> & { detail?: string }) =>
  explainApiFailure({
    what: line`launch lab 'x'`,
    why: line`no connection (ECONNREFUSED)`,
    kind: 'status',
    cause: undefined,
    ...changes,
    detail: cleanText(changes.detail ?? ''),
  });

test.each([
  [400, '', 'request-rejected'],
  [401, 'Bearer token required', 'unauthorized'],
  [401, 'Invalid token type', 'unauthorized'],
  [401, 'Token is invalid', 'unauthorized'],
  [401, 'Token has expired', 'unauthorized'],
  [401, 'Not enough permission', 'scope-missing'],
  [401, 'NOT ENOUGH PERMISSION for labs', 'scope-missing'],
  [403, '', 'forbidden'],
  [404, 'Lab not found', 'not-found'],
  [405, '', 'request-rejected'],
  [409, '', 'request-rejected'],
  [422, 'max_duration: wrong', 'request-rejected'],
  [429, '', 'rate-limited'],
  [500, '', 'server-error'],
  [503, 'an HTML page', 'server-error'],
  [302, '', 'response-invalid'],
  [204, '', 'response-invalid'],
])('%d (%s) is %s', (status, detail, code) => {
  const error = explain({ status, detail });
  expect(error.code).toBe(code);
  const said = detail === '' ? `the API answered ${status}. ` : `the API answered ${status} (${detail}). `;
  expect(error.message.startsWith(`Cannot launch lab 'x': ${said}`)).toBe(true);
  expect(error.message).toMatch(/[^.]\.$/);
});

test.each([
  ['no-answer', 'network', 'proxy, firewall'],
  ['certificate', 'network', 'ca-certificate'],
  ['not-usable', 'response-invalid', 'base-url'],
] as const)('%s is %s, and the remedy names %s', (kind, code, word) => {
  const error = explain({ kind });
  expect(error.code).toBe(code);
  expect(error.message).toContain('no connection (ECONNREFUSED)');
  expect(error.message).toContain(word);
});

test('the cause is kept', () => {
  const cause = new Error('below');
  expect(explain({ status: 500, cause }).cause).toBe(cause);
});
