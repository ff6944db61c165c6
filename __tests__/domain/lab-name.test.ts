import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { nameInSet, randomSuffix, stepLabName } from '../../src/domain/lab-name';

const run = { repository: 'acme/widgets', runId: '123', runAttempt: '2' };

test('names read like references of the repository', () => {
  expect(stepLabName(run, 'abc123')).toBe('acme/widgets@123.2.abc123');
  expect([0, 1, 2].map((index) => nameInSet('acme/widgets@1.1.x', index))).toEqual([
    'acme/widgets@1.1.x',
    'acme/widgets@1.1.x+2',
    'acme/widgets@1.1.x+3',
  ]);
});

test("no repository's names begin another's", () => {
  const part = fc.stringMatching(/^[A-Za-z0-9._-]{1,12}$/);
  fc.assert(
    fc.property(fc.tuple(part, part), fc.tuple(part, part), ([a, b], [c, d]) => {
      fc.pre(`${a}/${b}` !== `${c}/${d}`);
      const name = stepLabName({ ...run, repository: `${c}/${d}` }, 'abc123');
      expect(name.startsWith(`${a}/${b}@`)).toBe(false);
      expect(name.startsWith(`${a}/${b}#`)).toBe(false);
    }),
  );
});

test('the suffix has six characters from whatever bytes come', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.integer({ min: 0, max: 251 })), (stream) => {
      const suffix = randomSuffix((size) =>
        Uint8Array.from({ length: size }, () => stream.next().value as number),
      );
      expect(suffix).toMatch(/^[a-z0-9]{6}$/);
    }),
  );
});

test('bytes that would favour a character are drawn again', () => {
  let draws = 0;
  const suffix = randomSuffix((size) => {
    draws += 1;
    return new Uint8Array(size).fill(draws === 1 ? 252 : 35);
  });
  expect([suffix, draws]).toEqual(['999999', 2]);
});

test('every character is about as frequent as any other', () => {
  const counts = new Map<string, number>();
  for (let round = 0; round < 6_000; round += 1) {
    for (const char of randomSuffix(randomBytes)) counts.set(char, (counts.get(char) ?? 0) + 1);
  }
  expect(counts.size).toBe(36);
  // 1000 expected; nine standard deviations.
  for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(290);
});
