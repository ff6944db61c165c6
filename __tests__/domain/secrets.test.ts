import { scrubJson, scrubValue } from '../../src/domain/secrets';

const scrub = (text: string): string => text.replaceAll('geheim12', '***');
/** The secret written in escapes, as JSON may. */
const ESCAPED = '"\\u0067\\u0065\\u0068\\u0065\\u0069\\u006d12"';

/** JSON in a text, in a text, in a text… */
function nested(levels: number): string {
  return levels === 0 ? `[${ESCAPED}]` : JSON.stringify([nested(levels - 1)]);
}

test('a secret is found in values and names, behind escapes and in texts that hold JSON', () => {
  expect(scrubValue(scrub, { geheim12: ['a geheim12', 7, null] })).toEqual({ '***': ['a ***', 7, null] });
  expect(scrubJson(scrub, `{"a":${ESCAPED}}`)).toBe('{"a":"***"}');
  expect(scrubJson(scrub, nested(3))).toBe(
    JSON.stringify(
      ['[\\"[\\\\\\"[\\\\\\\\\\\\\\"***\\\\\\\\\\\\\\"]\\\\\\"]\\"]'].map((text) => JSON.parse(`"${text}"`)),
    ),
  );
});

test('texts in texts deeper than anybody writes them go as a whole, before the stack ends', () => {
  expect(scrubJson(scrub, nested(6))).not.toContain('u0067');
  // Every text doubles the backslashes of those in it, so this is as deep as ten megabytes can be.
  let text = ESCAPED;
  for (let level = 0; level < 20; level += 1)
    text = `${'['.repeat(60)}${JSON.stringify(text)}${']'.repeat(60)}`;
  expect(text.length).toBeGreaterThan(5_000_000);
  expect(JSON.parse(scrubJson(scrub, text))).toBeDefined();
});

test('JSON without anything to take out stays as it is written', () => {
  for (const text of ['{ "a" : 1 }', '[]', 'no JSON', '"x']) expect(scrubJson(scrub, text)).toBe(text);
});
