import fc from 'fast-check';
import { nearest } from '../../src/domain/nearest';

const NAMES = ['small-company/ransomware', 'small-company/phishing', 'hospital/data theft', 'bank'];

test.each([
  ['small-company/ransomwear', 'small-company/ransomware'],
  ['ransomware', 'small-company/ransomware'],
  ['BANK', 'bank'],
  ['bakn', 'bank'],
])('%j comes nearest to %j', (name, wanted) => expect(nearest(name, NAMES)[0]).toBe(wanted));

test.each(['', 'zzzzzzzzzz', '東京'])('%j comes near nothing', (name) =>
  expect(nearest(name, NAMES)).toEqual([]),
);

test('at most so many, best first, equals in the order of the alphabet', () => {
  expect(nearest('lab-1', ['lab-3', 'lab-2', 'lab-1', 'lab-4'])).toEqual(['lab-1', 'lab-2', 'lab-3']);
  expect(nearest('lab-1', ['lab-3', 'lab-2'], 1)).toEqual(['lab-2']);
});

test('only candidates come out, and an equal one comes first', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 20 }), fc.nat(), (names, pick) => {
      const wanted = names[pick % names.length] ?? '';
      const found = nearest(wanted, names);
      expect(found[0]?.toLowerCase()).toBe(wanted.toLowerCase());
      for (const name of found) expect(names).toContain(name);
    }),
  );
});

test('long names cost little', () => {
  const started = process.cpuUsage();
  nearest('x'.repeat(100_000), Array(20).fill('y'.repeat(100_000)));
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1_000).toBeLessThan(500);
});
