import { formatDuration } from '../domain/duration';
import { ActionError } from '../domain/errors';
import type { LogLine } from '../domain/foreign-text';
import { line } from '../domain/foreign-text';
import type { Lab } from '../domain/lab';
import type { LabRecord, Result } from '../domain/lab-record';
import { mayBeCutShort, observe } from '../domain/lab-record';
import { judge, statusFacts } from '../domain/lab-status';
import type { Following } from './follow-labs';
import type { Step } from './step';

/** What one look at a lab gave. */
export interface Look {
  readonly lab?: Lab;
  readonly error?: ActionError;
}

/** A look at one lab among those that are followed. */
export interface Sighting {
  readonly record: LabRecord;
  readonly look: Look;
  /** Unknown statuses that were spoken of. */
  readonly saidUnknown: Set<string>;
  /** Labs that moved and whose new notifications were not shown yet, longest waiting first. */
  readonly news: Set<LabRecord>;
}

/** A lab that was just resumed may show PAUSE for a while. */
const PAUSE_LINGERS_MS = 15_000;

/** Notifications shown per lab; more would drown the log. */
const MOST_NOTIFICATIONS = 200;

/** The time since this step launched the lab; of a lab that was there already, how long the step has waited for it. */
export function howLong({ created, since }: LabRecord, now: number): LogLine {
  const time = formatDuration(now - (since ?? now));
  return created ? line`${time} since launch` : line`waited ${time}`;
}

/** Takes a look into the record: says what changed, quotes the last words of a failed lab, gives the verdict. True when it moved. */
export async function takeIn(step: Step, following: Following, sighting: Sighting): Promise<boolean> {
  const { clock, log } = step;
  const { record, look, news } = sighting;
  const { lab } = look;
  const now = clock.now();
  if (lab === undefined) {
    end(record, { result: 'failed', error: look.error, now });
    return true;
  }
  record.since ??= now;
  record.link = following.linkOf(lab);
  const before = record.status;
  const moved = observe(record, lab, now);
  if (moved) {
    if (lab.status !== 'PAUSE') record.resumedAt = undefined;
    const change = before === '' ? line`${lab.status}` : line`${before} → ${lab.status}`;
    // A lab of another step that is seen for the first time has not been waited for yet.
    const time = now === record.since ? line`` : line` (${howLong(record, now)})`;
    log.info(line`${labelOf(record, following.records)}: ${change}${time}`);
    sayUnknown(step, sighting, lab.status);
  }
  if (moved && before !== '') news.add(record);
  if (following.waitFor === 'none') {
    end(record, { result: null, error: undefined, now });
    return moved;
  }
  switch (judge(lab.status, following.waitFor)) {
    case 'reached':
      end(record, { result: 'succeeded', error: undefined, now });
      if (following.waitFor === 'finished' && mayBeCutShort(record, clock.date())) {
        step.warn(
          line`Lab ${record.id} (${record.content}) was over when its max-duration was, and its scenario was not seen to finish: it may have been cut short. Set max-duration above the scenario's longest run.`,
        );
      }
      break;
    case 'failed': {
      news.delete(record);
      const lastWords = moved ? await showNotifications(step, following, record) : undefined;
      end(record, { result: 'failed', error: labFailed(record, lastWords), now });
      break;
    }
    case 'paused':
      await onPause(step, following, record);
      break;
    case 'waiting':
      break;
  }
  return moved;
}

function end(
  record: LabRecord,
  verdict: { result: Result | null; error: ActionError | undefined; now: number },
): void {
  record.result = verdict.result;
  record.error = verdict.error;
  record.until = verdict.now;
}

/** "[2/3] content", or the content alone where there is only one lab. */
export function labelOf(record: LabRecord, records: readonly LabRecord[]): LogLine {
  const name = record.content === '' ? (record.id ?? record.name ?? 'lab') : record.content;
  return records.length < 2
    ? line`${name}`
    : line`[${records.indexOf(record) + 1}/${records.length}] ${name}`;
}

function sayUnknown({ log }: Step, { saidUnknown }: Sighting, status: string): void {
  if (statusFacts(status).phase !== 'unknown' || saidUnknown.has(status)) return;
  saidUnknown.add(status);
  log.info(line`'${status}' is a status that this version does not know; the step goes on waiting.`);
}

/** Logs the notifications that are new, and returns the last one. That they cannot be read changes nothing. */
export async function showNotifications(
  { api, limit, log }: Step,
  { records }: Pick<Following, 'records'>,
  record: LabRecord,
): Promise<LogLine | undefined> {
  try {
    const all = await api.notifications(record.id ?? '', limit);
    const fresh = all.slice(record.told, MOST_NOTIFICATIONS);
    // Those of one lab follow its line; among several it must be said whose they are.
    const label = labelOf(record, records);
    for (const { text } of fresh)
      log.info(records.length < 2 ? line`    ${text}` : line`    ${label}: ${text}`);
    if (record.told <= MOST_NOTIFICATIONS && all.length > MOST_NOTIFICATIONS) {
      log.info(line`    Only the first ${MOST_NOTIFICATIONS} notifications are shown.`);
    }
    record.told = Math.max(record.told, all.length);
    return all.at(-1)?.text;
  } catch (error) {
    limit.signal.throwIfAborted();
    log.debug(line`${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}

function labFailed(record: LabRecord, lastWords: LogLine | undefined): ActionError {
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

/** Input `on-pause`. */
async function onPause(step: Step, { onPause }: Following, record: LabRecord): Promise<void> {
  const { clock, api, limit, log } = step;
  const id = record.id ?? '';
  const now = clock.now();
  if (record.resumedAt !== undefined && now - record.resumedAt < PAUSE_LINGERS_MS) return;
  switch (onPause) {
    case 'return':
      return end(record, { result: 'paused', error: undefined, now });
    case 'fail':
      return end(record, { result: 'failed', error: await labPaused(step, record), now });
    case 'resume':
      try {
        record.resumedAt = now;
        await api.resume(id, limit);
        log.info(line`Lab ${id} was paused and is resumed.`);
      } catch (error) {
        limit.signal.throwIfAborted();
        if (!(error instanceof ActionError)) throw error;
        // Whether a lost request did its work shows at the next looks; a refusal is final.
        if (!['network', 'server-error', 'response-invalid', 'rate-limited'].includes(error.code)) {
          return end(record, { result: 'failed', error, now });
        }
        log.info(line`${error.parts.why}; looking whether lab ${id} goes on.`);
      }
  }
}

async function labPaused({ api, limit }: Step, record: LabRecord): Promise<ActionError> {
  const id = record.id ?? '';
  const at = await api.pausedAt(id, limit).catch(() => undefined);
  limit.signal.throwIfAborted();
  const where = at === undefined ? line`` : line` ${at.isBeforeStep ? 'before' : 'after'} step '${at.step}'`;
  return new ActionError('lab-paused', {
    what: line`finish lab ${id} (${record.content})`,
    why: line`it is paused${where} and waits for a resume`,
    remedy: line`Set on-pause to resume or return, or resume it on the platform`,
  });
}
