import type { LabApi } from '../clients/lab-api';
import type { Limit } from '../clients/retry';
import type { Clock } from '../domain/clock';
import { ActionError } from '../domain/errors';
import type { LogLine } from '../domain/foreign-text';
import { line } from '../domain/foreign-text';
import type { JournalEntry } from '../domain/journal-entry';
import type { LabRecord } from '../domain/lab-record';
import { findLabsByName } from './find-labs';
import type { Step } from './step';

/** What clean-up works with; main and post both have it. */
export interface CleanUp {
  readonly api: LabApi;
  readonly clock: Clock;
  readonly log: { info(text: LogLine): void };
  readonly limit: Limit;
  /** What "remove" means (input `cleanup-method`). */
  readonly method: 'stop' | 'delete';
  /** Pauses before each look for a lab whose creation was never answered. */
  readonly looksAfterMs: readonly number[];
}

/** What became of one entry. */
export interface Removal {
  readonly entry: JournalEntry;
  /** Ids that are gone now, by this removal or before it. */
  readonly removed: readonly string[];
  /** Why something may be left. */
  readonly error?: ActionError;
}

/**
 * Removes the labs of journal entries, all at once. A lab that is gone already is fine; an entry without an id is
 * looked up by its name, because the server may have finished a creation whose answer nobody saw. Never throws.
 */
export function removeLabs(cleanUp: CleanUp, entries: readonly JournalEntry[]): Promise<Removal[]> {
  return Promise.all(entries.map((entry) => removeEntry(cleanUp, entry)));
}

async function removeEntry(cleanUp: CleanUp, entry: JournalEntry): Promise<Removal> {
  const removed: string[] = [];
  try {
    if (entry.id !== undefined) removed.push(await removeLab(cleanUp, entry.id));
    if (entry.id === undefined || entry.repeated === true) {
      if (!entry.unique) throw cannotTell(entry);
      removed.push(...(await removeByName(cleanUp, entry)));
    }
    return { entry, removed };
  } catch (error) {
    return { entry, removed, error: asRemovalError(error, entry) };
  }
}

/** Resolves to the id once the lab is removed, or was gone already. */
export async function removeLab(
  { api, log, method, limit }: Pick<CleanUp, 'api' | 'log' | 'method' | 'limit'>,
  id: string,
): Promise<string> {
  try {
    await (method === 'stop' ? api.stop(id, limit) : api.remove(id, limit));
    log.info(line`Lab ${id} was ${method === 'stop' ? 'stopped' : 'deleted'}.`);
  } catch (error) {
    if (!(error instanceof ActionError) || error.code !== 'not-found') throw error;
    log.info(line`Lab ${id} was gone already.`);
  }
  return id;
}

/** Removes the lab of a record; a refusal is the record's error. */
export async function removeRecord(step: Step, method: CleanUp['method'], record: LabRecord): Promise<void> {
  record.since ??= step.clock.now();
  try {
    await removeLab({ ...step, method }, record.id ?? '');
    record.result = 'succeeded';
    record.removed = true;
  } catch (error) {
    step.limit.signal.throwIfAborted();
    if (!(error instanceof ActionError)) throw error;
    record.result = 'failed';
    record.error = error;
  }
  record.until = step.clock.now();
}

async function removeByName(cleanUp: CleanUp, entry: JournalEntry): Promise<string[]> {
  const { api, clock, limit, looksAfterMs } = cleanUp;
  const removed = new Set<string>();
  for (const pause of looksAfterMs) {
    await clock.sleep(pause, limit.signal);
    const found = await findLabsByName(api, limit, entry);
    const ids = found.map(({ id }) => id).filter((id) => id !== entry.id && !removed.has(id));
    for (const id of await Promise.all(ids.map((id) => removeLab(cleanUp, id)))) removed.add(id);
  }
  return [...removed];
}

function cannotTell({ name }: JournalEntry): ActionError {
  return new ActionError('not-found', {
    what: line`remove lab '${name}'`,
    why: line`its creation was not answered, and others may bear the name that was chosen for it`,
    remedy: line`Look for it in the workspace and stop it there`,
  });
}

function asRemovalError(thrown: unknown, { id, name }: JournalEntry): ActionError {
  const why =
    thrown instanceof ActionError
      ? thrown.parts.why
      : line`${thrown instanceof Error ? thrown.message : thrown}`;
  const lab = id === undefined ? line`'${name}'` : line`${id} ('${name}')`;
  return new ActionError(thrown instanceof ActionError ? thrown.code : 'internal', {
    what: line`remove lab ${lab}`,
    why,
    remedy: line`Stop it on the platform, or by a step with command: stop and its id in lab-ids`,
    cause: thrown,
  });
}
