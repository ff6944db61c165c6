import { ActionError } from '../domain/errors';
import { line } from '../domain/foreign-text';
import { LABS_PER_PAGE } from '../domain/lab';
import type { LabRecord } from '../domain/lab-record';
import type { Look } from './judge-lab';
import type { Step } from './step';

/** Pages of the list of living labs on which labs of ours stood. */
export type Places = ReadonlySet<number>;

/** Where labs are looked for at first: a list that begins with the newest has ours there. */
export const FIRST_PLACES: Places = new Set([1]);

/** What one look at all labs gave. */
export interface LookAtAll {
  readonly answers: ReadonlyMap<LabRecord, Look>;
  /** Where to begin the next time. */
  readonly places: Places;
}

/**
 * Reads labs with as few requests as it takes: pages of the list where they stood the last time, their neighbours for
 * those that have moved on, and one read for each that is in none of them. Labs that were created together stand
 * together, so that a workspace of ten thousand labs costs ten of them no more than an empty one. Where the pages would
 * be as many as the labs, each is read by itself.
 */
export async function lookAtLabs(
  step: Step,
  active: readonly LabRecord[],
  places: Places,
): Promise<LookAtAll> {
  const answers = new Map<LabRecord, Look>();
  const missing = new Map(active.map((record) => [record.id ?? '', record]));
  const done = new Set<number>();
  const found = new Set<number>();
  let lastPage = 1;

  async function readPage(page: number): Promise<void> {
    done.add(page);
    const { labs, total } = await pageOf(step, page);
    lastPage = Math.ceil(total / LABS_PER_PAGE);
    for (const lab of labs) {
      const record = missing.get(lab.id);
      if (record === undefined) continue;
      answers.set(record, { lab });
      missing.delete(lab.id);
      found.add(page);
    }
  }

  /** New labs push the others on to the next page; labs created meanwhile are at one end of the list. */
  const worthATry = (): number | undefined =>
    [Math.max(0, ...found) + 1, 1, lastPage].find((page) => page <= lastPage && !done.has(page));

  const listed = active.length > places.size;
  if (listed) {
    await Promise.all([...places].map(readPage));
    for (let page = worthATry(); missing.size > 1 && page !== undefined; page = worthATry()) {
      await readPage(page);
    }
  }
  await Promise.all([...missing].map(async ([id, record]) => answers.set(record, await readOne(step, id))));
  if (!listed) return { answers, places };
  return { answers, places: found.size > 0 ? found : FIRST_PLACES };
}

/** A page that cannot be read is no verdict on any lab: each is then read by itself. */
async function pageOf({ api, limit, log }: Step, page: number) {
  try {
    return await api.labs({ all: false, page }, limit);
  } catch (error) {
    limit.signal.throwIfAborted();
    log.debug(line`${error instanceof Error ? error.message : error}`);
    return { labs: [], total: 0 };
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
