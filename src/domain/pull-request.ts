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
  return {
    number,
    action: textOf(event.action),
    headRepository: headRepository(event),
    headSha: textOf(head?.sha),
    baseRef: textOf(base?.ref),
  };
}

function headRepository(event: EventSource['event']): string | undefined {
  const name = asObject(asObject(asObject(event.pull_request)?.head)?.repo)?.full_name;
  return typeof name === 'string' ? name : undefined;
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

/** Whether the head is in another repository. One that cannot be told, as of a deleted fork, is a stranger's. */
export function isForeign({ event, repository }: Pick<EventSource, 'event' | 'repository'>): boolean {
  return headRepository(event) !== repository;
}

/**
 * Whether the event hands secrets to a run for what a stranger wrote: then the step does nothing unless it is allowed,
 * and reads no file of a workspace in which a checkout may have put what the stranger likes.
 */
export function isForeignTarget(source: EventSource): boolean {
  return source.eventName === 'pull_request_target' && isForeign(source);
}
