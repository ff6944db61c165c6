import { formatDuration } from './duration';
import { asObject, parseJson } from './json';
import { isLabId } from './lab';
import type { LabRecord } from './lab-record';
import { expiresAt } from './lab-record';
import type { LabPhase } from './lab-status';
import { statusFacts } from './lab-status';
import type { Markdown } from './markdown';
import { code, joinMarkdown, linkTo, md, plain } from './markdown';
import type { WebLink } from './web-link';

/**
 * What a comment's hidden marker begins with, by what the comment is about. A preview and a launch of one pull request
 * and one key have a comment each.
 */
export type CommentMark = 'scenario-lab-preview' | 'scenario-lab-result';

/** Hidden in the comment: whose it is, and ids that may spare a search. Never trusted without a look. */
export interface CommentState {
  readonly commentKey: string;
  readonly labIds: readonly string[];
}

/** Where a comment leads to besides labs. */
export interface CommentFoot {
  /** The log of the run. */
  readonly runUrl: WebLink | undefined;
  /** The commit that the run is for. */
  readonly commit: string;
}

/** A comment on a pull request, in its parts. */
export interface LabComment extends CommentFoot {
  readonly mark: CommentMark;
  readonly state: CommentState;
  /** Ours, without a value from outside. */
  readonly headline: string;
  readonly parts: readonly Markdown[];
}

/** GitHub takes 65,536; the rest is room for what it counts differently. */
export const LONGEST_COMMENT = 60_000;
const ROOM_FOR_THE_END = 5_000;

/** The whole body: a hidden marker, a headline, the parts, and what a reviewer may want to know. */
export function labComment({ mark, state, headline, parts, runUrl, commit }: LabComment): Markdown {
  const { commentKey } = state;
  const key = commentKey === 'default' ? md`` : md` · ${plain(commentKey)}`;
  const foot = [
    ...(commit === '' ? [] : [md`Commit ${code(commit.slice(0, 7))}`]),
    ...(runUrl === undefined ? [] : [linkTo('log of the run', runUrl)]),
  ];
  const all = [
    markerOf(mark, state),
    md`### ${headline as Markdown}${key}`,
    ...parts,
    ...(foot.length === 0 ? [] : [md`<sub>${joinMarkdown(foot, ' · ')}</sub>`]),
  ];
  return md`${joinMarkdown(all, '\n\n')}\n`;
}

/** A headline about one lab, said of as many as there are. */
export function headlineOf(headline: string, records: readonly LabRecord[]): string {
  return records.length < 2
    ? headline
    : headline
        .replace('lab ', 'labs ')
        .replace('lab:', 'labs:')
        .replace(' is ', ' are ')
        .replace(' was ', ' were ');
}

const COLUMNS = [md`Lab`, md`Status`, md`Took`, md`Ends by itself`, md`Link`];

/**
 * A table of labs that leaves out what would make the comment too long, and columns after the second that are empty.
 * @param rows a cell for each of the columns
 */
export function labTable(rows: readonly (readonly Markdown[])[]): Markdown {
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

const PHASE_WORDS: Readonly<Record<LabPhase, string>> = {
  starting: 'starting',
  running: 'running',
  paused: 'paused',
  stopping: 'stopping',
  finished: 'finished, still up',
  failed: 'failed',
  unknown: 'unknown',
};

/** What a status means, in a word or two. */
export function phaseWord(status: string): string {
  return status === 'COMPLETED' ? 'finished' : PHASE_WORDS[statusFacts(status).phase];
}

/** How far labs are: what a comment is edited for. Each status word would cost GitHub a request. */
export function phasesOf(records: readonly LabRecord[]): string {
  return records.map(({ status }) => statusFacts(status).phase).join();
}

/** What a lab is made of. */
export function contentCell({ content, profile }: LabRecord): Markdown {
  return md`${code(content)}${profile === null ? md`` : md`<br>profile ${code(profile)}`}`;
}

/** A word of ours about a lab, above the platform's. */
export function statusCell(word: string, { status }: LabRecord): Markdown {
  return md`${plain(word)}${status === '' ? md`` : md`<br>${code(status)}`}`;
}

/** How long a lab's story took; "" while it goes on. */
export function tookOf({ since, until }: LabRecord): string {
  return since === undefined || until === undefined ? '' : formatDuration(until - since);
}

/** When the platform ends a living lab that this step asked for. */
export function endCell(record: LabRecord): Markdown {
  if (record.plan === undefined || record.lab === undefined || !statusFacts(record.status).living)
    return md``;
  const end = expiresAt(record);
  return (end === undefined ? 'never' : `${end.slice(0, 16).replace('T', ' ')} UTC`) as Markdown;
}

function markerOf(mark: CommentMark, { commentKey, labIds }: CommentState): Markdown {
  const json = JSON.stringify({ key: commentKey, labs: labIds.slice(0, 50) });
  // Nothing in it may end the HTML comment that it stands in.
  const inert = json
    .replace(/--/g, '-\\u002d')
    .replace(/[<>]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);
  return `<!-- ${mark} ${inert} -->` as Markdown;
}

/** Reads the hidden state from the start of a comment; undefined where the comment is none of ours with this mark. */
export function readCommentState(mark: CommentMark, body: string): CommentState | undefined {
  const start = `<!-- ${mark} `;
  const end = body.slice(0, 8_000).indexOf(' -->');
  if (!body.startsWith(start) || end < 0) return undefined;
  const fields = asObject(parseJson(body.slice(start.length, end))?.value);
  if (fields === undefined || typeof fields.key !== 'string') return undefined;
  const ids: readonly unknown[] = Array.isArray(fields.labs) ? fields.labs : [];
  return { commentKey: fields.key, labIds: ids.filter(isLabId) };
}
