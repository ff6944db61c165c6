import { ActionError } from '../domain/errors';
import { line } from '../domain/foreign-text';
import { LABS_PER_PAGE } from '../domain/lab';
import type { LabRecord } from '../domain/lab-record';
import type { Look } from './judge-lab';
import type { Step } from './step';

/** Where labs of ours stand in the list of living ones. */
export interface Places {
  /** The pages on which they stood at the last look; none where they were not found. */
  readonly pages: ReadonlySet<number>;
  /** Where the search for them goes on. */
  readonly searchFrom: number;
}

/** Where labs are looked for at first: a list that begins with the newest has ours there. */
export const FIRST_PLACES: Places = { pages: new Set([1]), searchFrom: 2 };

/** What one look at all labs gave. */
export interface LookAtAll {
  readonly answers: ReadonlyMap<LabRecord, Look>;
  /** Where to begin the next time. */
  readonly places: Places;
}

/**
 * Reads labs with as few requests as it takes: pages of the list where they stood the last time, the pages beside
 * those, and one read for each that is on none of them. Labs that were created together stand together, so that ten of
 * them cost no more in a workspace of ten thousand than in an empty one. Where the pages would be as many as the labs,
 * each is read by itself.
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
  let lastPage = Math.max(1, ...places.pages);
  let { searchFrom } = places;

  async function readPage(page: number): Promise<void> {
    done.add(page);
    const { labs, total } = await pageOf(step, page);
    lastPage = Math.max(1, Math.ceil(total / LABS_PER_PAGE));
    for (const lab of labs) {
      const record = missing.get(lab.id);
      if (record === undefined) continue;
      answers.set(record, { lab });
      missing.delete(lab.id);
      found.add(page);
    }
  }

  /** Beside a page with ours, since new labs push the others on; without one, the next that was not searched. */
  function nextPage(): number | undefined {
    if (found.size === 0) {
      const page = searchFrom > lastPage ? 1 : searchFrom;
      searchFrom = page + 1;
      return done.has(page) ? undefined : page;
    }
    const beside = [Math.max(...found) + 1, Math.min(...found) - 1, 1];
    return beside.find((page) => page >= 1 && page <= lastPage && !done.has(page));
  }

  const listed = active.length > places.pages.size;
  if (listed) {
    await Promise.all([...places.pages].map(readPage));
    // A search costs at most as much again as reading each by itself.
    for (let tries = missing.size; tries > 0 && missing.size > 1; tries -= 1) {
      const page = nextPage();
      if (page === undefined) break;
      await readPage(page);
    }
  }
  await Promise.all([...missing].map(async ([id, record]) => answers.set(record, await readOne(step, id))));
  return { answers, places: listed ? { pages: found, searchFrom } : places };
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
