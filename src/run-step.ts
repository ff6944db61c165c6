import { removeLabs } from './commands/clean-up';
import type { Step } from './commands/step';
import { connect } from './connect';
import { asActionError } from './domain/errors';
import { line } from './domain/foreign-text';
import type { LabRecord } from './domain/lab-record';
import { expiresAt } from './domain/lab-record';
import type { Outcome } from './domain/outcome';
import { closeRecords, outcomeOf } from './domain/outcome';
import { runCommand } from './run-command';
import { startDeadline } from './runner/limits';
import type { Journal } from './runner/state';
import type { StepSettings } from './step-settings';

/** Runs the command under one deadline, and removes at once what the end of the step says must go. Never throws. */
export async function runStep(settings: StepSettings): Promise<Outcome> {
  const { inputs, journal, clock, secrets, log, annotations, cancelled, records, findings } = settings;
  const connected = connect({
    inputs,
    dialled: settings.dialled,
    clock,
    secrets,
    log,
    warn: annotations.warning,
    onSpent: journal.spent,
  });
  const limit = startDeadline({ clock, ms: inputs.waiting.timeoutMs, work: 'step', cancelled });
  const step: Step = {
    api: connected.api,
    tokens: connected.tokens,
    clock,
    random: Math.random,
    log,
    warn: annotations.warning,
    journal,
    limit,
    retries: inputs.deployment.retries,
  };
  const { comment: asked, dryRun } = inputs;
  // Loaded where it is wanted: launches start faster without it.
  const comment =
    asked === undefined || dryRun
      ? undefined
      : (await import('./at-github')).openComment(step, settings, asked);
  let outcome: Outcome;
  try {
    outcome = await runCommand(step, settings, { ...connected, comment });
  } catch (thrown) {
    const error = asActionError(thrown, secrets.scrub);
    closeRecords(records, error, clock.now());
    outcome = outcomeOf(records, error);
  }
  const [first] = records;
  const launches = inputs.command === 'launch' || inputs.command === 'preview';
  findings.outputs['expires-at'] = (launches && first !== undefined && expiresAt(first)) || '';
  limit.clear();
  await settle({ step, settings, outcome });
  await comment?.end(outcome);
  connected.close();
  return outcome;
}

/** Time to remove labs: the runner kills a cancelled step after 10 s, and post finishes what is left. */
const CLEAN_UP_MS = { cancelled: 4_500, 'timed-out': 2_000, other: 20_000 };

/** After a failure the labs go at once; after a success they are post's (`always`) or nobody's. */
async function settle(end: { step: Step; settings: StepSettings; outcome: Outcome }): Promise<void> {
  const { step, settings, outcome } = end;
  const { inputs, clock, log, records } = settings;
  const { journal } = step;
  const failed = outcome.error !== undefined;
  const open = [...journal.open()];
  if (open.length === 0) return;
  if (!failed) {
    if (inputs.cleanup === 'on-failure') for (const [order] of open) journal.settled(order);
    return;
  }
  log.info(line`Removing what this step created (cleanup: ${inputs.cleanup}).`);
  const { result } = outcome;
  const ms = CLEAN_UP_MS[result === 'cancelled' || result === 'timed-out' ? result : 'other'];
  const limit = startDeadline({ clock, ms, work: 'clean-up' });
  const cleanUp = { api: step.api, clock, log, limit, method: inputs.cleanupMethod, looksAfterMs: [0] };
  const removals = await removeLabs(
    cleanUp,
    open.map(([, entry]) => entry),
  );
  limit.clear();
  removals.forEach(({ entry, removed, error }, index) => {
    const order = open[index]?.[0] ?? 0;
    if (error !== undefined) log.info(line`${error.message} The post step tries again.`);
    // A lab that was not found by its name may still come up: post looks again.
    else if (entry.id !== undefined || removed.length > 0) settleRecord(journal, records[order], order);
  });
}

function settleRecord(journal: Journal, record: LabRecord | undefined, order: number): void {
  journal.settled(order);
  if (record !== undefined) record.removed = true;
}
