import { isLabId, readLab } from '../../src/domain/lab';

const ID = '3f0c9c0e-9d3e-4a35-9c55-0f5a1f3a7a11';

test('a lab is read with its times in milliseconds, and its tokens apart', () => {
  const answer = readLab({
    runner_id: ID,
    status: 'SCENARIO_EXECUTION',
    name: 'a/b',
    content_type: 'KILLCHAIN',
    lab_creation_timestamp: 1_790_000_000.1234,
    lab_start_timestamp: 1_790_000_001,
    lab_content_end_timestamp: null,
    lab_end_timestamp: 0,
    public_access: { access_token: 'at-secret', refresh_token: 'rt-secret', base_url: 'public.lab.example' },
  });
  expect(answer).toEqual({
    lab: {
      id: ID,
      status: 'SCENARIO_EXECUTION',
      content: 'a/b',
      contentType: 'KILLCHAIN',
      createdAt: 1_790_000_000_123,
      startedAt: 1_790_000_001_000,
      publicBaseUrl: 'public.lab.example',
    },
    tokens: ['at-secret', 'rt-secret'],
  });
});

test('what is missing or of a wrong type is left out', () => {
  const answer = readLab({
    runner_id: ID,
    status: 'X',
    name: 7,
    lab_creation_timestamp: '2026-01-01',
    lab_end_timestamp: 1e300,
    public_access: { access_token: '', base_url: 5 },
  });
  expect(answer).toEqual({ lab: { id: ID, status: 'X', content: '', contentType: '' }, tokens: [] });
});

test.each([
  ['null', null],
  ['a list', []],
  ['no id', { status: 'CREATED' }],
  ['an empty id', { runner_id: '', status: 'CREATED' }],
  ['an id that climbs', { runner_id: '../x', status: 'CREATED' }],
  ['no status', { runner_id: ID }],
  ['an empty status', { runner_id: ID, status: '' }],
  ['a number as status', { runner_id: ID, status: 3 }],
])('%s is no lab', (_, value) => expect(readLab(value)).toBeUndefined());

test.each([
  [ID, true],
  ['42', true],
  ['a.b_c-d', true],
  ['', false],
  ['.', false],
  ['..', false],
  ['-x', false],
  ['a/b', false],
  ['a b', false],
  ['a\nb', false],
  ['a?b', false],
  ['a%2fb', false],
  ['x'.repeat(129), false],
  [42, false],
  [null, false],
])('%j is a lab id: %s', (value, fits) => expect(isLabId(value)).toBe(fits));
