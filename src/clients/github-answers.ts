/** A comment below a pull request. */
export interface Comment {
  readonly id: number;
  readonly body: string;
  readonly url: string;
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
  readonly id: number;
  readonly body?: string | undefined;
  readonly html_url: string;
  readonly created_at: string;
  readonly user: { readonly id: number } | null;
}

/** Reads a comment. */
export function commentOf({
  id,
  body = '',
  html_url: url,
  created_at: createdAt,
  user,
}: CommentAnswer): Comment {
  return { id: numberOf(id), body, url, createdAt, authorId: user?.id };
}

/** An id or a number; Octokit hands on whatever a proxy answers in GitHub's place. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  throw notGitHubs();
}

/** What was answered is none of GitHub's answers. */
export function notGitHubs(): Error {
  return new Error('the answer is not what GitHub sends');
}
