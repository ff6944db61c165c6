import { followLabs } from '../../src/commands/follow-labs';
import type { Step } from '../../src/commands/step';
import { type LabRecord, recordOfId } from '../../src/domain/lab-record';
import { createJournal } from '../../src/runner/state';
import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { clientsOf } from '../clients/deployment';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

/** What a wait of some minutes says meanwhile about labs that do not move until then. */
async function progressOf(records: (ids: readonly string[]) => readonly LabRecord[]): Promise<string[]> {
  const labs = [1, 2].map(() => sandbox.seedLab({ status: 'SCENARIO_EXECUTION' }));
  const { api, tokens, clock, limit, told, close } = clientsOf(sandbox);
  const startedAt = clock.now();
  sandbox.onAnswered(() => {
    if (clock.now() - startedAt < 200_000) return;
    for (const lab of labs) lab.pinnedStatus = 'SCENARIO_FINISHED';
  });
  const step: Step = {
    api,
    tokens,
    clock,
    random: () => 0,
    log: { info: (text) => void told.push(text), debug: () => {} },
    warn: (text) => void told.push(text),
    journal: createJournal({ keepsLabs: false }),
    limit,
    retries: 0,
  };
  await followLabs(step, {
    records: records(labs.map(({ id }) => id)).map((record) => ({ ...record, since: clock.now() })),
    waitFor: 'finished',
    intervalMs: 15_000,
    onPause: 'fail',
    nextArrival: () => undefined,
    linkOf: () => undefined,
  });
  close();
  return told.filter((text) => text.includes('timeout in '));
}

test('a wait for a lab of another step says how long it has waited, about once a minute', async () => {
  const lines = await progressOf(([id = '']) => [recordOfId(id)]);
  expect(lines).toHaveLength(3);
  for (const line of lines)
    expect(line).toMatch(
      /is SCENARIO_EXECUTION \(waited \dm \d\ds\); waiting for it to finish, until the step's timeout in 23h \d\dm\.$/,
    );
});

test('a launch says how long ago it was, for several labs as well', async () => {
  const lines = await progressOf((ids) => ids.map((id) => ({ ...recordOfId(id), created: true })));
  expect(lines).toHaveLength(3);
  for (const line of lines)
    expect(line).toMatch(
      /^2 of 2 labs are on their way \(\dm \d\ds since launch\); waiting for them to finish, /,
    );
});
