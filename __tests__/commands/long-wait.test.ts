import { getEventListeners } from 'node:events';
import { launch } from '../../src/commands/launch';
import type { Step } from '../../src/commands/step';
import { recordOfPlan } from '../../src/domain/lab-record';
import { createJournal } from '../../src/runner/state';
import { startSandbox } from '../../src/sandbox/deployment';
import { clientsOf, logins } from '../clients/deployment';
import { limitOver } from '../clients/fake-clock';

const HOUR = 3_600_000;

test('a wait of six hours renews its token once per lifetime and survives a failure an hour and a jumping clock', async () => {
  let now = (): number => 0;
  await using sandbox = await startSandbox({ accessTokenLifetimeS: 300, now: () => Math.round(now()) });
  sandbox.setScenario({ name: 'day-long', totalMs: 6 * HOUR });
  const { tokens, api, clock, told, close } = clientsOf(sandbox);
  now = () => Date.parse('2026-11-21T10:00:00Z') + clock.now();
  for (let hour = 1; hour <= 5; hour += 1) {
    const action = hour % 2 === 0 ? ({ kind: 'reset' } as const) : ({ kind: 'answer', status: 503 } as const);
    sandbox.addFault({ when: { path: /\/runner\/[^/]+$/, nth: hour * 240 }, do: action });
  }
  const abort = new AbortController();
  const limit = limitOver(clock, 7 * HOUR, abort.signal);
  // The wall clock jumps an hour back and forth; only the monotonic one may matter.
  const jumping = {
    ...clock,
    date: () => new Date(clock.date().getTime() + (Math.floor(clock.now() / 60_000) % 3) * HOUR - HOUR),
  };
  const step: Step = {
    api,
    tokens,
    clock: jumping,
    random: () => 0,
    log: { info: (text) => void told.push(text), debug: () => {} },
    warn: (text) => void told.push(text),
    journal: createJournal({ keepsLabs: false }),
    limit,
    retries: 4,
  };
  const plan = {
    kind: 'scenario',
    content: 'day-long',
    profile: 'default',
    name: 'octo/lab@1.1.abcdef',
    nameIsUnique: true,
    publicAccess: false,
    config: { max_duration: 0 },
  } as const;
  const records = [recordOfPlan(plan)];

  await launch(step, {
    plans: [plan],
    records,
    run: true,
    maxParallel: 1,
    following: { waitFor: 'finished', intervalMs: 15_000, onPause: 'fail', linkOf: () => undefined },
  });

  expect(records[0]).toMatchObject({ result: 'succeeded', status: 'SCENARIO_FINISHED' });
  expect(logins(sandbox).length).toBeGreaterThanOrEqual(72);
  expect(logins(sandbox).length).toBeLessThanOrEqual(76);
  expect(sandbox.requests.filter(({ status }) => status === 401)).toEqual([]);
  expect(told.filter((text) => text.includes('Try 2 of 5'))).toHaveLength(5);
  expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
  close();
}, 60_000);
