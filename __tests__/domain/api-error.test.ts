import { errorDetail } from '../../src/domain/api-error';

const unprocessable = JSON.stringify({
  detail: [
    { loc: ['body', 'lab_config', 'max_duration'], msg: 'value is not a valid integer', type: 'type_error' },
    { loc: ['query', 'workspace_id'], msg: 'field required', type: 'value_error.missing' },
  ],
});

test.each([
  ['{"detail":"Not enough permission"}', 'Not enough permission'],
  ['{"message":"quota reached"}', 'quota reached'],
  ['{"detail":"a","message":"b"}', 'a'],
  [
    unprocessable,
    'lab_config.max_duration: value is not a valid integer; query.workspace_id: field required',
  ],
  ['{"detail":[{"msg":"no place"}]}', 'no place'],
  ['"a JSON text"', 'a JSON text'],
  ['plain words', 'plain words'],
  ['line one\n::error::two', 'line one : :error: :two'],
  ['', ''],
  ['{}', ''],
  ['null', ''],
  ['42', ''],
  ['[]', ''],
  ['{"detail":{"nested":true}}', ''],
  ['<!DOCTYPE html><html><body>secret page</body></html>', 'an HTML page'],
  ['\r\n<html>\r\n<head><title>502</title></head></html>', 'an HTML page'],
  ['<?xml version="1.0"?><x/>', 'an HTML page'],
])('%s says %j', (body, said) => expect(errorDetail(body)).toBe(said));

test('a long list and a long text are cut', () => {
  const items = Array.from({ length: 50 }, (_, index) => ({ loc: ['body', `f${index}`], msg: 'wrong' }));
  expect(errorDetail(JSON.stringify({ detail: items }))).toBe('f0: wrong; f1: wrong; f2: wrong');
  expect(errorDetail('x'.repeat(1_000))).toHaveLength(200);
});
