import type { ActionError } from './errors';
import { scrubbedError } from './errors';
import type { Lab } from './lab';
import type { LabKind } from './lab-config';
import { CONTENT_TYPES } from './lab-config';
import type { LabPlan } from './lab-plan';
import { labConfigOf } from './lab-plan';
import type { Scrub } from './secrets';
import type { WebLink } from './web-link';

/** Every value of the output `result`. */
export const RESULTS = ['succeeded', 'failed', 'timed-out', 'cancelled', 'paused', 'skipped'] as const;

/** Output `result`, for the step and for each lab. */
export type Result = (typeof RESULTS)[number];

/** A status and when it was first seen, in milliseconds on the monotonic clock. */
export interface SeenStatus {
  readonly status: string;
  readonly at: number;
}

/** What the step knows of one lab; filled in as the story goes on, and reported whatever happens. */
export interface LabRecord {
  /** Undefined for labs that another step created. */
  readonly plan: LabPlan | undefined;
  /** Null until its creation is answered. */
  id: string | null;
  name: string | null;
  content: string;
  contentType: string;
  profile: string | null;
  /** "" until it was looked at. */
  status: string;
  /** When this step began with it, on the monotonic clock. */
  since: number | undefined;
  /** When its story ended. */
  until: number | undefined;
  readonly seen: SeenStatus[];
  lab: Lab | undefined;
  link: WebLink | undefined;
  created: boolean;
  /** Null while it is not judged. */
  result: Result | null;
  error: ActionError | undefined;
  /** Set once it was removed by this step. */
  removed: boolean;
  /** Notifications that were shown already. */
  told: number;
  /** When this step resumed it last, on the monotonic clock; undefined once it moved on. */
  resumedAt: number | undefined;
}

/** A record of a lab that is still to be created. */
export function recordOfPlan(plan: LabPlan): LabRecord {
  return {
    ...emptyRecord(),
    plan,
    name: plan.name,
    content: plan.content,
    contentType: typeOf(plan.kind),
    profile: plan.profile,
  };
}

/** A record of a lab that exists already. */
export function recordOfId(id: string): LabRecord {
  return { ...emptyRecord(), id };
}

function emptyRecord(): LabRecord {
  return {
    plan: undefined,
    id: null,
    name: null,
    content: '',
    contentType: '',
    profile: null,
    status: '',
    since: undefined,
    until: undefined,
    seen: [],
    lab: undefined,
    link: undefined,
    created: false,
    result: null,
    error: undefined,
    removed: false,
    told: 0,
    resumedAt: undefined,
  };
}

function typeOf(kind: LabKind): string {
  return CONTENT_TYPES[kind];
}

/** Takes over what the API says now; returns whether the status is another than before. */
export function observe(record: LabRecord, lab: Lab, now: number): boolean {
  record.lab = lab;
  if (lab.content !== '') record.content = lab.content;
  if (lab.contentType !== '') record.contentType = lab.contentType;
  const moved = lab.status !== record.status;
  if (moved) {
    record.status = lab.status;
    record.seen.push({ status: lab.status, at: now });
  }
  return moved;
}

/**
 * When the platform ends a lab that was launched by this step (output `expires-at`); undefined where there is no limit
 * or its creation time is not known.
 */
export function expiresAt({ plan, lab }: LabRecord): string | undefined {
  if (plan === undefined || lab?.createdAt === undefined) return undefined;
  const { max_duration: seconds } = labConfigOf(plan);
  return seconds === 0 ? undefined : new Date(lab.createdAt + seconds * 1_000).toISOString();
}

/**
 * Whether `max_duration` may have ended a lab before its scenario was over: its time was up and nobody saw the scenario
 * finish. The platform's word for it is not known; where it is COMPLETED, that alone would pass for a success
 * (contract, "Open").
 * @param date the time of day, for a lab whose end is not dated
 */
export function mayBeCutShort(record: LabRecord, date: Date): boolean {
  const limit = expiresAt(record);
  const endedAt = record.lab?.endedAt ?? date.getTime();
  return (
    record.status === 'COMPLETED' &&
    limit !== undefined &&
    endedAt >= Date.parse(limit) &&
    !record.seen.some(({ status }) => status === 'SCENARIO_FINISHED')
  );
}

/** The record as it may be reported: every text in it scrubbed. */
export function scrubbedRecord(record: LabRecord, scrub: Scrub): LabRecord {
  const { id, name, profile, link, error } = record;
  return {
    ...record,
    id: id === null ? null : scrub(id),
    name: name === null ? null : scrub(name),
    content: scrub(record.content),
    contentType: scrub(record.contentType),
    profile: profile === null ? null : scrub(profile),
    status: scrub(record.status),
    link: link === undefined ? undefined : (scrub(link) as WebLink),
    error: error && scrubbedError(error, scrub),
  };
}

/** One item of the output `labs` (interface, "Outputs"); never holds a token. */
export function labOutput(record: LabRecord): Readonly<Record<string, unknown>> {
  const iso = (at: number | undefined): string | null =>
    at === undefined ? null : new Date(at).toISOString();
  return {
    id: record.id,
    name: record.name,
    'content-type': record.contentType,
    content: record.content,
    profile: record.profile,
    status: record.status,
    result: record.result,
    'error-code': record.error?.code ?? '',
    created: record.created,
    'public-link': record.link ?? null,
    'created-at': iso(record.lab?.createdAt),
    'started-at': iso(record.lab?.startedAt),
    'ended-at': iso(record.lab?.endedAt ?? record.lab?.contentEndedAt),
  };
}
