import { formatDuration } from '../domain/duration';
import { line } from '../domain/foreign-text';
import type { Lab } from '../domain/lab';
import { pullRequestOfName } from '../domain/lab-name';
import type { LabRecord } from '../domain/lab-record';
import { observe, recordOfId } from '../domain/lab-record';
import { statusFacts } from '../domain/lab-status';
import { removeRecord } from './clean-up';
import { byAge, listLabs } from './find-labs';
import type { GitHubWarnings } from './github-warnings';
import { inParallel } from './in-parallel';
import { withName } from './named-labs';
import type { Step } from './step';

/** Which of our labs a nightly job removes. */
export interface Sweep {
  /** `<owner>/<repo>` */
  readonly repository: string;
  /** Input `name-prefix`. */
  readonly namePrefix: string | undefined;
  readonly olderThanMs: number;
  readonly maxRemovals: number;
  readonly method: 'stop' | 'delete';
  /** Only say what would be removed. */
  readonly dryRun: boolean;
  readonly openPullRequests: () => Promise<ReadonlySet<number>>;
  readonly warnings: GitHubWarnings;
  /** Filled with what is removed. */
  readonly records: LabRecord[];
}

const READS_AT_ONCE = 10;

/**
 * Removes labs of ours that are too old: the net below everything else, for what a runner left that lost power. Only
 * the configs of old labs are read, and no more of them than are needed.
 */
export async function sweep(step: Step, sweeping: Sweep): Promise<void> {
  const { clock, log, api, limit } = step;
  const { olderThanMs, maxRemovals, dryRun, method, records } = sweeping;
  const now = clock.date().getTime();
  const ageOf = ({ createdAt }: Lab): number => (createdAt === undefined ? 0 : now - createdAt);
  const old = (await listLabs(api, limit, { all: false }))
    .filter((lab) => statusFacts(lab.status).removable && ageOf(lab) >= olderThanMs)
    .sort(byAge);
  const reasonOf = createJudge(step, sweeping);
  for (let next = 0; next < old.length && records.length < maxRemovals; next += READS_AT_ONCE) {
    const some = old.slice(next, next + READS_AT_ONCE);
    const named = await inParallel(some, READS_AT_ONCE, (lab) => withName(step, lab));
    for (const one of named) {
      const reason = one === undefined ? undefined : await reasonOf(one.name);
      if (one === undefined || reason === undefined) continue;
      const { lab, name } = one;
      if (records.length >= maxRemovals) {
        log.info(line`More labs are old, but max-removals is ${maxRemovals}; the next sweep goes on.`);
        break;
      }
      const words = dryRun ? 'Dry run: would remove' : 'Removing';
      log.info(line`${words} lab ${lab.id} ('${name}'): ${formatDuration(ageOf(lab))} old, ${reason}`);
      const record = recordOfId(lab.id);
      record.name = name;
      record.since = clock.now();
      observe(record, lab, clock.now());
      records.push(record);
    }
  }
  if (records.length === 0) log.info(line`No lab of ours is older than ${formatDuration(olderThanMs)}.`);
  if (!dryRun) await inParallel(records, READS_AT_ONCE, (record) => removeRecord(step, method, record));
}

/** Says why a lab of this name goes; undefined where it stays. GitHub is asked once, when a preview is met. */
function createJudge({ log }: Step, sweeping: Sweep) {
  const { repository, namePrefix, openPullRequests, warnings } = sweeping;
  const prefixes = namePrefix === undefined ? [`${repository}@`, `${repository}#`] : [namePrefix];
  let asking: Promise<ReadonlySet<number> | undefined> | undefined;
  return async (name: string): Promise<string | undefined> => {
    if (!prefixes.some((prefix) => name.startsWith(prefix))) return undefined;
    const spare = (why: string): undefined => {
      log.info(line`Sparing '${name}': ${why}`);
    };
    const pull = pullRequestOfName(name);
    if (pull === undefined) {
      return name.startsWith(`${repository}#`) ? spare('its pull request cannot be told') : 'left by a run';
    }
    if (pull.repository !== repository) return spare('it belongs to a pull request of another repository');
    asking ??= warnings.attempt('pull-request', openPullRequests);
    const open = await asking;
    if (open === undefined) return spare('whether its pull request is open cannot be told');
    return open.has(pull.number)
      ? spare(`pull request ${pull.number} is open`)
      : `pull request ${pull.number} is not open`;
  };
}
