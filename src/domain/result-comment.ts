import type { Command } from './command-inputs';
import { errorQuote } from './error-quote';
import type { CommentFoot } from './lab-comment';
import {
  contentCell,
  endCell,
  headlineOf,
  labComment,
  labTable,
  phaseWord,
  statusCell,
  tookOf,
} from './lab-comment';
import type { LabRecord, Result } from './lab-record';
import { mayBeCutShort } from './lab-record';
import type { WaitFor } from './lab-status';
import { statusFacts } from './lab-status';
import type { Markdown } from './markdown';
import { code, joinMarkdown, linkTo, md, plain } from './markdown';
import type { Outcome } from './outcome';

/** What a step that is no preview tells on the pull request that it runs for. */
export interface ResultView extends CommentFoot {
  readonly commentKey: string;
  readonly command: Command;
  readonly waitFor: WaitFor;
  /** What becomes of labs that are still there (inputs `cleanup` and `cleanup-method`). */
  readonly cleanup: 'never' | 'on-failure' | 'always';
  readonly method: 'stop' | 'delete';
  readonly records: readonly LabRecord[];
  /** The time of day. */
  readonly date: Date;
  /** Undefined while the step is at it. */
  readonly outcome: Outcome | undefined;
}

/**
 * How the labs of a step fare. The comment outlives them, and nobody edits it when they go: so it tells what has
 * happened and what is to happen, never that something is there to be opened.
 */
export function resultComment(view: ResultView): Markdown {
  const { commentKey, records, outcome, runUrl, commit } = view;
  const error = outcome?.error;
  return labComment({
    mark: 'scenario-lab-result',
    state: { commentKey, labIds: [] },
    headline: headlineOf(outcome === undefined ? underWay(view) : endOf(view, outcome), records),
    parts: [
      ...(error === undefined ? [] : [errorQuote(error)]),
      ...(records.length === 0 ? [] : [labTable(records.map((record) => cellsOf(record, view)))]),
      ...whatBecomesOfThem(view),
    ],
    runUrl,
    commit,
  });
}

const UNDER_WAY: Readonly<Partial<Record<Command, string>>> = {
  create: '⏳ Scenario lab is being created',
  resume: '⏳ Scenario lab is being resumed',
  wait: '⏳ Scenario lab is waited for',
};

function underWay({ command, records }: ResultView): string {
  const runs = records.some(({ status }) => ['running', 'finished'].includes(statusFacts(status).phase));
  return runs ? '⏳ Scenario lab is running' : (UNDER_WAY[command] ?? '⏳ Scenario lab is starting');
}

const ENDS: Readonly<Record<Exclude<Result, 'succeeded' | 'failed'>, string>> = {
  'timed-out': '⏱️ Scenario lab timed out',
  cancelled: '🚫 Scenario lab: the run was cancelled',
  paused: '⏸️ Scenario lab paused',
  skipped: '⏭️ Scenario lab: the run was skipped',
};

/** Where a step that waits for nothing ended well. */
const DONE: Readonly<Partial<Record<Command, string>>> = {
  create: '✅ Scenario lab was created',
  resume: '✅ Scenario lab was resumed',
  wait: '👀 Scenario lab was looked at',
};

function endOf({ command, waitFor, records }: ResultView, { result, error }: Outcome): string {
  if (result === 'succeeded') {
    if (waitFor === 'finished') return '✅ Scenario lab succeeded';
    if (waitFor === 'running') return '✅ Scenario lab came up';
    return DONE[command] ?? '✅ Scenario lab was launched';
  }
  if (result !== 'failed') return ENDS[result];
  const failed = records.filter((record) => record.result === 'failed').length;
  if (failed > 0 && failed < records.length) return `❌ ${failed} of ${records.length} scenario labs failed`;
  // A login that failed says nothing about a lab that another step launched.
  const ofLab = error?.code === 'lab-failed' || error?.code === 'lab-paused';
  return ofLab ? '❌ Scenario lab failed' : '❌ Scenario lab: the step failed';
}

function cellsOf(record: LabRecord, view: ResultView): Markdown[] {
  const { id, link, removed } = record;
  const goes = removed || isToGo(view);
  return [
    joinMarkdown([contentCell(record), code(id ?? '')].filter(Boolean), '<br>'),
    md`${statusCell(wordOf(record, view), record)}${errorOf(record, view)}`,
    plain(tookOf(record)),
    goes ? md`` : endCell(record),
    link === undefined || removed || !statusFacts(record.status).living ? md`` : linkTo('public link', link),
  ];
}

function wordOf(record: LabRecord, { command, waitFor, method, date, outcome }: ResultView): string {
  const { id, status, result, removed } = record;
  const gone = removed ? `, ${GONE[method]}` : '';
  if (result !== null) {
    const cameUp = result === 'succeeded' && waitFor === 'running';
    const cut = result === 'succeeded' && waitFor === 'finished' && mayBeCutShort(record, date);
    return `${cameUp ? 'came up' : result.replace('-', ' ')}${cut ? ', perhaps cut short' : ''}${gone}`;
  }
  if (status === 'CREATED') return `created${gone}`;
  const goesOn =
    outcome !== undefined && ['starting', 'running', 'paused'].includes(statusFacts(status).phase);
  if (status !== '') return `${goesOn ? 'still ' : ''}${phaseWord(status)}${gone}`;
  if (id !== null) return 'not looked at yet';
  return command === 'create' || outcome === undefined ? 'being created' : 'not created';
}

const GONE = { stop: 'stopped', delete: 'deleted' } as const;

/** Of several labs each has its own reason; of one the quote above tells it. */
function errorOf({ result, error }: LabRecord, { records }: ResultView): Markdown {
  if (records.length < 2 || result !== 'failed' || error === undefined) return md``;
  return md`<br>${code(error.code)}: ${plain(error.parts.why, 150)}`;
}

/** Whether labs that are there do not outlive the job. */
function isToGo({ cleanup, outcome }: ResultView): boolean {
  return cleanup === 'always' || (cleanup === 'on-failure' && outcome?.error !== undefined);
}

/** What clean-up does with the labs, in words that stay true when it is done. */
function whatBecomesOfThem(view: ResultView): Markdown[] {
  const { cleanup, method, records, outcome } = view;
  const left = records.filter(({ id, removed, status }) => {
    return id !== null && !removed && (status === '' || statusFacts(status).removable);
  });
  const gone = records.filter(({ removed }) => removed);
  const why = code(`cleanup: ${cleanup}`);
  if (left.length === 0) {
    const subject = gone.length === 1 ? 'The lab was' : 'The labs were';
    return gone.length === 0
      ? []
      : [md`${plain(`${subject} ${GONE[method]}`)} at the end of the step (${why}).`];
  }
  const [subject, be, as] = left.length === 1 ? ['The lab', 'is', 'it is'] : ['The labs', 'are', 'they are'];
  if (isToGo(view)) {
    const links = left.some(({ link }) => link !== undefined)
      ? md` A link leads nowhere from then on.`
      : md``;
    const rest = gone.length > 0 ? 'What is left of the labs is' : `${subject} ${be}`;
    return [md`${plain(`${rest} to be ${GONE[method]} when the job ends`)} (${why}).${links}`];
  }
  return outcome === undefined
    ? []
    : [md`${plain(`The step left ${subject?.toLowerCase()} as ${as}`)} (${why}).`];
}
