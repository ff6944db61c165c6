import fc from 'fast-check';
import { asObject, parseJson } from '../../src/domain/json';

test('reads what JSON.parse reads', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 20 }), (text) =>
      expect(parseJson(text)).toEqual({ value: JSON.parse(text) }),
    ),
  );
});

test.each(['', ' ', '{', "{'a':1}", '<html>', 'NaN', '1 2', '[1,]'])('%j is no JSON', (text) =>
  expect(parseJson(text)).toBeUndefined(),
);

const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth);

test('what is nested too deep is refused before anything recurses over it', () => {
  expect(parseJson(nested(64))).toBeDefined();
  expect(parseJson(nested(65))).toBeUndefined();
  expect(parseJson(nested(1_000_000))).toBeUndefined();
  expect(parseJson(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`)).toBeUndefined();
});

test.each([`"${'['.repeat(100)}"`, `["\\"${'['.repeat(100)}"]`, `"\\\\"`, `[${'[],'.repeat(200)}[]]`])(
  'brackets in texts and side by side are not depth',
  (text) => expect(parseJson(text)).toEqual({ value: JSON.parse(text) }),
);

test.each([
  [{}, true],
  [{ a: 1 }, true],
  [[], false],
  [null, false],
  [undefined, false],
  ['x', false],
])('%j is an object: %s', (value, is) => expect(asObject(value)).toBe(is ? value : undefined));
