import type { GitHub } from '../clients/github';
import type { Comment } from '../clients/github-answers';
import { ActionError } from '../domain/errors';
import type { CommentMark } from '../domain/lab-comment';
import { readCommentState } from '../domain/lab-comment';
import type { Markdown } from '../domain/markdown';
import type { GitHubWarnings } from './github-warnings';

/** The one comment with a mark and a key on a pull request: found again by its hidden marker, created once, edited in place. */
export interface StickyComment {
  /** Lab ids of its hidden state, as it was when this step began. */
  hints(): Promise<readonly string[]>;
  /** Brings it to this text in the background; of several that wait only the last is written. */
  show(body: Markdown): void;
  /** The same, but where there is no comment none is made. */
  showIfThere(body: Markdown): void;
  /** Resolves to its address once nothing is under way; undefined where there is no comment. */
  settled(): Promise<string | undefined>;
}

/** Settings of {@link createStickyComment}. */
export interface StickyCommentSettings {
  readonly github: GitHub;
  readonly warnings: GitHubWarnings;
  readonly number: number;
  readonly mark: CommentMark;
  readonly commentKey: string;
  /** The runner masks its log, not what is sent to GitHub. */
  readonly scrub: (text: string) => string;
}

interface Wanted {
  readonly body: string;
  readonly create: boolean;
}

/** Creates the handle of a comment; nothing is sent until something is asked of it. */
export function createStickyComment(settings: StickyCommentSettings): StickyComment {
  const { github, warnings, number, mark, commentKey, scrub } = settings;
  let viewer: number | undefined;
  /** Undefined while it was not looked for, null where there is none. */
  let known: Comment | null | undefined;
  let wanted: Wanted | undefined;
  let working: Promise<void> | undefined;
  let searching: Promise<Comment | null | undefined> | undefined;

  /** Ours are those with our marker that we wrote ourselves; the oldest stays, as every run agrees. */
  async function find(): Promise<Comment | null> {
    viewer ??= await github.viewerId();
    const ours = (await github.comments(number))
      .filter(
        ({ authorId, body }) =>
          authorId === viewer && readCommentState(mark, body)?.commentKey === commentKey,
      )
      .sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id);
    const [oldest, ...others] = ours;
    for (const { id } of others) await unlessGone(github.deleteComment(id));
    return oldest ?? null;
  }

  function search(): Promise<Comment | null | undefined> {
    searching ??= warnings.attempt('comment', find).then((found) => {
      known = found;
      return found;
    });
    return searching;
  }

  async function write({ body, create }: Wanted): Promise<void> {
    if (known === undefined) known = await find();
    if (known !== null) {
      const updated = await unlessGone(github.updateComment(known.id, body));
      if (updated !== undefined) {
        known = updated;
        return;
      }
      // Somebody deleted it meanwhile; another run may have made a new one.
      known = await find();
      if (known !== null) {
        known = await github.updateComment(known.id, body);
        return;
      }
    }
    if (!create) return;
    const { id } = await github.createComment(number, body);
    // Two runs may have made one each, so both look again.
    known = await find();
    if (known !== null && known.id !== id) known = await github.updateComment(known.id, body);
  }

  async function work(): Promise<void> {
    await search();
    while (wanted !== undefined) {
      const next = wanted;
      wanted = undefined;
      if (known?.body === next.body) continue;
      const done = await warnings.attempt('comment', () => write(next).then(() => true));
      // After a lost answer a comment may be there that was not before.
      if (done === undefined) known = undefined;
    }
  }

  function want(next: Wanted): void {
    wanted = next;
    working ??= work().finally(() => {
      working = undefined;
    });
  }

  return {
    hints: async () => {
      const found = await search();
      return found == null ? [] : (readCommentState(mark, found.body)?.labIds ?? []);
    },
    show: (body) => want({ body: scrub(body), create: true }),
    showIfThere: (body) => want({ body: scrub(body), create: false }),
    settled: async () => {
      await working;
      return known?.url;
    },
  };
}

/** Undefined where what was asked for is not there any more. */
async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ActionError && error.code === 'not-found') return undefined;
    throw error;
  }
}
