import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { createSecrets } from '../../src/runner/masks';
import { captured } from './step-inputs';

const start = (neverMasked: string[] = []) => {
  const refused: string[] = [];
  const secrets = createSecrets({ neverMasked, onRefused: (why) => void refused.push(why) });
  const masked = (secret: string) =>
    captured(() => secrets.add(secret))
      .split(/\r?\n/)
      .filter(Boolean)
      .map((command) => command.replace(/^::add-mask::/, ''));
  return { secrets, masked, refusals: () => refused };
};

test('a secret is masked as it is and as forms and JSON carry it, once', () => {
  const { masked } = start();
  expect(masked('pass"word +1')).toEqual(['pass"word +1', 'pass%22word+%2B1', 'pass\\"word +1'].map(escaped));
  expect(masked('pass"word +1')).toEqual([]);
});

/** As the toolkit writes a command's data. */
const escaped = (text: string) => text.replace(/%/g, '%25');

test('of a key only the lines that are long enough are masked, and never the armour', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = String(privateKey.export({ format: 'pem', type: 'pkcs8' }));
  const lines = pem.split('\n').filter((text) => text.length >= 8 && !text.startsWith('-----'));
  const { masked } = start();
  const masks = masked(pem);
  expect(masks).toEqual(expect.arrayContaining(lines.map(escaped)));
  for (const mask of masks) {
    expect(mask.length).toBeGreaterThanOrEqual(8);
    expect(mask).not.toContain('-----');
    expect(mask).not.toMatch(/[\r\n]/);
  }
});

test('what is too short, or would blank an output, is not masked', () => {
  const { masked, refusals } = start(['acme/widgets', 'succeeded']);
  expect([masked('abc'), masked(''), masked('acme'), masked('succeed')]).toEqual([[], [], [], []]);
  expect(new Set(refusals())).toEqual(new Set(['short', 'common']));
});

test('a known secret leaves no text that carries it, however it is encoded', () => {
  const secret = fc
    .string({ unit: 'grapheme-ascii', minLength: 8, maxLength: 40 })
    .filter((text) => text.trim().length >= 8);
  fc.assert(
    fc.property(secret, fc.nat(2), (text, shift) => {
      const { secrets } = start();
      captured(() => secrets.add(text));
      const base64 = Buffer.from(`${'x'.repeat(shift)}${text}yyy`).toString('base64');
      const core = Buffer.from(`${'x'.repeat(shift)}${text}`)
        .toString('base64')
        .slice(4, -4);
      for (const carrier of [text, `a ${text} b`, encodeURIComponent(text), JSON.stringify({ text })]) {
        expect(secrets.scrub(carrier)).toContain('***');
        expect(secrets.scrub(carrier)).not.toContain(text.trim());
      }
      expect(secrets.scrub(base64)).not.toContain(core);
    }),
    { numRuns: 60 },
  );
});

test('a secret that was split over lines is found', () => {
  const { secrets } = start();
  captured(() => secrets.add('abcdefghijklmnop'));
  expect(secrets.scrub('said abcdefgh\nijklmnop')).toBe('***');
  expect(secrets.scrub('said nothing\nof it')).toBe('said nothing\nof it');
});

test('the longest secret is replaced first, so that no rest is left', () => {
  const { secrets } = start();
  captured(() => ['tokentoken', 'tokentoken-and-more'].forEach(secrets.add));
  expect(secrets.scrub('x tokentoken-and-more y')).toBe('x *** y');
});

test('what was cut of a secret is found by its beginning', () => {
  const { secrets } = start();
  captured(() => secrets.add('abcdefghijklmnopqrstuvwxyz0123456789'));
  expect(secrets.scrub('said abcdefghijklmnopqrst… and more')).toBe('said ***… and more');
  expect(secrets.scrub('said abcdefghij\nklmnopqrst')).toBe('***');
  expect(secrets.scrub('said abcdefghijklmnopq\nrstuvwxy')).toBe('***');
  expect(secrets.scrub('said abcdefghijklmno')).toBe('said abcdefghijklmno');
});

test('a secret between invisible characters is found', () => {
  const { secrets } = start();
  captured(() => secrets.add('abcdefghijklmnop'));
  expect(secrets.scrub('abcd\u200befgh\u202eijkl\u0000mnop')).toBe('***');
});

test('a secret as HTML and as small percent digits carry it is found', () => {
  const { secrets } = start();
  captured(() => secrets.add('a<b>&c"d/e+f'));
  expect(secrets.scrub('x a&lt;b&gt;&amp;c&quot;d/e+f y')).toBe('x *** y');
  expect(secrets.scrub('x a%3cb%3e%26c%22d%2fe%2bf y')).toBe('x *** y');
});

test.each([
  ['beginnings of a secret', 'abcdefghijklmnopqrst '],
  ['secrets split over lines', 'abcdefghijklmnopqr\nstuvwxyz0123456789 '],
  ['almost beginnings', 'abcdefghijklmno'],
])('ten megabytes of %s are read in seconds', (_, part) => {
  const { secrets } = start();
  captured(() => secrets.add('abcdefghijklmnopqrstuvwxyz0123456789'));
  const text = part.repeat(10_000_000 / part.length);
  const before = performance.now();
  expect(secrets.scrub(text)).not.toContain('abcdefghijklmnop');
  expect(performance.now() - before).toBeLessThan(5_000);
});
