import { createTimeBudget } from '../../src/clients/time-budget';
import { fakeClock } from './fake-clock';

/** A clock whose sleeps end only when time is let pass: the timers of a budget must not move it. */
function driven() {
  const clock = fakeClock();
  const timers: { at: number; ring: () => void }[] = [];
  return {
    clock: {
      ...clock,
      sleep: (ms: number, signal: AbortSignal) =>
        new Promise<void>((resolve, reject) => {
          timers.push({ at: clock.now() + ms, ring: resolve });
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    },
    pass: (ms: number) => {
      clock.advance(ms);
      for (const { at, ring } of timers) if (at <= clock.now()) ring();
    },
  };
}

const over = () => new Error('over');
const never = ({ signal }: { signal: AbortSignal }) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

test('only the time in which work is under way counts, and work is done in turn', async () => {
  const { clock, pass } = driven();
  const budget = createTimeBudget({ clock, ms: 100, over });
  const order: string[] = [];
  const first = budget.run(async () => {
    order.push('first begins');
    pass(60);
    await Promise.resolve();
    order.push('first ends');
  });
  const second = budget.run(async ({ remainingMs }) => {
    order.push('second begins');
    return remainingMs();
  });
  expect(await Promise.all([first, second])).toEqual([undefined, 40]);
  expect(order).toEqual(['first begins', 'first ends', 'second begins']);
  pass(1_000);
  expect(await budget.run(async ({ remainingMs }) => remainingMs())).toBe(40);
});

test('work that takes longer is aborted, and nothing more is begun', async () => {
  const { clock, pass } = driven();
  const budget = createTimeBudget({ clock, ms: 100, over });
  const slow = budget.run(never);
  await Promise.resolve();
  pass(100);
  await expect(slow).rejects.toThrow('over');
  let begun = false;
  const late = budget.run(async () => {
    begun = true;
  });
  await expect(late).rejects.toThrow('over');
  expect(begun).toBe(false);
});

test('a cut leaves the work under way as much as it says', async () => {
  const { clock, pass } = driven();
  const budget = createTimeBudget({ clock, ms: 100, over });
  const slow = budget.run(never);
  await Promise.resolve();
  pass(50);
  budget.cut(10);
  let ended = false;
  const seen = slow.catch(() => {
    ended = true;
  });
  pass(9);
  await Promise.resolve();
  expect(ended).toBe(false);
  pass(1);
  await seen;
  expect(ended).toBe(true);
});

test('work that fails leaves the rest of the time to others', async () => {
  const { clock } = driven();
  const budget = createTimeBudget({ clock, ms: 100, over });
  await expect(budget.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await budget.run(async () => 'yes')).toBe('yes');
});
