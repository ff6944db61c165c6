import type { WebLink } from '../domain/web-link';
import { webLink } from '../domain/web-link';

/** A comment below a pull request. */
export interface Comment {
  readonly id: number;
  readonly body: string;
  /** Undefined where GitHub named none that is a fit link. */
  readonly url: WebLink | undefined;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Undefined for an account that is gone. */
  readonly authorId: number | undefined;
}

/** The answer to the query for the viewer. */
export interface ViewerAnswer {
  readonly data?: { readonly viewer?: { readonly databaseId?: unknown } };
}

interface CommentAnswer {
  readonly id?: unknown;
  readonly body?: unknown;
  readonly html_url?: unknown;
  readonly created_at?: unknown;
  readonly user?: { readonly id?: unknown } | null;
}

/** Reads a comment. */
export function commentOf({ id, body, html_url: url, created_at: createdAt, user }: CommentAnswer): Comment {
  const authorId = user?.id;
  return {
    id: numberOf(id),
    body: typeof body === 'string' ? body : '',
    url: typeof url === 'string' ? webLink(url) : undefined,
    createdAt: typeof createdAt === 'string' ? createdAt : '',
    authorId: typeof authorId === 'number' ? authorId : undefined,
  };
}

/** An id or a number, which becomes a part of paths; Octokit hands on whatever a proxy answers in GitHub's place. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  throw notGitHubs();
}

/** What was answered is none of GitHub's answers. */
export function notGitHubs(): Error {
  return new Error('the answer is not what GitHub sends');
}

/** A hundred in each; a part of a list would be taken for all of it, so a list without an end is none. */
const MOST_PAGES = 100;

/** All items of a list, page by page. */
export async function allOf<T>(pages: AsyncIterable<{ readonly data: T[] }>): Promise<T[]> {
  const all: T[] = [];
  let count = 0;
  for await (const { data } of pages) {
    count += 1;
    if (count > MOST_PAGES) throw new Error(`the list has more than ${MOST_PAGES} pages`);
    if (!Array.isArray(data)) throw notGitHubs();
    all.push(...data);
  }
  return all;
}
