import { formatDuration } from './duration';
import { errorQuote } from './error-quote';
import type { ActionError } from './errors';
import type { LabRecord, Result } from './lab-record';
import type { LabPhase } from './lab-status';
import { statusFacts } from './lab-status';
import type { Markdown } from './markdown';
import { code, joinMarkdown, linkTo, md, plain } from './markdown';

/** What the job summary shows. */
export interface Report {
  readonly command: string;
  readonly result: Result;
  readonly error: ActionError | undefined;
  readonly records: readonly LabRecord[];
  /** What the command adds. */
  readonly sections: readonly Markdown[];
  /** Unix milliseconds of a moment on the monotonic clock. */
  readonly toWallClock: (at: number) => number;
  readonly now: number;
}

const RESULT_SIGNS: Readonly<Record<Result, string>> = {
  succeeded: '✅',
  failed: '❌',
  'timed-out': '⏱️',
  cancelled: '🚫',
  paused: '⏸️',
  skipped: '⏭️',
};

/** The runner throws away a summary of more than 1 MiB, so this is the most. */
export const MOST_SUMMARY_BYTES = 900_000;

/** Of which the table of labs takes at most so many. */
const MOST_TABLE_BYTES = 600_000;

/** Under the heads of the table's columns, the one for links included. */
export const TABLE_RULE = '|---|---|---|---|---|---|';
export const PICTURE_FENCE = '```mermaid';

const MOST_BARS = 20;
const MOST_PHASES = 100;
const MOST_ROWS = 500;

/** The job summary: a verdict, a row per lab and a picture of the phases that each went through. */
export function summaryMarkdown(report: Report): Markdown {
  const { command, result, error, records } = report;
  const sign = RESULT_SIGNS[result] as Markdown;
  const parts = [md`### ${sign} Scenario Lab: ${plain(command)} ${plain(result.replace('-', ' '))}`];
  if (error !== undefined) parts.push(errorQuote(error));
  parts.push(...report.sections);
  if (records.length > 0) parts.push(table(report));
  const picture = phasePicture(report);
  if (picture !== undefined) parts.push(picture);
  return md`${joinMarkdown(fitting(parts), '\n\n')}\n`;
}

/** The parts that fit, in their order, and a note where some do not. */
function fitting(parts: readonly Markdown[]): Markdown[] {
  const note = md`_Some of this was left out: a summary may have no more than 900 KB._`;
  let left = MOST_SUMMARY_BYTES - Buffer.byteLength(note) - 10;
  const fit = parts.filter((part) => {
    const size = Buffer.byteLength(part) + 2;
    if (size > left) return false;
    left -= size;
    return true;
  });
  return fit.length === parts.length ? fit : [...fit, note];
}

function table({ records, now }: Report): Markdown {
  let left = MOST_TABLE_BYTES;
  const hasLinks = records.some(({ link }) => link !== undefined);
  const all = records.slice(0, MOST_ROWS).map((record) => {
    const cells = [
      md`${record.result === null ? ('' as Markdown) : md`${RESULT_SIGNS[record.result] as Markdown} `}${labCell(record)}`,
      code(record.content),
      code(record.profile ?? ''),
      md`${plain(record.status)}${record.removed ? md` (removed)` : md``}`,
      plain(record.since === undefined ? '' : formatDuration((record.until ?? now) - record.since)),
      ...(hasLinks ? [linkCell(record)] : []),
    ];
    return md`| ${joinMarkdown(cells, ' | ')} |`;
  });
  const rows = all.filter((row) => {
    left -= Buffer.byteLength(row) + 1;
    return left >= 0;
  });
  const rest = records.length - rows.length;
  const lines = [
    md`| Lab | Scenario | Profile | Status | Duration |${hasLinks ? md` Link |` : md``}`,
    (hasLinks ? TABLE_RULE : TABLE_RULE.slice(0, -4)) as Markdown,
    ...rows,
  ];
  if (rest > 0) lines.push(md`\n${plain(`${rest} more labs are in the output labs.`)}`);
  return joinMarkdown(lines, '\n');
}

function linkCell({ link }: LabRecord): Markdown {
  return link === undefined ? md`` : linkTo('open', link);
}

function labCell(record: LabRecord): Markdown {
  const name = code(record.name ?? '');
  if (record.id === null) return md`${name}`;
  return record.name === null ? code(record.id) : md`${name}<br>${code(record.id)}`;
}

/** A Mermaid gantt: one section per lab, one bar per phase; undefined when no lab was seen at all. */
function phasePicture({ records, toWallClock, now }: Report): Markdown | undefined {
  const drawn = records.filter(({ seen }) => seen.length > 0).slice(0, MOST_BARS);
  if (drawn.length === 0) return undefined;
  const titles = drawn.map(
    (record, index) => `${index + 1} ${gantText(record.content || record.name || record.id || '')}`,
  );
  const sections = drawn.map((record, index) => {
    const bars = barsOf(record, now).map(({ phase, from, to }) => {
      const [start, end] = [Math.round(toWallClock(from)), Math.round(toWallClock(Math.max(to, from + 1)))];
      return `    ${phase} :${BAR_STYLES[phase]}${start}, ${end}`;
    });
    return [`  section ${titles[index]}`, ...bars].join('\n');
  });
  // Mermaid leaves titles less room than they need, and then draws the bars over them.
  const room = 30 + 6 * Math.max(10, ...titles.map(({ length }) => length));
  const layout = `  %%{init: {"gantt": {"leftPadding": ${room}}}}%%`;
  // The line that Mermaid would draw at the reader's time of day says nothing about a step that is over.
  const axis = ['  dateFormat x', '  axisFormat %H:%M:%S', '  todayMarker off'];
  const chart = ['gantt', layout, ...axis, ...sections].join('\n');
  return `${PICTURE_FENCE}\n${chart}\n\`\`\`` as Markdown;
}

const BAR_STYLES: Readonly<Record<LabPhase, string>> = {
  starting: '',
  running: 'active, ',
  paused: 'crit, ',
  stopping: '',
  finished: 'done, ',
  failed: 'crit, ',
  unknown: '',
};

interface Bar {
  readonly phase: LabPhase;
  readonly from: number;
  readonly to: number;
}

/** Statuses in a row of the same phase become one bar; the last one reaches to the end of the lab's story. */
function barsOf(record: LabRecord, now: number): Bar[] {
  const end = record.until ?? now;
  const bars: Bar[] = [];
  record.seen.forEach(({ status, at }, index) => {
    const { phase } = statusFacts(status);
    const from = index === 0 ? (record.since ?? at) : at;
    const last = bars.at(-1);
    if (last?.phase === phase) return;
    if (last !== undefined) bars[bars.length - 1] = { ...last, to: from };
    bars.push({ phase, from, to: end });
  });
  return bars.slice(0, MOST_PHASES);
}

/** Mermaid reads ":", ";", "#" and line breaks in a section's title; only plain characters pass. */
function gantText(text: string): string {
  return text
    .replace(/[^\p{L}\p{N} _./+-]/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, 60);
}
