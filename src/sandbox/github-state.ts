import { createHash } from 'node:crypto';
import type { GitHubToken } from './github-tokens';

/** The app behind every `GITHUB_TOKEN`, with the ids that it has on github.com. */
export const ACTIONS_BOT = 'github-actions[bot]';

/** One pull request; what is not `readonly` may be set at any time, also while a request is under way. */
export interface Pull {
  readonly number: number;
  title: string;
  author: string;
  state: 'open' | 'closed';
  merged: boolean;
  draft: boolean;
  headRef: string;
  headSha: string;
  /** `owner/name`; null once the fork has been deleted. */
  headRepository: string | null;
  /** The commit that workflows of `pull_request` check out. */
  mergeSha: string;
  /** The base branch has commits that the head lacks; `auto_merge` of a deployment then strikes. */
  behind: boolean;
  readonly createdAt: number;
  updatedAt: number;
  closedAt: number | null;
}

export interface Comment {
  readonly id: number;
  readonly pull: number;
  /** A login; `[bot]` at its end marks an app's. */
  readonly author: string;
  body: string;
  /** Every body that it ever had, the present one last. */
  readonly history: string[];
  readonly createdAt: number;
  updatedAt: number;
}

export const DEPLOYMENT_STATES = [
  'error',
  'failure',
  'inactive',
  'in_progress',
  'queued',
  'pending',
  'success',
] as const;
export type DeploymentState = (typeof DEPLOYMENT_STATES)[number];

export interface DeploymentStatus {
  readonly id: number;
  readonly state: DeploymentState;
  readonly creator: string;
  readonly description: string;
  readonly environment: string;
  readonly logUrl: string;
  readonly environmentUrl: string;
  /** Made by GitHub because another deployment of the environment succeeded. */
  readonly automatic: boolean;
  readonly createdAt: number;
}

export interface Deployment {
  readonly id: number;
  readonly sha: string;
  readonly ref: string;
  readonly task: string;
  readonly environment: string;
  readonly description: string | null;
  readonly payload: unknown;
  readonly transient: boolean;
  readonly production: boolean;
  readonly creator: string;
  /** Oldest first. */
  readonly statuses: DeploymentStatus[];
  readonly createdAt: number;
}

export interface GitHubSettings {
  /** In a public repository anybody may read; in a private one a token needs the permission. */
  private: boolean;
  /** Commit checks that are not green yet; a workflow that runs for the commit is one itself. */
  pendingContexts: readonly string[];
}

/** All that the sandbox's GitHub knows. */
export interface GitHubState {
  /** `owner/name`. */
  readonly repository: string;
  readonly repositoryId: number;
  readonly settings: GitHubSettings;
  readonly tokens: Map<string, GitHubToken>;
  readonly pulls: Map<number, Pull>;
  /** By id, oldest first; what a test deletes here is gone like a comment deleted by hand. */
  readonly comments: Map<number, Comment>;
  /** By id, oldest first. */
  readonly deployments: Map<number, Deployment>;
  /** Heads and merges that newer ones have taken the place of. */
  readonly commits: Set<string>;
  readonly now: () => number;
  /** A number that no other thing has. */
  readonly nextId: () => number;
}

export interface StateOptions {
  readonly repository: string;
  readonly settings: GitHubSettings;
  readonly now: () => number;
}

/** A repository in which nothing has happened yet. */
export function gitHubState({ repository, settings, now }: StateOptions): GitHubState {
  // Comments of today have numbers that 32 bits cannot hold.
  let lastId = 5_100_000_000;
  return {
    repository,
    repositoryId: userId(repository),
    settings,
    tokens: new Map(),
    pulls: new Map(),
    comments: new Map(),
    deployments: new Map(),
    commits: new Set(),
    now,
    nextId: () => {
      lastId += 1;
      return lastId;
    },
  };
}

/** The number of an account; always the same one for a login. */
export function userId(login: string): number {
  if (login === ACTIONS_BOT) return 41_898_282;
  return createHash('sha256').update(login.toLowerCase()).digest().readUInt32BE(0) % 200_000_000;
}

/** A commit that does not exist anywhere; always the same one for a text. */
export function commitSha(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

/** GitHub's time stamps have no fractions. */
export function timestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
