import type { LabApi } from '../clients/lab-api';
import type { Limit } from '../clients/retry';
import { ActionError } from '../domain/errors';
import type { Lab } from '../domain/lab';
import { LABS_PER_PAGE } from '../domain/lab';
import type { LabKind } from '../domain/lab-config';
import { CONTENT_TYPES } from '../domain/lab-config';

/** A safety net against a server whose pages never end. */
const MOST_PAGES = 1_000;

/** All labs of the workspace, page by page; `all` includes the stopped ones. */
export async function listLabs(
  api: LabApi,
  limit: Limit,
  { all }: { readonly all: boolean },
): Promise<Lab[]> {
  const labs = new Map<string, Lab>();
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await api.labs({ all, page }, limit);
    const before = labs.size;
    // Labs that come or go between two pages shift the rest: one seen twice counts once.
    for (const lab of answer.labs) labs.set(lab.id, lab);
    if (answer.labs.length < LABS_PER_PAGE || labs.size === before || labs.size >= answer.total) break;
  }
  return [...labs.values()];
}

/** What a lab is searched by. */
export interface LabMark {
  readonly name: string;
  readonly content: string;
  readonly kind: LabKind | undefined;
}

/**
 * The labs that still run and bear a name, oldest first. Only the config tells the name, so it is read for labs of the
 * same content alone.
 */
export async function findLabsByName(api: LabApi, limit: Limit, mark: LabMark): Promise<Lab[]> {
  const labs = await listLabs(api, limit, { all: false });
  const candidates = labs.filter(
    (lab) =>
      (lab.content === mark.content || lab.content === '') &&
      (mark.kind === undefined || lab.contentType === '' || lab.contentType === CONTENT_TYPES[mark.kind]),
  );
  const names = await Promise.all(candidates.map((lab) => nameOf(api, limit, lab)));
  return candidates.filter((_, index) => names[index] === mark.name).sort(byAge);
}

/** A lab that is gone meanwhile, or that is not ours to read, bears no name of ours. */
async function nameOf(api: LabApi, limit: Limit, { id }: Lab): Promise<string | undefined> {
  try {
    return await api.labName(id, limit);
  } catch (error) {
    if (error instanceof ActionError && (error.code === 'not-found' || error.code === 'forbidden'))
      return undefined;
    throw error;
  }
}

/** Creation time, then id: the order in which two runs agree on who stays. */
export function byAge(a: Lab, b: Lab): number {
  return (a.createdAt ?? 0) - (b.createdAt ?? 0) || (a.id < b.id ? -1 : 1);
}
