import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import {
  isCommentKey,
  isNameInSet,
  nameInSet,
  previewLabName,
  pullRequestOfName,
  randomSuffix,
  stepLabName,
} from '../../src/domain/lab-name';

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

test('a preview is named for its pull request, and for its key where that is another', () => {
  const run = { repository: 'octo/lab', number: 7 };
  expect(previewLabName({ ...run, commentKey: 'default' })).toBe('octo/lab#7');
  expect(previewLabName({ ...run, commentKey: 'windows' })).toBe('octo/lab#7:windows');
});

test('names of a preview’s set are compared whole', () => {
  for (const name of ['octo/lab#7', 'octo/lab#7+2', 'octo/lab#7+10'])
    expect([name, isNameInSet(name, 'octo/lab#7')]).toEqual([name, true]);
  for (const name of [
    'octo/lab#70',
    'octo/lab#7:windows',
    'octo/lab#7:windows+2',
    'octo/lab#7+',
    'octo/lab#7+02',
  ])
    expect([name, isNameInSet(name, 'octo/lab#7')]).toEqual([name, false]);
});

test.each([
  ['octo/lab#7', 7],
  ['octo/lab#70:windows+2', 70],
  ['octo/lab#7+2', 7],
  ['octo/lab#7x', undefined],
  ['octo/lab#07', undefined],
  ['octo/lab@1.1.abcdef', undefined],
  ['nightly #7', undefined],
])('%s is of pull request %s', (name, number) => {
  expect(pullRequestOfName(name)?.number).toBe(number);
});

test('a comment key has nothing in it that means something in a name', () => {
  for (const key of ['windows', 'a.b-c_1']) expect(isCommentKey(key)).toBe(true);
  for (const key of ['', 'a:b', 'a+2', 'a#b', '-a', 'a b', 'é', 'a'.repeat(51)])
    expect([key, isCommentKey(key)]).toEqual([key, false]);
});
