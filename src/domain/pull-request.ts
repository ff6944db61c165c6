import type { InputProblem } from './errors';
import { cleanText, line } from './foreign-text';
import { asObject } from './json';

/** The pull request that an event is about. */
export interface PullRequest {
  readonly number: number;
  /** What happened to it: `opened`, `closed`… */
  readonly action: string;
  /** `<owner>/<repo>` of the branch; undefined once a fork has been deleted. */
  readonly headRepository: string | undefined;
  readonly headSha: string;
  readonly baseRef: string;
}

/** Where an event was read from. */
export interface EventSource {
  readonly eventName: string;
  readonly event: Readonly<Record<string, unknown>>;
  /** `<owner>/<repo>` */
  readonly repository: string;
}

/** Reads the payload of a `pull_request` or `pull_request_target` event; undefined for every other one. */
export function readPullRequest({ event }: Pick<EventSource, 'event'>): PullRequest | undefined {
  const pull = asObject(event.pull_request);
  const [head, base] = [asObject(pull?.head), asObject(pull?.base)];
  const number = pull?.number;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1) return undefined;
  const repository = asObject(head?.repo)?.full_name;
  return {
    number,
    action: textOf(event.action),
    headRepository: typeof repository === 'string' ? repository : undefined,
    headSha: textOf(head?.sha),
    baseRef: textOf(base?.ref),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** What a preview does for an event: bring the lab up, take it down, or say why the event is none of these. */
export type PreviewAct = 'up' | 'down';

const ACTS: Readonly<Record<string, PreviewAct>> = {
  opened: 'up',
  reopened: 'up',
  synchronize: 'up',
  closed: 'down',
};

/** The rules for events (interface, "Commands", preview). */
export function previewAct({ eventName, event }: EventSource): PreviewAct | InputProblem {
  const what = line`make a preview`;
  const remedy = line`Run it on pull_request: types: [opened, reopened, synchronize, closed]`;
  const pull = readPullRequest({ event });
  if (pull === undefined || !/^pull_request(_target)?$/.test(eventName)) {
    return { what, why: line`the event '${cleanText(eventName, 60)}' is no event of a pull request`, remedy };
  }
  const act = Object.hasOwn(ACTS, pull.action) ? ACTS[pull.action] : undefined;
  if (act !== undefined) return act;
  return {
    what,
    why: line`the activity '${cleanText(pull.action, 60)}' says nothing about the lab`,
    remedy,
  };
}

/**
 * Whether the event hands secrets to a run for what a stranger wrote: `pull_request_target` with the head in another
 * repository.
 */
export function isForeignTarget({ eventName, event, repository }: EventSource): boolean {
  const pull = readPullRequest({ event });
  return eventName === 'pull_request_target' && pull !== undefined && pull.headRepository !== repository;
}
