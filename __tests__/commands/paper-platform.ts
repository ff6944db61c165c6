import { createAccessTokens } from '../../src/clients/access-token';
import type { LabApi } from '../../src/clients/lab-api';
import type { Limit } from '../../src/clients/retry';
import type { HttpAnswer } from '../../src/clients/transport';
import { launch } from '../../src/commands/launch';
import type { Step } from '../../src/commands/step';
import type { Clock } from '../../src/domain/clock';
import type { Lab } from '../../src/domain/lab';
import { LABS_PER_PAGE } from '../../src/domain/lab';
import { recordOfPlan } from '../../src/domain/lab-record';
import { createJournal } from '../../src/runner/state';
import { labLife } from '../../src/sandbox/lab-life';

/** What the platform is asked for. */
export type Kind = 'token' | 'creation' | 'list page' | 'one lab' | 'notifications';

/** A request as the platform would log it. */
export interface Arrival {
  readonly at: number;
  readonly kind: Kind;
}

/** Jobs that start within a few seconds of each other, as after a cron trigger. */
export interface Crowd {
  readonly jobs: number;
  readonly labsPerJob: number;
  readonly labMs: number;
  readonly startWithinMs: number;
  /** All jobs in one workspace, or each in one of its own. */
  readonly oneWorkspace: boolean;
}

/** From a request to its answer. */
const NETWORK_MS = 40;
const TOKEN_LIFETIME_S = 300;

/** Lets the action's own launch run for each job over a clock that jumps to the next event, and tells every request. */
export async function simulate({ jobs, labsPerJob, labMs, startWithinMs, oneWorkspace }: Crowd) {
  const time = drivenTime();
  const random = numbers(4_711);
  const arrivals: Arrival[] = [];
  const shared = emptyWorkspace();
  const results: (string | null)[] = [];
  let ends = 0;
  let lag = 0;

  async function ask<T>(kind: Kind, answer: () => T): Promise<T> {
    arrivals.push({ at: time.clock.now() + NETWORK_MS / 2, kind });
    await time.sleep(NETWORK_MS);
    return answer();
  }

  async function job(number: number): Promise<void> {
    await time.sleep(random() * startWithinMs);
    const limit: Limit = { signal: new AbortController().signal, remainingMs: () => 24 * 3_600_000 };
    const tokens = createAccessTokens({
      ...QUIET,
      clock: time.clock,
      random,
      send: () => ask('token', tokenAnswer),
      authUrl: 'https://id.lab.example',
      realm: 'mantis',
      authentication: { method: 'client_secret_basic', clientId: 'ci', clientSecret: 'x' },
      assertion: () => Promise.reject(new Error('no assertion is wanted')),
      login: { kind: 'service-account', scope: 'openid' },
      exchangeOverrides: {},
      onSpent: () => {},
      onGranted: () => {},
    });
    const workspace = oneWorkspace ? shared : emptyWorkspace();
    const plans = Array.from({ length: labsPerJob }, (_, index) => planNamed(`octo/lab@${number}+${index}`));
    const records = plans.map(recordOfPlan);
    const step: Step = {
      ...QUIET,
      api: paperApi({ ask, workspace, now: time.clock.now, before: () => tokens.get(limit), labMs, random }),
      tokens,
      clock: time.clock,
      random,
      warn: () => {},
      journal: createJournal({ keepsLabs: false }),
      limit,
    };
    const following = {
      waitFor: 'finished',
      intervalMs: 5_000,
      onPause: 'fail',
      linkOf: () => undefined,
    } as const;
    await launch(step, { plans, records, run: true, maxParallel: 10, following });
    results.push(...records.map(({ result }) => result));
    for (const { id, until } of records) {
      const lab = workspace.byId.get(id ?? '');
      lag = Math.max(lag, (until ?? 0) - (lab === undefined ? 0 : lab.runAt + lab.totalMs));
    }
    ends += 1;
  }

  const all = Promise.all(Array.from({ length: jobs }, (_, number) => job(number)));
  await time.run();
  if (ends < jobs) throw new Error(`${jobs - ends} jobs never ended`);
  await all;
  return { arrivals, results, lag, elapsedMs: time.clock.now() };
}

const QUIET = {
  requestTimeoutMs: 30_000,
  retries: 4,
  log: { info: () => {}, debug: () => {} },
  secrets: { add: () => {}, scrub: (text: string) => text },
};

function tokenAnswer(): HttpAnswer {
  const body = JSON.stringify({ access_token: 'token', expires_in: TOKEN_LIFETIME_S, scope: 'openid' });
  return { status: 200, headers: {}, body };
}

function planNamed(name: string) {
  return {
    kind: 'scenario',
    content: 'small-company/ransomware',
    profile: 'default',
    name,
    nameIsUnique: true,
    publicAccess: false,
    config: {},
  } as const;
}

interface PaperLab {
  readonly id: string;
  readonly runAt: number;
  readonly totalMs: number;
}

interface Workspace {
  /** Oldest first; the list begins with the newest. */
  readonly labs: PaperLab[];
  readonly byId: Map<string, PaperLab>;
}

const emptyWorkspace = (): Workspace => ({ labs: [], byId: new Map() });

interface PaperApi {
  readonly ask: <T>(kind: Kind, answer: () => T) => Promise<T>;
  readonly workspace: Workspace;
  readonly now: () => number;
  /** A token, as before every request to the real one. */
  readonly before: () => Promise<unknown>;
  readonly labMs: number;
  readonly random: () => number;
}

function paperApi({ ask, workspace, now, before, labMs, random }: PaperApi): LabApi {
  const asked = async <T>(kind: Kind, answer: () => T): Promise<T> => {
    await before();
    return ask(kind, answer);
  };
  const shown = ({ id, runAt, totalMs }: PaperLab): Lab => {
    const plan = { behaviour: 'succeeds', totalMs, executes: true, maxDurationMs: 0, teardownMs: 0 } as const;
    const { status } = labLife(plan, { createdAt: runAt, runAt }, now());
    return { id, status, content: 'small-company/ransomware', contentType: 'KILLCHAIN' };
  };
  const methods: Partial<LabApi> = {
    createLab: ({ plan }) =>
      asked('creation', () => {
        const id = `${plan.name.replace(/[^0-9]/g, '-')}-${workspace.labs.length}`;
        const lab = { id, runAt: now(), totalMs: labMs * (0.8 + 0.4 * random()) };
        workspace.labs.push(lab);
        workspace.byId.set(id, lab);
        return id;
      }),
    lab: (id) =>
      asked('one lab', () => {
        const lab = workspace.byId.get(id);
        if (lab === undefined) throw new Error(`there is no lab ${id}`);
        return shown(lab);
      }),
    labs: ({ page }) =>
      asked('list page', () => {
        const end = workspace.labs.length - (page - 1) * LABS_PER_PAGE;
        const labs = workspace.labs.slice(Math.max(0, end - LABS_PER_PAGE), Math.max(0, end));
        return { labs: labs.map(shown), total: workspace.labs.length };
      }),
    notifications: () => asked('notifications', () => []),
  };
  return methods as LabApi;
}

/** A clock on which nothing passes but what somebody sleeps; `run` goes from event to event until there is none. */
function drivenTime() {
  const due = new Map<number, (() => void)[]>();
  const times: number[] = [];
  let now = 0;
  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      // To the millisecond, so that events come in batches.
      const at = Math.ceil(now + ms);
      const others = due.get(at);
      if (others !== undefined) return void others.push(resolve);
      due.set(at, [resolve]);
      insert(times, at);
    });
  const clock: Clock = { now: () => now, date: () => new Date(now), sleep: (ms) => sleep(ms) };
  const run = async (): Promise<void> => {
    await new Promise(setImmediate);
    for (let at = times.pop(); at !== undefined; at = times.pop()) {
      now = at;
      for (const resolve of due.get(at) ?? []) resolve();
      due.delete(at);
      await new Promise(setImmediate);
    }
  };
  return { clock, sleep, run };
}

/** Keeps the times in falling order: the next one is the last. */
function insert(times: number[], at: number): void {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) > at) low = middle + 1;
    else high = middle;
  }
  times.splice(low, 0, at);
}

/** The same numbers in [0, 1) in every run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
