import { ActionError, type ErrorCode } from '../../src/domain/errors';
import { line } from '../../src/domain/foreign-text';
import { type LabRecord, recordOfId } from '../../src/domain/lab-record';
import { closeRecords, outcomeOf } from '../../src/domain/outcome';
import { webLink } from '../../src/domain/web-link';

const failure = (code: ErrorCode, why = 'it broke') =>
  new ActionError(code, { what: line`finish lab`, why: line`${why}`, remedy: line`Look at it` });
const record = (id: string, changes: Partial<LabRecord> = {}): LabRecord => ({
  ...recordOfId(id),
  ...changes,
});
const done = { result: 'succeeded', until: 5 } as const;

test.each<[ErrorCode, string]>([
  ['timed-out', 'timed-out'],
  ['cancelled', 'cancelled'],
  ['unauthorized', 'failed'],
])('what ended the step with %s closes the open labs as %s and leaves the others', (code, result) => {
  const records = [record('a'), record('b', done)];
  const thrown = failure(code);
  closeRecords(records, thrown, 9);
  expect(records.map((lab) => [lab.result, lab.error, lab.until])).toEqual([
    [result, thrown, 9],
    ['succeeded', undefined, 5],
  ]);
  expect(outcomeOf(records, thrown).result).toBe(result);
});

test('nothing thrown closes nothing', () => {
  const records = [record('a')];
  closeRecords(records, undefined, 9);
  expect(records[0]?.until).toBeUndefined();
});

test.each<[string, Partial<LabRecord>[], string]>([
  ['no labs', [], 'succeeded'],
  ['a good lab', [done], 'succeeded'],
  ['a lab that nobody judged', [{ result: null }], 'succeeded'],
  ['a paused lab beside a good one', [done, { result: 'paused' }], 'paused'],
])('%s: the step %s', (_, labs, result) => {
  const records = labs.map((changes, index) => record(`${index}`, changes));
  expect(outcomeOf(records, undefined)).toEqual({ result, error: undefined });
});

test("one failed lab's error is the step's", () => {
  const error = failure('lab-failed');
  const outcome = outcomeOf([record('a', done), record('b', { result: 'failed', error })], undefined);
  expect(outcome).toEqual({ result: 'failed', error });
});

test('several failed labs are one error that quotes each', () => {
  const records = Array.from({ length: 12 }, (_, index) =>
    record(`id-${index}`, {
      content: 'a/b',
      result: 'failed',
      error: failure('lab-failed', `reason ${index}`),
    }),
  );
  const { error } = outcomeOf([...records, record('z', done)], undefined);
  expect(error?.code).toBe('lab-failed');
  expect(error?.message).toContain('Cannot finish 12 of 13 labs: id-0 (a/b): reason 0; id-1 (a/b): reason 1');
  expect(error?.message).toContain('; and 2 more.');
  expect(error?.cause).toMatchObject({ errors: records.map((failed) => failed.error) });
});

test('a timeout names the labs that it left, with status and link', () => {
  const records = [
    record('a', { status: 'SCENARIO_SETUP', link: webLink('https://public.lab.example/a') }),
    record('b', done),
    { ...record(''), id: null, name: 'acme/widgets@1.1.x' },
  ];
  const thrown = failure('timed-out', 'the timeout of 1m 00s is over');
  closeRecords(records, thrown, 9);
  expect(outcomeOf(records, thrown).error?.message).toBe(
    "Cannot finish lab: the timeout of 1m 00s is over; a was SCENARIO_SETUP at https://public.lab.example/a, 'acme/widgets@1.1.x' (no id yet). Look at it.",
  );
});
