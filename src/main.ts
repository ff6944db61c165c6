import { getInput } from '@actions/core';
import { formatDuration } from './domain/duration';
import { asActionError } from './domain/errors';
import type { Findings } from './domain/findings';
import { line } from './domain/foreign-text';
import type { LabRecord } from './domain/lab-record';
import type { Outcome } from './domain/outcome';
import { summaryMarkdown } from './domain/report';
import { runStep } from './run-step';
import type { Annotations } from './runner/annotations';
import { createAnnotations } from './runner/annotations';
import { systemClock } from './runner/clock';
import { isWithoutSecrets, readContext } from './runner/context';
import { isForbiddenFork } from './runner/github-inputs';
import type { Inputs } from './runner/inputs';
import { hasCredentials, readInputs } from './runner/inputs';
import { cancellation } from './runner/limits';
import type { Log } from './runner/log';
import { createLog } from './runner/log';
import { createSecrets } from './runner/masks';
import { setOutputs } from './runner/outputs';
import { writeSummary } from './runner/summary';

/** The step itself: reads the inputs, runs the command, reports how it ended. Never throws. */
export async function main(): Promise<void> {
  const cancelled = cancellation();
  const context = readContext(process.env);
  const secrets = createSecrets({
    neverMasked: [
      context.repository,
      context.runId,
      ...UNMASKED_INPUTS.map((name) => getInput(name)),
      ...OUTPUT_WORDS,
    ],
    onRefused: () =>
      log.debug(line`A secret is so short or common that masking it would blank outputs; it is not masked.`),
  });
  const log = createLog(secrets);
  const annotations = createAnnotations(secrets, context.action);
  const records: LabRecord[] = [];
  const findings: Findings = { outputs: {}, sections: [] };
  let inputs: Inputs | undefined;
  let outcome: Outcome;
  try {
    if (isWithoutSecrets(context) && !hasCredentials(context)) {
      annotations.notice(
        line`Skipped: pull requests from forks and by Dependabot get no secrets, so there is no way to log in.`,
      );
      setOutputs(secrets, { result: 'skipped', error: undefined }, records);
      return;
    }
    if (isForbiddenFork(context)) {
      annotations.notice(
        line`Skipped: pull_request_target runs with secrets for what another repository holds. The input allow-forks: true lets it.`,
      );
      setOutputs(secrets, { result: 'skipped', error: undefined }, records);
      return;
    }
    inputs = await readInputs({ context, secrets });
    for (const warning of inputs.warnings) annotations.warning(warning);
    outcome = await runStep({
      inputs,
      context,
      clock: systemClock,
      secrets,
      log,
      annotations,
      cancelled,
      records,
      findings,
    });
  } catch (thrown) {
    outcome = { result: 'failed', error: asActionError(thrown) };
  }
  setOutputs(secrets, outcome, records, findings.outputs);
  if (inputs?.summary !== false) {
    const now = systemClock.now();
    const offset = systemClock.date().getTime() - now;
    const toWallClock = (at: number): number => at + offset;
    await writeSummary(
      secrets,
      summaryMarkdown({
        command: inputs?.command ?? 'launch',
        ...outcome,
        records,
        sections: findings.sections,
        toWallClock,
        now,
      }),
    );
  }
  sayEnd({ log, annotations, records, inputs });
  if (outcome.error === undefined) return;
  annotations.failure(outcome.error);
  process.exitCode = 1;
}

/** Inputs whose values stand in outputs: the runner drops a job output that a mask touches. */
const UNMASKED_INPUTS = ['organization-id', 'workspace-id', 'domain', 'base-url', 'auth-url', 'realm'];
const OUTPUT_WORDS = [
  'succeeded',
  'failed',
  'timed-out',
  'cancelled',
  'paused',
  'skipped',
  'true',
  'false',
  'null',
];

interface End {
  readonly log: Log;
  readonly annotations: Annotations;
  readonly records: readonly LabRecord[];
  readonly inputs: Inputs | undefined;
}

/** The last block of the log: each lab with its id, how it ended, how long it took and its link. */
function sayEnd({ log, annotations, records, inputs }: End): void {
  for (const record of records.filter(({ id }) => id !== null)) {
    const took = record.since === undefined ? 0 : (record.until ?? systemClock.now()) - record.since;
    const link = record.link === undefined ? line`` : line`, ${record.link}`;
    log.info(
      line`Lab ${record.id} (${record.content}): ${record.result ?? record.status}, ${formatDuration(took)}${link}`,
    );
  }
  const linkless = records.filter(
    ({ plan, lab, link }) => plan?.publicAccess === true && lab && link === undefined,
  );
  if (linkless.length > 0 && inputs !== undefined) {
    annotations.notice(
      line`${linkless.length === 1 ? 'The lab has' : `${linkless.length} labs have`} no public link: the platform named no usable address for ${inputs.content.linkTemplate} (input public-link-template).`,
    );
  }
}
