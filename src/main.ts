import { dial } from './clients/dial';
import { formatDuration } from './domain/duration';
import { asActionError, scrubbedError } from './domain/errors';
import type { Findings } from './domain/findings';
import type { LogLine } from './domain/foreign-text';
import { line } from './domain/foreign-text';
import type { LabRecord } from './domain/lab-record';
import { scrubbedRecord } from './domain/lab-record';
import type { Outcome } from './domain/outcome';
import { summaryMarkdown } from './domain/report';
import type { Secrets } from './domain/secrets';
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
import { createJournal } from './runner/state';
import { writeSummary } from './runner/summary';
import { unmaskedTexts } from './runner/unmasked';

/** The step itself: reads the inputs, runs the command, reports how it ended. Never throws. */
export async function main(): Promise<void> {
  const cancelled = cancellation();
  const context = readContext(process.env);
  const secrets = createSecrets({
    neverMasked: unmaskedTexts(context),
    onRefused: (why) => log.debug(UNMASKED[why]),
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
    const { baseUrl, authUrl } = inputs.deployment;
    const dialled = await dial(authUrl);
    // Made here, where post finds it too, because a chunk for the two of them would be one more to load.
    const journal = createJournal({ keepsLabs: inputs.cleanup !== 'never', scrub: secrets.scrub });
    journal.addresses(baseUrl, authUrl);
    // Loaded here, so that a step whose inputs are wrong never reads the half that makes requests.
    const { runStep } = await import('./online');
    outcome = await runStep({
      inputs,
      dialled,
      journal,
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
    outcome = { result: 'failed', error: asActionError(thrown, secrets.scrub) };
  }
  report({ secrets, log, annotations, inputs, outcome, records, findings });
}

/** Why a secret is not masked, for the debug log. */
const UNMASKED = {
  short: line`A secret, or a line of one, is too short to be masked: its mask would blank ordinary text.`,
  common: line`A secret is a part of what outputs are made of, and is not masked: its mask would empty them.`,
} as const;

interface Ending extends Omit<End, 'records'> {
  readonly secrets: Secrets;
  readonly outcome: Outcome;
  readonly records: readonly LabRecord[];
  readonly findings: Findings;
}

/** Tells how the step ended at every place that has room for it; one that fails is no reason to leave out the others. */
function report({ secrets, log, annotations, inputs, ...ending }: Ending): void {
  // Before Markdown and JSON, which write a secret in other characters than those it is known by.
  const records = ending.records.map((record) => scrubbedRecord(record, secrets.scrub));
  const { result } = ending.outcome;
  const error = ending.outcome.error && scrubbedError(ending.outcome.error, secrets.scrub);
  const outcome = { result, error };
  const attempt = (what: LogLine, work: () => void): void => {
    try {
      work();
    } catch (thrown) {
      annotations.warning(line`Cannot ${what}: ${asActionError(thrown, secrets.scrub).parts.why}.`);
    }
  };
  attempt(line`set the outputs`, () => {
    const warning = setOutputs(secrets, outcome, records, ending.findings.outputs);
    if (warning !== undefined) annotations.warning(warning);
  });
  attempt(line`write the summary`, () => {
    if (inputs?.summary === false) return;
    const now = systemClock.now();
    const offset = systemClock.date().getTime() - now;
    const toWallClock = (at: number): number => at + offset;
    const command = inputs?.command ?? 'launch';
    const { sections } = ending.findings;
    writeSummary(secrets, summaryMarkdown({ command, ...outcome, records, sections, toWallClock, now }));
  });
  sayEnd({ log, annotations, records, inputs });
  if (error === undefined) return;
  annotations.failure(error);
  process.exitCode = 1;
}

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
