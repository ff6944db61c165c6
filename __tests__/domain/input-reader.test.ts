import { createInputReader, type InputReader } from '../../src/runner/input-reader';
import { useInputs } from './step-inputs';

const setInputs = useInputs();
const read = <T>(value: string, take: (reader: InputReader) => T) => {
  setInputs({ 'an-input': value });
  const reader = createInputReader();
  return { value: take(reader), whys: reader.problems.map(({ why }) => why) };
};

test.each([
  ['', undefined],
  ['  ', undefined],
  [' x ', 'x'],
  ['0', '0'],
])('the text %j is %p', (given, value) =>
  expect(read(given, (reader) => reader.text('an-input')).value).toBe(value),
);

test.each([
  ['', undefined],
  [' \n\t\n ', undefined],
  ['a: 1\nb: 2\n', 'a: 1\nb: 2'],
  ['    a: 1\n    b:\n      c: 2\n', 'a: 1\nb:\n  c: 2'],
  ['\n\n    - a\n\n    - b\n', '- a\n\n- b'],
  ['\r\n  a: 1\r\n  b: 2\r\n', 'a: 1\r\nb: 2'],
  ['\ta: 1\n\tb: 2', 'a: 1\nb: 2'],
  [' a: 1\nb: 2', 'a: 1\nb: 2'],
  ['  file.yml  ', 'file.yml'],
])('the block %j is %j', (given, value) =>
  expect(read(given, (reader) => reader.block('an-input')).value).toBe(value),
);

test.each([
  ['', 30_000, []],
  ['5s', 5_000, []],
  ['soon', 30_000, ["'soon' is not a duration"]],
  ['0s', 30_000, ['a duration of nothing is no limit']],
  ['-5s', 30_000, ["'-5s' is not a duration"]],
])('the duration %j is %d, problems %j', (given, value, whys) =>
  expect(read(given, (reader) => reader.duration('an-input', 30_000))).toEqual({ value, whys }),
);

test.each([
  ['true', true],
  ['True', true],
  ['TRUE', true],
  ['false', false],
  ['False', false],
  ['FALSE', false],
  ['', undefined],
])('the flag %j is %p', (given, value) =>
  expect(read(given, (reader) => reader.flagIfGiven('an-input'))).toEqual({ value, whys: [] }),
);

test.each(['yes', 'on', '1', 'tRue', 'null'])(
  '%j is no boolean, and what is not given stays as it was',
  (given) => {
    const { value, whys } = read(given, (reader) => reader.flag('an-input', true));
    expect([value, whys]).toEqual([true, [`'${given}' is not a boolean`]]);
  },
);

test.each([
  ['', 4, 0],
  ['0', 0, 0],
  ['100', 100, 0],
  ['101', 4, 1],
  ['-1', 4, 1],
  ['1.5', 4, 1],
  ['1e1', 4, 1],
  ['٣', 4, 1],
])('the count %j is %d with %d problems', (given, value, problems) => {
  const result = read(given, (reader) => reader.count('an-input', { fallback: 4, min: 0, max: 100 }));
  expect([result.value, result.whys.length]).toEqual([value, problems]);
});

test('a choice that does not exist is told with the nearest one', () => {
  setInputs({ 'an-input': 'delte' });
  const reader = createInputReader();
  expect(reader.choice('an-input', ['stop', 'delete'], 'stop')).toBe('stop');
  expect(reader.problems).toEqual([
    {
      what: 'use the input an-input',
      why: "there is no 'delte'",
      remedy: "Did you mean 'delete'? It is one of 'stop', 'delete'",
    },
  ]);
});

test.each([
  ['', []],
  ['a', ['a']],
  ['a\n b \r\n\nc', ['a', 'b', 'c']],
  ['a, b', ['a, b']],
  ['["a", "b c"]', ['a', 'b c']],
  ['[]', []],
])('the list %j is %j', (given, value) =>
  expect(read(given, (reader) => reader.list('an-input'))).toEqual({ value, whys: [] }),
);

test.each(['[1]', '[a]', '["a"', '["a", null]', '[["a"]]'])('the list %j is a problem', (given) =>
  expect(read(given, (reader) => reader.list('an-input'))).toEqual({
    value: [],
    whys: ['it begins like a JSON array but is not one of texts'],
  }),
);

test('what is quoted of a wrong value is one short line', () => {
  const { whys } = read(`x\n::error::${'y'.repeat(500)}`, (reader) => reader.duration('an-input', 1));
  expect(whys[0]).not.toMatch(/\n|::/);
  expect(whys[0]?.length).toBeLessThan(100);
});
