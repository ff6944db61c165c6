import { formatDuration } from './duration';
import type { ActionError } from './errors';
import { asObject, parseJson } from './json';
import { isLabId } from './lab';
import type { LabRecord } from './lab-record';
import { expiresAt } from './lab-record';
import type { LabPhase } from './lab-status';
import { statusFacts } from './lab-status';
import type { Markdown } from './markdown';
import { code, joinMarkdown, linkTo, md, plain } from './markdown';
import type { WebLink } from './web-link';

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
export interface PreviewView {
  readonly commentKey: string;
  readonly stage: PreviewStage;
  readonly records: readonly LabRecord[];
  readonly error: ActionError | undefined;
  /** The log of the run. */
  readonly runUrl: WebLink | undefined;
  /** The commit that the preview is for. */
  readonly commit: string;
}

/** GitHub takes 65,536; the rest is room for what it counts differently. */
export const LONGEST_COMMENT = 60_000;
const ROOM_FOR_THE_END = 5_000;

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

/** The whole body: a hidden marker, a headline, a row per lab, and what a reviewer may want to know. */
export function previewComment(view: PreviewView): Markdown {
  const { commentKey, stage, records, error, runUrl, commit } = view;
  const over = stage === 'removed';
  const key = commentKey === 'default' ? md`` : md` · ${plain(commentKey)}`;
  const parts = [
    markerOf(view),
    md`### ${plural(HEADLINES[stage], records) as Markdown}${key}`,
    ...(over ? [md`The pull request is closed, so there is nothing left to open.`] : []),
    ...(error === undefined
      ? []
      : [md`> ${plain(error.message, 1_000)}\n>\n> Error code: ${code(error.code)}`]),
    ...(over || records.length === 0 ? [] : [table(view)]),
    ...(over ? [] : notes(view)),
  ];
  const foot = [
    ...(commit === '' ? [] : [md`Commit ${code(commit.slice(0, 7))}`]),
    ...(runUrl === undefined ? [] : [linkTo('log of the run', runUrl)]),
  ];
  if (foot.length > 0) parts.push(md`<sub>${joinMarkdown(foot, ' · ')}</sub>`);
  return md`${joinMarkdown(parts, '\n\n')}\n`;
}

function plural(headline: string, records: readonly LabRecord[]): string {
  return records.length < 2
    ? headline
    : headline
        .replace('lab ', 'labs ')
        .replace('lab:', 'labs:')
        .replace(' is ', ' are ')
        .replace(' was ', ' were ');
}

function table({ stage, records }: PreviewView): Markdown {
  const rows = records.map((record) => cellsOf(record, stage));
  // A column in which nothing stands would only make the reader look for what is missing.
  const filled = COLUMNS.map((_, column) => column < 2 || rows.some((cells) => cells[column] !== ''));
  const line = (cells: readonly Markdown[]): Markdown =>
    md`| ${joinMarkdown(
      cells.filter((_, column) => filled[column]),
      ' | ',
    )} |`;
  const lines = [line(COLUMNS), line(COLUMNS.map(() => md`---`))];
  let length = 0;
  for (const [index, cells] of rows.entries()) {
    const row = line(cells);
    length += row.length + 1;
    if (length > LONGEST_COMMENT - ROOM_FOR_THE_END) {
      lines.push(md`\n${plain(`${rows.length - index} more labs are in the summary of the run.`)}`);
      break;
    }
    lines.push(row);
  }
  return joinMarkdown(lines, '\n');
}

const COLUMNS = [md`Lab`, md`Status`, md`Took`, md`Ends by itself`, md`Link`];

function cellsOf(record: LabRecord, stage: PreviewStage): Markdown[] {
  const profile = record.profile === null ? md`` : md`<br>profile ${code(record.profile)}`;
  const running = stage === 'starting' && record.until === undefined;
  const took =
    running || record.since === undefined || record.until === undefined
      ? ''
      : formatDuration(record.until - record.since);
  return [
    md`${code(record.content)}${profile}`,
    md`${plain(statusOf(record))}${record.status === '' ? md`` : md`<br>${code(record.status)}`}`,
    plain(record.created || took === '' ? took : 'reused'),
    endOf(record),
    record.link === undefined ? md`` : md`**${linkTo('Open the lab', record.link)}**`,
  ];
}

const PHASE_WORDS: Readonly<Record<LabPhase, string>> = {
  starting: 'starting',
  running: 'running',
  paused: 'paused',
  stopping: 'stopping',
  finished: 'finished, still up',
  failed: 'failed',
  unknown: 'unknown',
};

function statusOf({ id, status, removed, error }: LabRecord): string {
  if (removed) return 'removed';
  if (status === '') return id === null && error !== undefined ? 'not created' : 'being created';
  return status === 'COMPLETED' ? 'finished' : PHASE_WORDS[statusFacts(status).phase];
}

function endOf(record: LabRecord): Markdown {
  if (record.lab === undefined || !statusFacts(record.status).living) return md``;
  const end = expiresAt(record);
  return (end === undefined ? 'never' : `${end.slice(0, 16).replace('T', ' ')} UTC`) as Markdown;
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

const MARK = 'scenario-lab-preview';

/** Hidden in the comment: whose it is, and ids that may spare a search. Never trusted without a look. */
export interface PreviewState {
  readonly commentKey: string;
  readonly labIds: readonly string[];
}

function markerOf({ commentKey, stage, records }: PreviewView): Markdown {
  const ids = stage === 'removed' ? [] : records.map(({ id }) => id).filter((id) => id !== null);
  const json = JSON.stringify({ key: commentKey, labs: ids.slice(0, 50) });
  // Nothing in it may end the HTML comment that it stands in.
  const inert = json
    .replace(/--/g, '-\\u002d')
    .replace(/[<>]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);
  return `<!-- ${MARK} ${inert} -->` as Markdown;
}

/** Reads the hidden state from the start of a comment; undefined where the comment is none of ours. */
export function readPreviewState(body: string): PreviewState | undefined {
  const start = `<!-- ${MARK} `;
  const end = body.slice(0, 8_000).indexOf(' -->');
  if (!body.startsWith(start) || end < 0) return undefined;
  const fields = asObject(parseJson(body.slice(start.length, end))?.value);
  if (fields === undefined || typeof fields.key !== 'string') return undefined;
  const ids: readonly unknown[] = Array.isArray(fields.labs) ? fields.labs : [];
  return { commentKey: fields.key, labIds: ids.filter(isLabId) };
}
