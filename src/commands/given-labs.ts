import { ActionError } from '../domain/errors';
import { line } from '../domain/foreign-text';
import type { LabRecord } from '../domain/lab-record';
import { removeRecord } from './clean-up';
import type { Following } from './follow-labs';
import { followLabs } from './follow-labs';
import { labelOf } from './judge-lab';
import type { Step } from './step';

/** Labs that another step created, named by the input `lab-ids`. */
export interface GivenLabs {
  readonly records: readonly LabRecord[];
  /** Post shall remove them as if this step had created them (an explicit `cleanup`). */
  readonly adopt: boolean;
  readonly following: Omit<Following, 'records' | 'nextArrival'>;
}

/**
 * `run` and `resume` set labs going, then all three wait for them. One lab that refuses does not stop the others.
 * @throws only the limit's reason
 */
export async function followGiven(
  step: Step,
  command: 'run' | 'resume' | 'wait',
  given: GivenLabs,
): Promise<void> {
  const { records, adopt, following } = given;
  records.forEach((record, order) => {
    if (adopt && record.id !== null) {
      step.journal.exists(order, {
        name: record.id,
        unique: false,
        kind: undefined,
        content: '',
        id: record.id,
      });
    }
  });
  await Promise.all(
    records.map(async (record) => {
      if (command === 'run') await oneLab(step, given, record, (id) => run(step, id));
      if (command === 'resume') {
        record.resumedAt = step.clock.now();
        await oneLab(step, given, record, (id) => resume(step, id));
      }
    }),
  );
  await followLabs(step, { ...following, records, nextArrival: () => undefined });
}

/** `stop` and `delete`; a lab that is gone already is a success. */
export async function removeGiven(step: Step, command: 'stop' | 'delete', given: GivenLabs): Promise<void> {
  const { records } = given;
  await Promise.all(records.map((record) => removeRecord(step, command, record)));
  for (const record of records.filter(({ error }) => error !== undefined)) {
    step.log.info(line`${labelOf(record, records)}: ${record.error?.parts.why}`);
  }
}

/** Does something to one lab; a refusal is its record's error. */
async function oneLab(
  step: Step,
  { records }: GivenLabs,
  record: LabRecord,
  work: (id: string) => Promise<void>,
): Promise<void> {
  record.since = step.clock.now();
  try {
    await work(record.id ?? '');
  } catch (error) {
    step.limit.signal.throwIfAborted();
    if (!(error instanceof ActionError)) throw error;
    record.result = 'failed';
    record.error = error;
    record.until = step.clock.now();
    step.log.info(line`${labelOf(record, records)}: ${error.parts.why}`);
  }
}

/** After a lost answer the lab itself tells whether it runs; only one that does not is asked again. */
function run(step: Step, id: string): Promise<void> {
  return setGoing(
    step,
    () => step.api.run(id, step.limit),
    async () => (await step.api.lab(id, step.limit)).status !== 'CREATED',
  );
}

/** Like {@link run}, for a paused lab. */
function resume(step: Step, id: string): Promise<void> {
  return setGoing(
    step,
    () => step.api.resume(id, step.limit),
    async () => (await step.api.lab(id, step.limit)).status !== 'PAUSE',
  );
}

/** Errors that leave open whether the platform did what it was asked. */
const UNCLEAR = ['network', 'server-error', 'response-invalid', 'rate-limited'];

async function setGoing(step: Step, ask: () => Promise<void>, goes: () => Promise<boolean>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      step.limit.signal.throwIfAborted();
      // Once an answer was lost, a refusal may mean that the lab goes already and its status does not tell yet.
      const mayGo = attempt > 1 ? [...UNCLEAR, 'request-rejected'] : UNCLEAR;
      const unclear = error instanceof ActionError && mayGo.includes(error.code);
      if (!unclear || attempt > step.retries) throw error;
      step.log.info(line`${error.parts.why}; looking whether it was done all the same.`);
      await step.clock.sleep(Math.round(step.random() * 500 * 2 ** attempt), step.limit.signal);
      if (await goes()) return;
    }
  }
}
