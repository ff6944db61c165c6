import { errorQuote } from './error-quote';
import type { ActionError } from './errors';
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
import type { LabRecord } from './lab-record';
import type { Markdown } from './markdown';
import { code, linkTo, md, plain } from './markdown';

/** How far a preview is. */
export type PreviewStage =
  | 'starting'
  | 'ready'
  | 'paused'
  | 'failed'
  | 'timed-out'
  | 'cancelled'
  | 'removed'
  | 'not-removed';

/** What the pull request's comment shows. */
export interface PreviewView extends CommentFoot {
  readonly commentKey: string;
  readonly stage: PreviewStage;
  readonly records: readonly LabRecord[];
  readonly error: ActionError | undefined;
}

const HEADLINES: Readonly<Record<PreviewStage, string>> = {
  starting: '⏳ Scenario lab is starting',
  ready: '🟢 Scenario lab is ready',
  paused: '⏸️ Scenario lab is paused',
  failed: '❌ Scenario lab failed',
  'timed-out': '⏱️ Scenario lab was not ready in time',
  cancelled: '🚫 Scenario lab: the run was cancelled',
  removed: '🗑️ Scenario lab was removed',
  'not-removed': '⚠️ Scenario lab could not be removed',
};

/** How the preview of a pull request is. */
export function previewComment(view: PreviewView): Markdown {
  const { commentKey, stage, records, error, runUrl, commit } = view;
  const over = stage === 'removed';
  const labIds = over ? [] : records.map(({ id }) => id).filter((id) => id !== null);
  return labComment({
    mark: 'scenario-lab-preview',
    state: { commentKey, labIds },
    headline: headlineOf(HEADLINES[stage], records),
    parts: [
      ...(over ? [md`The pull request is closed, so there is nothing left to open.`] : []),
      ...(error === undefined ? [] : [errorQuote(error)]),
      ...(over || records.length === 0 ? [] : [labTable(records.map(cellsOf))]),
      ...(over ? [] : notes(view)),
    ],
    runUrl,
    commit,
  });
}

function cellsOf(record: LabRecord): Markdown[] {
  const took = tookOf(record);
  return [
    contentCell(record),
    statusCell(statusOf(record), record),
    plain(record.created || took === '' ? took : 'reused'),
    endCell(record),
    record.link === undefined ? md`` : md`**${linkTo('Open the lab', record.link)}**`,
  ];
}

function statusOf({ id, status, removed, error }: LabRecord): string {
  if (removed) return 'removed';
  if (status === '') return id === null && error !== undefined ? 'not created' : 'being created';
  return phaseWord(status);
}

/** Why there is no link, and how to get one. */
function notes({ stage, records }: PreviewView): Markdown[] {
  if (stage !== 'ready' && stage !== 'starting') return [];
  if (records.length > 0 && records.every(({ plan }) => plan?.publicAccess === false)) {
    return [
      md`There is no public link, because the workflow asks for none: ${code('public-access: true')} makes one.`,
    ];
  }
  if (stage === 'starting' && records.every(({ link }) => link === undefined)) {
    return [md`What is known of it appears here as it comes up.`];
  }
  const linkless = records.some(
    ({ plan, lab, link }) => plan?.publicAccess === true && lab && link === undefined,
  );
  if (!linkless || stage === 'starting') return [];
  return [
    md`The platform named no usable address for a public link; the input ${code('public-link-template')} can say where it is.`,
  ];
}
