import { ActionError } from '../domain/errors';
import { line } from '../domain/foreign-text';
import type { LabPlan } from '../domain/lab-plan';
import type { LabRecord } from '../domain/lab-record';
import type { Creation } from './create-lab';
import { createLab } from './create-lab';
import type { Following } from './follow-labs';
import { followLabs } from './follow-labs';
import { labelOf } from './judge-lab';
import type { Step } from './step';

/** A set of labs to bring up. */
export interface Launch {
  /** In the order asked; each goes with the record at the same place. */
  readonly plans: readonly LabPlan[];
  readonly records: readonly LabRecord[];
  /** Run the labs, or only create them. */
  readonly run: boolean;
  /** Labs created at once. */
  readonly maxParallel: number;
  readonly following: Omit<Following, 'records' | 'nextArrival'>;
}

/**
 * Creates labs, several at once, and follows each from the moment it exists. A lab that cannot be created does not
 * stop the others; its record says why.
 * @throws only the limit's reason
 */
export async function launch(
  step: Step,
  { plans, records, run, maxParallel, following }: Launch,
): Promise<void> {
  const queue = [...plans.entries()];
  let underWay = queue.length;
  let announce: () => void = () => {};
  let arrival = new Promise<void>((resolve) => {
    announce = resolve;
  });

  async function createInTurn(): Promise<void> {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [order, plan] = next;
      const record = records[order];
      if (record !== undefined) await createOne(step, { plan, record, order, run }, records);
      underWay -= 1;
      announce();
      arrival = new Promise<void>((resolve) => {
        announce = resolve;
      });
    }
  }

  const creators = Array.from({ length: Math.min(maxParallel, plans.length) }, createInTurn);
  const nextArrival = (): Promise<void> | undefined => (underWay > 0 ? arrival : undefined);
  await Promise.all([...creators, followLabs(step, { ...following, records, nextArrival })]);
}

/** Creates one lab; that it cannot be created is its record's error. */
export async function createOne(
  step: Step,
  creation: Creation,
  records: readonly LabRecord[],
): Promise<void> {
  const { clock, limit, log } = step;
  const { record, plan, run } = creation;
  try {
    await createLab(step, creation);
    const profile = plan.profile === null ? line`` : line`, profile ${plan.profile}`;
    log.info(line`${labelOf(record, records)}: ${run ? 'launched' : 'created'} lab ${record.id}${profile}`);
  } catch (error) {
    limit.signal.throwIfAborted();
    if (!(error instanceof ActionError)) throw error;
    record.result = 'failed';
    record.error = error;
    record.until = clock.now();
    log.info(line`${labelOf(record, records)}: no lab (${error.code})`);
  }
}
