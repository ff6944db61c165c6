/** What a status means to somebody who waits (contract, table "Lab status"). */
export type LabPhase = 'starting' | 'running' | 'paused' | 'stopping' | 'finished' | 'failed' | 'unknown';

interface StatusFacts {
  readonly phase: LabPhase;
  /** May be reused by a preview. */
  readonly living: boolean;
  /** Something is left at the server that clean-up has to remove. */
  readonly removable: boolean;
}

const starting: StatusFacts = { phase: 'starting', living: true, removable: true };
const running: StatusFacts = { phase: 'running', living: true, removable: true };

const STATUSES: Readonly<Record<string, StatusFacts>> = {
  CREATED: starting,
  PENDING: starting,
  RUNNER_SETUP: starting,
  SCENARIO_CREATION: starting,
  SCENARIO_SETUP: starting,
  SCENARIO_EXECUTION: running,
  SCENARIO_TEARDOWN: running,
  SCENARIO_FINISHED: { phase: 'finished', living: true, removable: true },
  PAUSE: { phase: 'paused', living: true, removable: true },
  RUNNER_TEARDOWN: { phase: 'stopping', living: false, removable: true },
  COMPLETED: { phase: 'finished', living: false, removable: false },
  ERROR: { phase: 'failed', living: false, removable: true },
  CANCELLED: { phase: 'failed', living: false, removable: false },
};

/** Every status word that the contract names. */
export const STATUS_WORDS: readonly string[] = Object.keys(STATUSES);

const UNKNOWN: StatusFacts = { phase: 'unknown', living: true, removable: true };

/** The facts about a status word; a word that the contract does not name is waited through. */
export function statusFacts(status: string): StatusFacts {
  return Object.hasOwn(STATUSES, status) ? (STATUSES[status] ?? UNKNOWN) : UNKNOWN;
}

/** Input `wait-for`. */
export type WaitFor = 'none' | 'running' | 'finished';

/** Input `on-pause`. */
export type OnPause = 'fail' | 'resume' | 'return';

/** What a look at a lab says: go on waiting, or stop because it is reached, failed or paused. */
export type Verdict = 'waiting' | 'reached' | 'failed' | 'paused';

/** Judges a status against what is waited for. */
export function judge(status: string, waitFor: WaitFor): Verdict {
  const { phase } = statusFacts(status);
  switch (phase) {
    case 'failed':
      return 'failed';
    case 'finished':
      return 'reached';
    case 'running':
      return waitFor === 'running' ? 'reached' : 'waiting';
    case 'paused':
      return 'paused';
    case 'starting':
    case 'stopping':
    case 'unknown':
      return 'waiting';
  }
}
