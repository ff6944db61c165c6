import fc from 'fast-check';
import { formEncode } from '../../src/domain/client-authentication';
import { SHORTEST_MASK, secretForms, shortLines } from '../../src/domain/secret-forms';

const secret = fc
  .oneof(fc.string({ unit: 'binary', minLength: 6, maxLength: 40 }), fc.base64String({ minLength: 8 }))
  .filter((text) => text.isWellFormed() && text.trim().length >= 6);
const around = fc.uint8Array({ maxLength: 7 });
const found = (text: string, forms: readonly string[]) => forms.some((form) => text.includes(form));

test('a secret is found in base64 of any text around it', () => {
  fc.assert(
    fc.property(secret, around, around, (text, before, after) => {
      const bytes = Buffer.concat([before, Buffer.from(text), after]);
      const forms = secretForms(text);
      expect(found(bytes.toString('base64'), forms)).toBe(true);
      expect(found(bytes.toString('base64url'), forms)).toBe(true);
    }),
  );
});

test('no base64 form claims a character that the text around it decides', () => {
  fc.assert(
    fc.property(
      fc.base64String({ minLength: 8, maxLength: 32 }),
      fc.uint8Array({ minLength: 7, maxLength: 7 }),
      (text, noise) => {
        const hits = [0, 1, 2].map((shift) => {
          const bytes = Buffer.concat([noise.slice(0, shift), Buffer.from(text), noise]);
          return found(
            bytes.toString('base64'),
            secretForms(text).filter((form) => form !== text),
          );
        });
        expect(hits).toEqual([true, true, true]);
      },
    ),
  );
});

test('a secret is found in URLs, forms and JSON', () => {
  fc.assert(
    fc.property(secret, (text) => {
      const forms = secretForms(text);
      const within = [
        encodeURIComponent(text),
        formEncode(text),
        JSON.stringify({ a: `x${text}y` }),
        `x${text}y`,
      ];
      expect(within.map((carrier) => found(carrier, forms))).toEqual([true, true, true, true]);
    }),
  );
});

test('each line of a multi-line secret is a form, and longer ones come first', () => {
  const forms = secretForms('first line\r\n  second\nthird one\n');
  expect(forms).toEqual(expect.arrayContaining(['first line', 'second', 'third one']));
  expect(forms.map(({ length }) => length)).toEqual(forms.map(({ length }) => length).sort((a, b) => b - a));
});

test('nothing shorter than a mask may be is a form', () => {
  expect(secretForms('abc')).toEqual([]);
  expect(secretForms('')).toEqual([]);
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const form of secretForms(text)) expect(form.length).toBeGreaterThanOrEqual(SHORTEST_MASK);
    }),
  );
});

test('a lone surrogate does no harm', () => expect(secretForms('abcdef\ud800')).toContain('abcdef\ud800'));

test.each([
  ['one line', []],
  ['abc', []],
  ['{\n"d": "x"\n}', ['{', '}']],
  ['long line\nab\n\nlong again', ['ab']],
])('the short lines of %j are %j', (text, lines) => expect(shortLines(text)).toEqual(lines));
