import { ActionError } from '../domain/errors';
import type { Lab } from '../domain/lab';
import type { ReadConfig } from '../domain/lab-match';
import { statusFacts } from '../domain/lab-status';
import { byAge, listLabs } from './find-labs';
import { inParallel } from './in-parallel';
import type { Step } from './step';

/** A lab with what only its config tells. */
export interface NamedLab {
  readonly lab: Lab;
  readonly name: string;
  readonly config: ReadConfig;
}

type Reader = Pick<Step, 'api' | 'limit'>;

const MOST_READS_AT_ONCE = 10;

/** Every lab that is not gone and whose name is wanted, oldest first. */
export async function findNamedLabs(step: Reader, isWanted: (name: string) => boolean): Promise<NamedLab[]> {
  const labs = await listLabs(step.api, step.limit, { all: false });
  const there = labs.filter(({ status }) => statusFacts(status).removable).sort(byAge);
  const named = await inParallel(there, MOST_READS_AT_ONCE, (lab) => withName(step, lab));
  return named.filter((one): one is NamedLab => one !== undefined && isWanted(one.name));
}

/** Reads a lab's name; undefined when it is gone meanwhile, is not ours to read, or has none. */
export async function withName({ api, limit }: Reader, lab: Lab): Promise<NamedLab | undefined> {
  try {
    const config = await api.labConfig(lab.id, limit);
    return typeof config.config_name === 'string' ? { lab, name: config.config_name, config } : undefined;
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** Labs whose ids somebody claims to be ours; each counts only if the lab behind it bears a wanted name. */
export async function checkHints(
  step: Reader,
  ids: readonly string[],
  isWanted: (name: string) => boolean,
): Promise<NamedLab[]> {
  const checked = await inParallel(ids, MOST_READS_AT_ONCE, async (id) => {
    try {
      const config = await step.api.labConfig(id, step.limit);
      const { config_name: name } = config;
      if (typeof name !== 'string' || !isWanted(name)) return undefined;
      return { lab: await step.api.lab(id, step.limit), name, config };
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  });
  return checked.filter((one): one is NamedLab => one !== undefined).sort((a, b) => byAge(a.lab, b.lab));
}

function isGone(error: unknown): boolean {
  return error instanceof ActionError && (error.code === 'not-found' || error.code === 'forbidden');
}
