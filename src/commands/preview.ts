import type { GitHub } from '../clients/github';
import { asActionError } from '../domain/errors';
import type { LogLine } from '../domain/foreign-text';
import { line } from '../domain/foreign-text';
import { phasesOf } from '../domain/lab-comment';
import type { LabRecord } from '../domain/lab-record';
import { recordOfPlan } from '../domain/lab-record';
import type { LabRequest } from '../domain/lab-request';
import type { Markdown } from '../domain/markdown';
import type { Outcome } from '../domain/outcome';
import { closeRecords, outcomeOf } from '../domain/outcome';
import type { PreviewView } from '../domain/preview-comment';
import type { Following } from './follow-labs';
import { followLabs } from './follow-labs';
import type { GitHubWarnings } from './github-warnings';
import { GITHUB_AFTER_CANCEL_MS } from './github-warnings';
import type { PreviewDeployment } from './preview-deployment';
import { removeLabsOfPreview } from './preview-down';
import { createMissing, reuseOrRemove } from './preview-labs';
import { resolveLabs } from './resolve-labs';
import type { Step } from './step';
import type { StickyComment } from './sticky-comment';

/** The preview of one pull request, and where it shows itself. */
export interface Preview {
  readonly number: number;
  /** `config_name` of its first lab: what bears it is this preview's, and nothing else is. */
  readonly name: string;
  readonly requests: readonly LabRequest[];
  /** Filled as the story goes on. */
  readonly records: LabRecord[];
  readonly maxParallel: number;
  readonly following: Omit<Following, 'records' | 'nextArrival' | 'onMove'>;
  /** What "remove" means (input `cleanup-method`). */
  readonly method: 'stop' | 'delete';
  readonly dryRun: boolean;
  readonly notice: (text: LogLine) => void;
  readonly github: GitHub;
  readonly warnings: GitHubWarnings;
  readonly comment: StickyComment | undefined;
  readonly deployment: PreviewDeployment | undefined;
  readonly view: (now: Pick<PreviewView, 'stage' | 'records' | 'error'>) => Markdown;
}

/**
 * Brings the lab of a pull request up: takes the living one that is what is wanted, or replaces it, and waits.
 * @throws ActionError or the limit's reason; the comment and the deployment tell it by then
 */
export async function previewUp(step: Step, preview: Preview): Promise<Outcome> {
  const { records, github, comment, deployment, view } = preview;
  try {
    const outcome = (await isClosed(preview)) ? undefined : await bringUp(step, preview);
    // While it came up the closing may have taken it down, which is no failure.
    if (outcome === undefined || (!preview.dryRun && (await isClosed(preview))))
      return await skip(step, preview);
    if (preview.dryRun) return outcome;
    const { result, error } = outcome;
    const stage = result === 'paused' ? 'paused' : error === undefined ? 'ready' : 'failed';
    comment?.show(view({ stage, records, error }));
    if (stage === 'ready') deployment?.succeed(records[0]?.link);
    else deployment?.fail(`The scenario lab ${stage === 'paused' ? 'is paused' : 'failed'}`);
    return outcome;
  } catch (thrown) {
    const error = asActionError(thrown);
    closeRecords(records, error, step.clock.now());
    if (error.code === 'cancelled') github.hurry(GITHUB_AFTER_CANCEL_MS);
    const stage = error.code === 'cancelled' || error.code === 'timed-out' ? error.code : 'failed';
    if (!preview.dryRun) {
      comment?.show(view({ stage, records, error: stage === 'cancelled' ? undefined : error }));
      deployment?.fail(stage === 'cancelled' ? 'The run was cancelled' : 'The scenario lab failed');
    }
    throw thrown;
  }
}

/** Undefined when the pull request closed meanwhile. */
async function bringUp(step: Step, preview: Preview): Promise<Outcome | undefined> {
  const { records, name, comment, deployment, following, dryRun, view } = preview;
  if (!dryRun) {
    comment?.show(view({ stage: 'starting', records, error: undefined }));
    deployment?.start();
  }
  const plans = await resolveLabs(step, preview.requests, { base: name, unique: true });
  records.push(...plans.map(recordOfPlan));
  const leaving = await reuseOrRemove(step, preview);
  if (dryRun) return { result: 'succeeded', error: undefined };
  await createMissing(step, preview, leaving);
  if (await isClosed(preview)) return undefined;
  let shown = '';
  const onMove = (): void => {
    const phases = phasesOf(records);
    if (phases !== shown) comment?.show(view({ stage: 'starting', records, error: undefined }));
    shown = phases;
  };
  await followLabs(step, { ...following, records, nextArrival: () => undefined, onMove });
  return outcomeOf(records, undefined);
}

/** Asks each time; where GitHub does not tell, the pull request counts as open. */
async function isClosed({ github, warnings, number }: Preview): Promise<boolean> {
  return (await warnings.attempt('pull-request', () => github.isOpen(number))) === false;
}

/** The pull request is closed: nothing of it stays, and nobody waits for a lab any more. */
async function skip(step: Step, preview: Preview): Promise<Outcome> {
  const { records, number, comment, deployment, view, notice } = preview;
  const said = line`Pull request ${number} is closed, so it has no preview.`;
  if (preview.dryRun) {
    notice(said);
    return { result: 'skipped', error: undefined };
  }
  const known = records.map(({ id }) => id).filter((id) => id !== null);
  await removeLabsOfPreview(step, preview, known);
  for (const record of records) {
    record.result = 'skipped';
    record.error = undefined;
    record.until ??= step.clock.now();
    record.removed = record.id !== null;
  }
  comment?.showIfThere(view({ stage: 'removed', records, error: undefined }));
  deployment?.deactivate();
  notice(line`${said} ${known.length === 0 ? '' : 'What was launched is removed.'}`);
  return { result: 'skipped', error: undefined };
}
