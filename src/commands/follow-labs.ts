import { formatDuration } from '../domain/duration';
import type { LogLine } from '../domain/foreign-text';
import { line } from '../domain/foreign-text';
import type { Lab } from '../domain/lab';
import { LABS_PER_PAGE } from '../domain/lab';
import type { LabRecord } from '../domain/lab-record';
import type { OnPause, WaitFor } from '../domain/lab-status';
import { restAfterLook } from '../domain/poll-rhythm';
import type { WebLink } from '../domain/web-link';
import { howLong, labelOf, showNotifications, takeIn } from './judge-lab';
import { FIRST_PLACES, lookAtLabs } from './look-at-labs';
import type { Step } from './step';

/** What to follow, and until when. */
export interface Following {
  readonly records: readonly LabRecord[];
  readonly waitFor: WaitFor;
  /** The longest pause between two looks. */
  readonly intervalMs: number;
  /** Resolves when the next creation has ended, either way; undefined once none is under way. */
  readonly nextArrival: () => Promise<void> | undefined;
  readonly linkOf: (lab: Lab) => WebLink | undefined;
  readonly onPause: OnPause;
  /** Called after each look at which a lab moved. */
  readonly onMove?: () => void;
}

/** So many labs whose last notifications are still unread at the end are read then, at once. */
const LAST_NEWS = 10;

/** At least this often a line says that the step is alive. */
const PROGRESS_EVERY_MS = 60_000;

/**
 * Looks at labs until each is judged: a line at each change of status, at least one a minute, and a verdict in each
 * record. One lab's failure does not end the wait for the others.
 * @throws only the limit's reason
 */
export async function followLabs(step: Step, following: Following): Promise<void> {
  const { clock, limit, random } = step;
  const { records, intervalMs, nextArrival } = following;
  const saidUnknown = new Set<string>();
  const news = new Set<LabRecord>();
  let lastChange = clock.now();
  let lastWords = clock.now();
  let places = FIRST_PLACES;
  for (;;) {
    const active = records.filter((record) => record.id !== null && record.until === undefined);
    if (active.length === 0) {
      const arrival = nextArrival();
      if (arrival === undefined) return tellNews(LAST_NEWS);
      await arrival;
      continue;
    }
    const begunAt = clock.now();
    const look = await lookAtLabs(step, active, places);
    places = look.places;
    const changes = await Promise.all(
      active.map((record) =>
        takeIn(step, following, { record, look: look.answers.get(record) ?? {}, saidUnknown, news }),
      ),
    );
    if (active.every(({ until }) => until !== undefined)) continue;
    // As many reads as the list of statuses takes: of a hundred labs that all move at once, one has its say now.
    await tellNews(Math.ceil(active.length / LABS_PER_PAGE));
    const now = clock.now();
    if (changes.includes(true)) {
      lastChange = now;
      lastWords = now;
      following.onMove?.();
    }
    if (now - lastWords >= PROGRESS_EVERY_MS) {
      step.log.info(progressLine(step, following));
      lastWords = now;
    }
    const quietMs = now - lastChange;
    const lookMs = now - begunAt;
    const rest = restAfterLook({ quietMs, labs: active.length, intervalMs, lookMs, random: random() });
    await clock.sleep(Math.min(rest, lastWords + PROGRESS_EVERY_MS - now), limit.signal);
  }

  async function tellNews(count: number): Promise<void> {
    const next = [...news].slice(0, count);
    for (const record of next) news.delete(record);
    await Promise.all(next.map((record) => showNotifications(step, following, record)));
  }
}

/** How long it has been, and what comes next. */
function progressLine({ clock, limit }: Step, { records, waitFor }: Following): LogLine {
  const waiting = records.filter(({ until, id }) => until === undefined && id !== null);
  const [first] = waiting;
  const left = formatDuration(limit.remainingMs());
  if (first === undefined) return line`Waiting for labs to be created, until the step's timeout in ${left}.`;
  const who =
    waiting.length === 1 ? labelOf(first, records) : line`${waiting.length} of ${records.length} labs`;
  const status = waiting.length === 1 ? line` is ${first.status}` : line` are on their way`;
  const next = line`${waiting.length === 1 ? 'it' : 'them'} to ${waitFor === 'running' ? 'run' : 'finish'}`;
  return line`${who}${status} (${howLong(first, clock.now())}); waiting for ${next}, until the step's timeout in ${left}.`;
}
