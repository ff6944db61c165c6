import { cleanText, line } from '../domain/foreign-text';
import { DEFAULT_COMMENT_KEY, isCommentKey } from '../domain/lab-name';
import type { PreviewAct, PullRequest } from '../domain/pull-request';
import { isForeignTarget, previewAct, readPullRequest } from '../domain/pull-request';
import type { ContentInputs } from './content-inputs';
import type { Context } from './context';
import type { InputReader } from './input-reader';
import { createInputReader } from './input-reader';

/** What a preview is for, and where it shows itself. */
export interface PreviewInputs {
  readonly act: PreviewAct;
  readonly pull: PullRequest;
  readonly comment: boolean;
  readonly commentKey: string;
  /** With the number filled in; undefined for no deployment. */
  readonly environment: string | undefined;
}

/** The pull request on which a step that is no preview tells how its labs fare. */
export interface CommentInputs {
  readonly number: number;
  readonly commit: string;
  readonly commentKey: string;
}

/** Which labs a sweep removes. */
export interface SweepInputs {
  readonly olderThanMs: number;
  readonly maxRemovals: number;
  /** Undefined: those of this repository. */
  readonly namePrefix: string | undefined;
}

/** Whether this run would act for what a stranger wrote, and nobody has allowed that (input `allow-forks`). */
export function isForbiddenFork(context: Context): boolean {
  return isForeignTarget(context) && !createInputReader().flag('allow-forks', false);
}

/** Reads the event and the inputs of a preview; undefined when the event is none for it. */
export function readPreview(reader: InputReader, context: Context): PreviewInputs | undefined {
  const act = previewAct(context);
  const pull = readPullRequest(context);
  const comment = reader.flag('comment', true);
  const commentKey = readCommentKey(reader);
  const environment = readEnvironment(reader, pull?.number ?? 0);
  if (typeof act !== 'string') reader.problems.push(act);
  return typeof act !== 'string' || pull === undefined
    ? undefined
    : { act, pull, comment, commentKey, environment };
}

/** Reads the input `comment` of a command that is no preview; undefined where no comment is wanted. */
export function readComment(reader: InputReader, context: Context): CommentInputs | undefined {
  if (!reader.flag('comment', false)) return undefined;
  const commentKey = readCommentKey(reader);
  const pull = readPullRequest(context);
  if (pull !== undefined) return { number: pull.number, commit: pull.headSha, commentKey };
  reader.problems.push({
    what: line`use comment: true`,
    why: line`the event '${cleanText(context.eventName, 60)}' is no event of a pull request`,
    remedy: line`Run it on pull_request, or write comment: \${{ github.event_name == 'pull_request' }}`,
  });
  return undefined;
}

function readCommentKey(reader: InputReader): string {
  const key = reader.text('comment-key') ?? DEFAULT_COMMENT_KEY;
  if (isCommentKey(key)) return key;
  reader.problems.push({
    what: line`use the input comment-key`,
    why: line`it is not made of 1 to 50 letters, digits, ".", "_" and "-"`,
    remedy: line`Write a short word like windows`,
  });
  return DEFAULT_COMMENT_KEY;
}

function readEnvironment(reader: InputReader, number: number): string | undefined {
  const name = reader.text('environment')?.replaceAll('{pr}', String(number));
  if (name === undefined || /^[^\u0000-\u001f\u007f]{1,255}$/.test(name)) return name;
  reader.problems.push({
    what: line`use the input environment`,
    why: line`it is longer than 255 characters or holds control characters`,
    remedy: line`Write a name like preview-{pr}`,
  });
  return undefined;
}

/** Long enough for a day's work, short enough that a forgotten preview ends by itself. */
export const PREVIEW_MAX_DURATION_S = 8 * 3_600;

/** The pull request names a preview's labs: a name that two of them share would let one remove the other's. */
export function refuseNames(reader: InputReader, { requests }: Pick<ContentInputs, 'requests'>): void {
  requests.forEach(({ name }, index) => {
    if (name === undefined) return;
    reader.problems.push({
      what: line`use the input lab-set`,
      why: line`lab-set[${index}].name is given, and in a preview the pull request names its labs`,
      remedy: line`Take it out; comment-key tells several previews of one pull request apart`,
    });
  });
}

/** Reads the inputs of a sweep. */
export function readSweep(reader: InputReader): SweepInputs {
  return {
    olderThanMs: reader.duration('older-than', 24 * 3_600_000),
    maxRemovals: reader.count('max-removals', { fallback: 50, min: 1, max: 10_000 }),
    namePrefix: reader.text('name-prefix'),
  };
}
