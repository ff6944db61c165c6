import { LABS_PER_PAGE } from '../clients/lab-api';
import { formatDuration } from '../domain/duration';
import { ActionError } from '../domain/errors';
import type { LogLine } from '../domain/foreign-text';
import { line } from '../domain/foreign-text';
import type { Lab } from '../domain/lab';
import type { LabRecord, Result } from '../domain/lab-record';
import { observe } from '../domain/lab-record';
import type { WaitFor } from '../domain/lab-status';
import { judge, statusFacts } from '../domain/lab-status';
import { pauseBeforeLook } from '../domain/poll-rhythm';
import type { WebLink } from '../domain/web-link';
import { listLabs } from './find-labs';
import type { Step } from './step';

/** What to follow, and until when. */
export interface Following {
  readonly records: readonly LabRecord[];
  readonly waitFor: WaitFor;
  /** The longest pause between two looks. */
  readonly intervalMs: number;
  /** Resolves when the next creation has ended, either way; undefined once none is under way. */
  readonly nextArrival: () => Promise<void> | undefined;
  readonly linkOf: (lab: Lab) => WebLink | undefined;
}

/** At least this often a line says that the step is alive. */
const PROGRESS_EVERY_MS = 60_000;

/**
 * Looks at labs until each is judged: a line at each change of status, at least one a minute, and a verdict in each
 * record. One lab's failure does not end the wait for the others.
 * @throws only the limit's reason
 */
export async function followLabs(step: Step, following: Following): Promise<void> {
  const { clock, limit, random } = step;
  const { records, intervalMs, nextArrival } = following;
  const saidUnknown = new Set<string>();
  let lastChange = clock.now();
  let lastWords = clock.now();
  let livingPages = 1;
  for (;;) {
    const active = records.filter((record) => record.id !== null && record.until === undefined);
    if (active.length === 0) {
      const arrival = nextArrival();
      if (arrival === undefined) return;
      await arrival;
      continue;
    }
    const look = await lookAt(step, active, livingPages);
    livingPages = look.livingPages;
    const moved = active.filter((record) =>
      takeOver(step, following, { record, ...look.answers.get(record), saidUnknown }),
    );
    await Promise.all(
      moved.filter(({ result }) => result === 'failed').map((record) => quoteLastNotification(step, record)),
    );
    const now = clock.now();
    if (moved.length > 0) lastChange = now;
    if (moved.length > 0) lastWords = now;
    if (now - lastWords >= PROGRESS_EVERY_MS) {
      step.log.info(progressLine(step, records));
      lastWords = now;
    }
    if (active.every(({ until }) => until !== undefined)) continue;
    const pause = pauseBeforeLook({ quietMs: now - lastChange, intervalMs, random: random() });
    await clock.sleep(Math.min(pause, lastWords + PROGRESS_EVERY_MS - now), limit.signal);
  }
}

interface Look {
  readonly lab?: Lab;
  readonly error?: ActionError;
}

/**
 * Reads the labs by the paged list of living ones and one read for each that is not in it, or each by itself where
 * that takes fewer requests.
 */
async function lookAt(step: Step, active: readonly LabRecord[], livingPages: number) {
  const answers = new Map<LabRecord, Look>();
  let pages = livingPages;
  const missing = new Set(active);
  if (active.length > pages) {
    const { labs } = await living(step);
    pages = Math.max(1, Math.ceil(labs.length / LABS_PER_PAGE));
    const byId = new Map(labs.map((lab) => [lab.id, lab]));
    for (const record of active) {
      const lab = byId.get(record.id ?? '');
      if (lab !== undefined) {
        answers.set(record, { lab });
        missing.delete(record);
      }
    }
  }
  await Promise.all(
    [...missing].map(async (record) => answers.set(record, await readOne(step, record.id ?? ''))),
  );
  return { answers, livingPages: pages };
}

/** A list that cannot be read is no verdict on any lab: each is then read by itself. */
async function living({ api, limit, log }: Step): Promise<{ readonly labs: readonly Lab[] }> {
  try {
    return { labs: await listLabs(api, limit, { all: false }) };
  } catch (error) {
    limit.signal.throwIfAborted();
    log.debug(line`${error instanceof Error ? error.message : error}`);
    return { labs: [] };
  }
}

async function readOne({ api, limit }: Step, id: string): Promise<Look> {
  try {
    return { lab: await api.lab(id, limit) };
  } catch (error) {
    limit.signal.throwIfAborted();
    if (error instanceof ActionError) return { error };
    throw error;
  }
}

/** Takes a look over into the record; true when something changed. */
function takeOver(
  step: Step,
  { waitFor, linkOf, records }: Following,
  look: Look & { readonly record: LabRecord; readonly saidUnknown: Set<string> },
): boolean {
  const { clock, log } = step;
  const { record, lab, error, saidUnknown } = look;
  const now = clock.now();
  if (lab === undefined) {
    settle(record, { result: 'failed', error, now });
    return true;
  }
  record.since ??= now;
  record.link = linkOf(lab);
  const before = record.status;
  if (!observe(record, lab, now)) return false;
  const arrow = before === '' ? line`${lab.status}` : line`${before} → ${lab.status}`;
  log.info(line`${labelOf(record, records)}: ${arrow} (${formatDuration(now - record.since)} since launch)`);
  if (statusFacts(lab.status).phase === 'unknown' && !saidUnknown.has(lab.status)) {
    saidUnknown.add(lab.status);
    log.info(line`'${lab.status}' is a status that this version does not know; it goes on waiting.`);
  }
  if (waitFor === 'none') {
    settle(record, { result: null, error: undefined, now });
    return true;
  }
  switch (judge(lab.status, waitFor)) {
    case 'reached':
      settle(record, { result: 'succeeded', error: undefined, now });
      break;
    case 'failed':
      settle(record, { result: 'failed', error: labFailed(record), now });
      break;
    case 'paused':
      settle(record, { result: 'failed', error: labPaused(record), now });
      break;
    case 'waiting':
      break;
  }
  return true;
}

function settle(
  record: LabRecord,
  end: { result: Result | null; error: ActionError | undefined; now: number },
): void {
  record.result = end.result;
  record.error = end.error;
  record.until = end.now;
}

/** "[2/3] content", or the content alone where there is only one lab. */
export function labelOf(record: LabRecord, records: readonly LabRecord[]): LogLine {
  const name = record.content === '' ? (record.id ?? record.name ?? 'lab') : record.content;
  return records.length < 2
    ? line`${name}`
    : line`[${records.indexOf(record) + 1}/${records.length}] ${name}`;
}

function labFailed(record: LabRecord, lastWords?: LogLine): ActionError {
  const quote =
    lastWords === undefined || lastWords === '' ? line`` : line`; its last notification: ${lastWords}`;
  const why =
    record.status === 'CANCELLED' ? line`somebody cancelled it` : line`it ended with status ${record.status}`;
  return new ActionError('lab-failed', {
    what: line`finish lab ${record.id} (${record.content})`,
    why: line`${why}${quote}`,
    remedy: line`Look at the lab's notifications and report on the platform`,
  });
}

function labPaused(record: LabRecord): ActionError {
  return new ActionError('lab-paused', {
    what: line`finish lab ${record.id} (${record.content})`,
    why: line`it is paused and waits for a resume`,
    remedy: line`Resume it on the platform, or use an execution mode without pauses`,
  });
}

/** A lab that failed is quoted with its last notification; that it cannot be read changes nothing. */
async function quoteLastNotification(step: Step, record: LabRecord): Promise<void> {
  if (record.error?.code !== 'lab-failed' || record.id === null) return;
  try {
    const notifications = await step.api.notifications(record.id, step.limit);
    record.error = labFailed(record, notifications.at(-1)?.text);
  } catch (error) {
    step.log.debug(line`${error instanceof Error ? error.message : error}`);
  }
}

function progressLine({ clock, limit }: Step, records: readonly LabRecord[]): LogLine {
  const waiting = records.filter(({ until, id }) => until === undefined && id !== null);
  const [first] = waiting;
  const left = formatDuration(limit.remainingMs());
  if (first === undefined) return line`Waiting for labs to be created; the step's timeout is in ${left}.`;
  const who =
    waiting.length === 1 ? labelOf(first, records) : line`${waiting.length} of ${records.length} labs`;
  const status = waiting.length === 1 ? line` is ${first.status}` : line` are on their way`;
  return line`${who}${status} (${formatDuration(clock.now() - (first.since ?? 0))} since launch); the step's timeout is in ${left}.`;
}
