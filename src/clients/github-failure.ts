import type { ErrorCode } from '../domain/errors';
import { ActionError } from '../domain/errors';
import type { LogLine } from '../domain/foreign-text';
import { cleanText, line } from '../domain/foreign-text';
import { RequestFailed } from './retry';

/** A piece of work at GitHub that did not succeed. */
export interface GitHubFailure {
  /** Completes "Cannot …". */
  readonly what: LogLine;
  /** What the job must grant for it, as workflows write it. */
  readonly permission: string;
  readonly error: unknown;
  readonly scrub: (text: string) => string;
}

/** Turns a failure into the error whose sentence stands in the warning. */
export function explainGitHubFailure({ what, permission, error, scrub }: GitHubFailure): ActionError {
  if (error instanceof ActionError) return error;
  const { status, message, cause, response } = error as OctokitError;
  const transport = [error, cause].find((each) => each instanceof RequestFailed);
  if (transport !== undefined || response === undefined) {
    const why = transport?.why ?? line`${cleanText(scrub(String(message)))}`;
    const remedy = line`Check that the runner may reach GitHub's API, and GitHub's status page`;
    return new ActionError('network', { what, why, remedy, cause: error });
  }
  // Octokit adds the address of the documentation after a dash.
  const said = cleanText(scrub(message).replace(/ - https?:\/\/\S+$/, ''), 120);
  const why = said === '' ? line`GitHub answered ${status}` : line`GitHub answered ${status} (${said})`;
  const { code, remedy } = advice(error as OctokitError, permission);
  return new ActionError(code, { what, why, remedy, cause: error });
}

interface OctokitError {
  readonly status?: number;
  readonly message: string;
  readonly cause?: unknown;
  readonly response?: { readonly headers: Readonly<Record<string, string | undefined>> };
}

function advice(
  { status = 0, response }: OctokitError,
  permission: string,
): { readonly code: ErrorCode; readonly remedy: LogLine } {
  const headers = response?.headers ?? {};
  const limited = headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined;
  if (status === 429 || (status === 403 && limited)) {
    return { code: 'rate-limited', remedy: line`Wait for GitHub's rate limit to pass` };
  }
  if (status === 401) return { code: 'unauthorized', remedy: line`Correct the input github-token` };
  // A private repository hides from a token without the permission.
  if (status === 403 || status === 404) {
    return {
      code: status === 403 ? 'forbidden' : 'not-found',
      remedy: line`Give the job the permission "${permission}"`,
    };
  }
  if (status >= 500) return { code: 'server-error', remedy: line`Look at GitHub's status page` };
  return { code: 'request-rejected', remedy: line`Look at what GitHub says` };
}
