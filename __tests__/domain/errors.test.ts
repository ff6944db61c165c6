import { ActionError, asActionError, ERROR_CODES, inputError } from '../../src/domain/errors';
import { line } from '../../src/domain/foreign-text';

const problem = (name: string) => ({
  what: line`use the input ${name}`,
  why: line`it is wrong`,
  remedy: line`Correct ${name}`,
});

test('an error is one sentence for a person, a code for a workflow and keeps its cause', () => {
  const cause = new Error('below');
  const error = new ActionError('network', {
    what: line`read lab 7`,
    why: line`no connection (ECONNREFUSED).`,
    remedy: line`Check base-url. `,
    cause,
  });
  expect(error.message).toBe('Cannot read lab 7: no connection (ECONNREFUSED). Check base-url.');
  expect([error.code, error.cause, error.name]).toEqual(['network', cause, 'ActionError']);
});

test('an error without a cause has none', () => {
  expect('cause' in new ActionError('internal', problem('x'))).toBe(false);
});

test('no problem is no error, and one problem is told as it is', () => {
  expect(inputError([])).toBeUndefined();
  const error = inputError([problem('timeout')]);
  expect(error?.message).toBe('Cannot use the input timeout: it is wrong. Correct timeout.');
  expect(error?.code).toBe('input-invalid');
});

test('several problems are told together, each in full', () => {
  const message = inputError([problem('timeout'), problem('retries')])?.message;
  expect(message).toContain('2 things are wrong');
  expect(message).toContain('use the input timeout: it is wrong. Correct timeout.');
  expect(message).toContain('use the input retries: it is wrong. Correct retries.');
  expect(message).not.toMatch(/\n/);
});

test('a missing login is its own code only when nothing else is wrong', () => {
  const login = { ...problem('login'), code: 'credentials-missing' as const };
  expect(inputError([login])?.code).toBe('credentials-missing');
  expect(inputError([login, problem('timeout')])?.code).toBe('input-invalid');
});

test.each([new TypeError('x is not a function'), 'a text', undefined])(
  'what nobody foresaw (%p) becomes internal',
  (thrown) => {
    const error = asActionError(thrown);
    expect([error.code, error.cause]).toEqual(['internal', thrown]);
  },
);

test('an ActionError stays itself', () => {
  const error = new ActionError('forbidden', problem('x'));
  expect(asActionError(error)).toBe(error);
});

test('codes are words that a workflow can compare, each once', () => {
  expect(new Set(ERROR_CODES).size).toBe(ERROR_CODES.length);
  for (const code of ERROR_CODES) expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
});
