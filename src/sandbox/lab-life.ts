/** How a scenario's labs fare. */
export type Behaviour =
  | 'succeeds'
  /** ERROR in the middle of the execution; the runner stays up. */
  | 'fails'
  /** CANCELLED in the middle of the execution, by somebody else. */
  | 'is-cancelled'
  /** PAUSE in the middle of the execution until it is resumed. */
  | 'pauses'
  /** Shows SCENARIO_WARMUP, a status that no contract names, before the execution. */
  | 'shows-unknown-status'
  /** Stays in SCENARIO_EXECUTION for good. */
  | 'never-ends'
  /** Is gone (404) from the middle of the execution on. */
  | 'vanishes';

/** What is fixed about a lab when it is made. */
export interface LabPlan {
  readonly behaviour: Behaviour;
  /** From the run to the end of the content. */
  readonly totalMs: number;
  /** Topologies and baseboxes have nothing to execute. */
  readonly executes: boolean;
  /** From the run on; 0 for no limit (LabConfig `max_duration`). */
  readonly maxDurationMs: number;
  /** How long the runner takes to go away. */
  readonly teardownMs: number;
}

/** What happened to a lab from outside, in milliseconds since 1970. */
export interface LabEvents {
  readonly createdAt: number;
  readonly runAt?: number | undefined;
  readonly stoppedAt?: number | undefined;
  readonly resumedAt?: number | undefined;
}

/** A lab at one moment. */
export interface LabLife {
  readonly status: string;
  readonly startedAt?: number;
  readonly contentEndedAt?: number;
  readonly endedAt?: number;
  /** Nothing about this lab will ever change again, and no runner is left. */
  readonly over: boolean;
  /** The API does not know it any more. */
  readonly vanished: boolean;
}

interface Step {
  readonly status: string;
  /** Share of the total. */
  readonly share: number;
}

const EXECUTING: readonly Step[] = [
  { status: 'CREATED', share: 0.03 },
  { status: 'PENDING', share: 0.07 },
  { status: 'RUNNER_SETUP', share: 0.15 },
  { status: 'SCENARIO_CREATION', share: 0.15 },
  { status: 'SCENARIO_SETUP', share: 0.15 },
  { status: 'SCENARIO_EXECUTION', share: 0.35 },
  { status: 'SCENARIO_TEARDOWN', share: 0.1 },
];

const DEPLOYING: readonly Step[] = [
  { status: 'CREATED', share: 0.05 },
  { status: 'PENDING', share: 0.1 },
  { status: 'RUNNER_SETUP', share: 0.25 },
  { status: 'SCENARIO_CREATION', share: 0.3 },
  { status: 'SCENARIO_SETUP', share: 0.3 },
];

/** A lab counts as started when its runner is being set up. */
const STARTED_STATUS = 'RUNNER_SETUP';

/** The shares up to the moment when behaviours part: half of the execution, or of the last deploying step. */
const EXECUTION_MIDDLE = 0.55 + 0.35 / 2;
const DEPLOYMENT_MIDDLE = 0.7 + 0.3 / 2;

/** What becomes of a lab's plan at a moment; the same arguments give the same answer. */
export function labLife(plan: LabPlan, events: LabEvents, now: number): LabLife {
  const { runAt, stoppedAt } = events;
  if (runAt === undefined) {
    if (stoppedAt === undefined || now < stoppedAt)
      return { status: 'CREATED', over: false, vanished: false };
    return torndown({ plan, since: stoppedAt, now, last: 'CANCELLED', before: {} });
  }
  const limitAt = plan.maxDurationMs > 0 ? runAt + plan.maxDurationMs : Number.POSITIVE_INFINITY;
  const endAt = Math.min(stoppedAt ?? Number.POSITIVE_INFINITY, limitAt);
  if (now < endAt) return undisturbed(plan, events, now);
  const before = undisturbed(plan, events, endAt);
  if (before.over || before.vanished) return before;
  // A failed lab stays failed when its runner goes.
  if (before.status === 'ERROR') return { ...before, endedAt: endAt + plan.teardownMs, over: now >= endAt };
  const finished = before.status === 'SCENARIO_FINISHED' || endAt === limitAt;
  return torndown({ plan, since: endAt, now, last: finished ? 'COMPLETED' : 'CANCELLED', before });
}

interface Teardown {
  readonly plan: LabPlan;
  readonly since: number;
  readonly now: number;
  readonly last: string;
  readonly before: Pick<LabLife, 'startedAt' | 'contentEndedAt'>;
}

function torndown({ plan, since, now, last, before }: Teardown): LabLife {
  const times = {
    ...(before.startedAt === undefined ? {} : { startedAt: before.startedAt }),
    contentEndedAt: before.contentEndedAt ?? since,
  };
  const endedAt = since + plan.teardownMs;
  if (now < endedAt) return { status: 'RUNNER_TEARDOWN', ...times, over: false, vanished: false };
  return { status: last, ...times, endedAt, over: true, vanished: false };
}

/** The life of a lab that nobody stops and no limit ends. */
function undisturbed(plan: LabPlan, events: LabEvents, now: number): LabLife {
  const runAt = events.runAt ?? now;
  const middle = (plan.executes ? EXECUTION_MIDDLE : DEPLOYMENT_MIDDLE) * plan.totalMs;
  let elapsed = now - runAt;
  const steps = plan.executes ? EXECUTING : DEPLOYING;
  const startedAt = runAt + shareBefore(steps, STARTED_STATUS) * plan.totalMs;
  const started = now >= startedAt ? { startedAt } : {};
  const alive = { ...started, over: false, vanished: false };
  if (elapsed >= middle) {
    switch (plan.behaviour) {
      case 'fails':
        return { ...alive, status: 'ERROR', contentEndedAt: runAt + middle };
      case 'is-cancelled':
        return torndown({ plan, since: runAt + middle, now, last: 'CANCELLED', before: started });
      case 'vanishes':
        return { ...alive, status: 'SCENARIO_EXECUTION', over: true, vanished: true };
      case 'never-ends':
        elapsed = middle;
        break;
      case 'pauses': {
        const { resumedAt } = events;
        if (resumedAt === undefined || now < resumedAt) return { ...alive, status: 'PAUSE' };
        elapsed = middle + (now - Math.max(resumedAt, runAt + middle));
        break;
      }
      case 'succeeds':
      case 'shows-unknown-status':
        break;
    }
  }
  if (elapsed >= plan.totalMs) {
    return { ...alive, status: 'SCENARIO_FINISHED', contentEndedAt: now - (elapsed - plan.totalMs) };
  }
  return { ...alive, status: statusAt(steps, plan, elapsed) };
}

function statusAt(steps: readonly Step[], plan: LabPlan, elapsed: number): string {
  let end = 0;
  for (const { status, share } of steps) {
    const begin = end;
    end += share * plan.totalMs;
    if (elapsed >= end) continue;
    const warm = plan.behaviour === 'shows-unknown-status' && status === 'SCENARIO_SETUP';
    return warm && elapsed >= (begin + end) / 2 ? 'SCENARIO_WARMUP' : status;
  }
  return steps.at(-1)?.status ?? 'CREATED';
}

function shareBefore(steps: readonly Step[], status: string): number {
  let sum = 0;
  for (const step of steps) {
    if (step.status === status) return sum;
    sum += step.share;
  }
  return sum;
}
