import { randomBytes } from 'node:crypto';
import { ACTIONS_BOT, type GitHubState } from './github-state';

/** The permissions that a preview can need, as GitHub spells them in its API. */
export type GitHubPermission = 'contents' | 'deployments' | 'issues' | 'pull_requests';
export type GitHubPermissions = Partial<Record<GitHubPermission, 'read' | 'write'>>;

export interface GitHubToken {
  readonly token: string;
  readonly login: string;
  /** `installation`: an app's, `GITHUB_TOKEN` too; `person`: a fine-grained token of somebody. */
  readonly kind: 'installation' | 'person';
  readonly permissions: GitHubPermissions;
}

export interface TokenOptions {
  /** `[bot]` at its end makes it an app's token; `github-actions[bot]` unless said otherwise. */
  readonly login?: string;
  /** All that a preview can need unless said otherwise. */
  readonly permissions?: GitHubPermissions;
}

const ALL: GitHubPermissions = {
  contents: 'read',
  deployments: 'write',
  issues: 'write',
  pull_requests: 'write',
};

/** Issues a token and notes it among the secrets. */
export function issueToken(
  { tokens }: GitHubState,
  secrets: Set<string>,
  { login = ACTIONS_BOT, permissions = ALL }: TokenOptions = {},
): string {
  const kind = login.endsWith('[bot]') ? 'installation' : 'person';
  const token = `${kind === 'person' ? 'github_pat_' : 'ghs_'}${randomBytes(18).toString('hex')}`;
  tokens.set(token, { token, login, kind, permissions });
  secrets.add(token);
  return token;
}

/** The token of an Authorization header: `Bearer` and `token` are the same to GitHub. */
export function sentToken(authorization: string): string {
  return /^(?:bearer|token)\s+(\S+)\s*$/i.exec(authorization)?.[1] ?? '';
}

/** Writing includes reading. */
export function permits(token: GitHubToken, permission: GitHubPermission, level: 'read' | 'write'): boolean {
  const granted = token.permissions[permission];
  return granted === 'write' || granted === level;
}
