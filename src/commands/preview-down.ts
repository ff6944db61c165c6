import { line } from '../domain/foreign-text';
import type { LabRecord } from '../domain/lab-record';
import { observe, recordOfId } from '../domain/lab-record';
import type { Outcome } from '../domain/outcome';
import { outcomeOf } from '../domain/outcome';
import { removeLab, removeRecord } from './clean-up';
import { inParallel } from './in-parallel';
import type { NamedLab } from './named-labs';
import { findNamedLabs } from './named-labs';
import type { Preview } from './preview';
import { isOfPreview } from './preview-labs';
import type { Step } from './step';

/** Takes down what a closed pull request has: its labs, the link in its comment, its deployment. Twice is fine. */
export async function previewDown(step: Step, preview: Preview): Promise<Outcome> {
  const { records, github, warnings, number, comment, deployment, view, dryRun, notice } = preview;
  if ((await warnings.attempt('pull-request', () => github.isOpen(number))) === true) {
    notice(line`Pull request ${number} is open again, so its preview stays.`);
    return { result: 'skipped', error: undefined };
  }
  const labs = await findNamedLabs(step, isOfPreview(preview));
  records.push(...labs.map((lab) => recordOf(lab, step)));
  if (dryRun) {
    for (const { id, name } of records) step.log.info(line`Dry run: would remove lab ${id} ('${name}')`);
    return outcomeOf(records, undefined);
  }
  await inParallel(records, 10, (record) => removeRecord(step, preview.method, record));
  if (records.length === 0) step.log.info(line`There is no lab left of pull request ${number}.`);
  const outcome = outcomeOf(records, undefined);
  const { error } = outcome;
  comment?.showIfThere(view({ stage: error === undefined ? 'removed' : 'not-removed', records, error }));
  deployment?.deactivate();
  return outcome;
}

function recordOf({ lab, name }: NamedLab, { clock }: Step): LabRecord {
  const record = recordOfId(lab.id);
  record.name = name;
  record.since = clock.now();
  observe(record, lab, clock.now());
  return record;
}

/** Removes every lab of the preview, and those that are known to be its. */
export async function removeLabsOfPreview(
  step: Step,
  preview: Preview,
  known: readonly string[],
): Promise<void> {
  const labs = await findNamedLabs(step, isOfPreview(preview));
  const ids = new Set([...known, ...labs.map(({ lab }) => lab.id)]);
  await inParallel([...ids], 10, (id) => removeLab({ ...step, method: preview.method }, id));
}
