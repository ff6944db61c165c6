import { createStepComment } from '../../src/commands/step-comment';
import type { LabRecord } from '../../src/domain/lab-record';
import { recordOfId } from '../../src/domain/lab-record';
import type { Markdown } from '../../src/domain/markdown';
import type { Outcome } from '../../src/domain/outcome';
import { fakeClock } from '../clients/fake-clock';

const SUCCEEDED: Outcome = { result: 'succeeded', error: undefined };

/** A comment that only notes what it is to show, over a clock whose sleeps end when time is let pass. */
function stand(labs: number) {
  const clock = fakeClock();
  const alarms: { readonly at: number; readonly ring: () => void }[] = [];
  const shown: string[] = [];
  const hurried: number[] = [];
  const records: LabRecord[] = Array.from({ length: labs }, (_, index) => recordOfId(`lab-${index}`));
  let left = 20_000;
  const told = createStepComment({
    clock: {
      ...clock,
      sleep: (ms, signal) =>
        new Promise((resolve, reject) => {
          alarms.push({ at: clock.now() + ms, ring: resolve });
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    },
    github: { hurry: (ms) => void hurried.push(ms), leftMs: () => left },
    comment: {
      hints: async () => [],
      show: (body) => void shown.push(body),
      showIfThere: () => {},
      settled: async () => 'address',
    },
    records,
    view: (outcome) => (outcome?.result ?? records.map(({ status }) => status).join()) as Markdown,
  });
  return {
    told,
    shown,
    hurried,
    spend: (ms: number) => {
      left -= ms;
    },
    pass: async (ms: number) => {
      clock.advance(ms);
      for (const { ring, at } of alarms) if (at <= clock.now()) ring();
      await new Promise(setImmediate);
    },
    move: (index: number, status: string) => {
      (records[index] as LabRecord).status = status;
      told.moved();
    },
  };
}

test('each phase of a single lab is told at once, other changes of its status are not', () => {
  const { told, move, shown } = stand(1);
  told.moved();
  for (const status of ['PENDING', 'SCENARIO_SETUP', 'SCENARIO_EXECUTION', 'SCENARIO_TEARDOWN'])
    move(0, status);
  expect(shown).toEqual(['', 'PENDING', 'SCENARIO_EXECUTION']);
});

test('of several labs many moves become one edit, and the last of them is not lost', async () => {
  const { told, move, shown, pass } = stand(3);
  told.moved();
  move(0, 'PENDING');
  move(1, 'PENDING');
  await pass(3_999);
  expect(shown).toEqual([',,']);
  move(2, 'SCENARIO_EXECUTION');
  await pass(1);
  expect(shown).toEqual([',,', 'PENDING,PENDING,SCENARIO_EXECUTION']);
});

test('a thousand labs are told of every minute', async () => {
  const { told, move, shown, pass } = stand(1_000);
  told.moved();
  move(0, 'PENDING');
  await pass(59_999);
  expect(shown).toHaveLength(1);
  await pass(1);
  expect(shown).toHaveLength(2);
});

test('half of the time that GitHub may take is kept for the end', async () => {
  const { told, move, shown, spend } = stand(1);
  told.moved();
  spend(10_001);
  move(0, 'PENDING');
  expect(shown).toEqual(['']);
  expect(await told.end(SUCCEEDED)).toBe('address');
  expect(shown).toEqual(['', 'succeeded']);
});

test('after the end nothing more is told, and only a cancellation hurries', async () => {
  const { told, move, shown, pass, hurried } = stand(2);
  told.moved();
  move(0, 'PENDING');
  await told.end(SUCCEEDED);
  await pass(60_000);
  expect(shown).toEqual([',', 'succeeded']);
  expect(hurried).toEqual([]);
  await told.end({ result: 'cancelled', error: undefined });
  expect(hurried).toEqual([2_000]);
});
