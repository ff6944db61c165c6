import { ActionError } from '../domain/errors';
import { line } from '../domain/foreign-text';
import type { Lab } from '../domain/lab';
import { fitsPlan } from '../domain/lab-match';
import { isNameInSet } from '../domain/lab-name';
import type { LabPlan } from '../domain/lab-plan';
import type { LabRecord } from '../domain/lab-record';
import { statusFacts } from '../domain/lab-status';
import { removeLab } from './clean-up';
import { byAge } from './find-labs';
import { inParallel } from './in-parallel';
import { createOne } from './launch';
import type { NamedLab } from './named-labs';
import { checkHints, findNamedLabs } from './named-labs';
import type { Preview } from './preview';
import type { Step } from './step';

/**
 * Gives each record the living lab that is what its plan would make, and removes all others of the preview. The ids in
 * the comment spare the search through the workspace when they lead to all that is wanted.
 * @returns ids of labs that were to be removed: where that failed, they are nobody's to take later
 */
export async function reuseOrRemove(step: Step, preview: Preview): Promise<ReadonlySet<string>> {
  const { records, comment, dryRun } = preview;
  const { log, limit } = step;
  const isOurs = isOfPreview(preview);
  let there = await checkHints(step, (await comment?.hints()) ?? [], isOurs);
  const isComplete = records.every(({ plan }) => plan !== undefined && fitting(there, plan) !== undefined);
  if (!isComplete) there = await findNamedLabs(step, isOurs);
  const kept = new Set<string>();
  for (const record of records) {
    const found = record.plan === undefined ? undefined : fitting(there, record.plan);
    if (found === undefined) {
      if (dryRun) log.info(line`Dry run: would launch '${record.content}' as '${record.name}'`);
      continue;
    }
    kept.add(found.id);
    record.id = found.id;
    log.info(
      line`${dryRun ? 'Dry run: would reuse' : 'Reusing'} lab ${found.id} (${record.content}), which is ${found.status}`,
    );
  }
  const leaving = there.filter(({ lab }) => !kept.has(lab.id));
  for (const { lab, name } of leaving) {
    const why = statusFacts(lab.status).living ? 'it is not what is wanted now' : `it is ${lab.status}`;
    log.info(line`${dryRun ? 'Dry run: would remove' : 'Removing'} lab ${lab.id} ('${name}'): ${why}`);
  }
  if (dryRun) return new Set();
  await inParallel(leaving, 10, async ({ lab }) => {
    try {
      await removeLab({ ...step, method: preview.method }, lab.id);
    } catch (error) {
      limit.signal.throwIfAborted();
      if (!(error instanceof ActionError)) throw error;
      step.warn(
        line`Lab ${lab.id} of this pull request may still be running: ${error.parts.why}. Stop it on the platform.`,
      );
    }
  });
  return new Set(leaving.map(({ lab }) => lab.id));
}

/** The oldest living lab of the plan's name and config. */
function fitting(labs: readonly NamedLab[], plan: LabPlan): Lab | undefined {
  return labs.find(
    ({ lab, name, config }) => name === plan.name && statusFacts(lab.status).living && fitsPlan(config, plan),
  )?.lab;
}

/** Creates the labs that are not there. Another run may do the same at this moment, so both look again afterwards. */
export async function createMissing(
  step: Step,
  preview: Preview,
  leaving: ReadonlySet<string>,
): Promise<void> {
  const { records, maxParallel } = preview;
  const missing = [...records.entries()].filter(([, { id }]) => id === null);
  await inParallel(missing, maxParallel, async ([order, record]) => {
    if (record.plan !== undefined)
      await createOne(step, { plan: record.plan, record, order, run: true }, records);
  });
  const created = missing.filter(([, record]) => record.id !== null);
  if (created.length === 0) return;
  const there = await findNamedLabs(step, isOfPreview(preview));
  await Promise.all(
    created.map(async ([order, record]) => {
      const rivals = there.filter(
        ({ lab, name }) =>
          name === record.name &&
          lab.id !== record.id &&
          !leaving.has(lab.id) &&
          statusFacts(lab.status).living,
      );
      if (rivals.length > 0) await settleRace(step, preview, { record, order, rivals });
    }),
  );
}

/** Of several labs of one name the oldest stays (creation time, then id): the order in which all runs agree. */
async function settleRace(
  step: Step,
  { method }: Preview,
  race: { readonly record: LabRecord; readonly order: number; readonly rivals: readonly NamedLab[] },
): Promise<void> {
  const { api, limit, log, journal } = step;
  const { record, order, rivals } = race;
  const own = await api.lab(record.id ?? '', limit);
  const [oldest] = [own, ...rivals.map(({ lab }) => lab)].sort(byAge);
  if (oldest === undefined || oldest.id === own.id) return;
  log.info(
    line`Another run of this pull request launched lab ${oldest.id} first; it stays, and ${own.id} goes.`,
  );
  record.id = oldest.id;
  record.created = false;
  await removeLab({ ...step, method }, own.id);
  journal.settled(order);
}

/** Whether a name is one of this preview's. */
export function isOfPreview({ name }: Preview): (other: string) => boolean {
  return (other) => isNameInSet(other, name);
}
