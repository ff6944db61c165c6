import { user } from './github-accounts';
import type { GitHubSite } from './github-operation';
import { pullAnswer } from './github-pulls';
import { repository } from './github-repository';
import { commitSha, type GitHubState, type Pull } from './github-state';

export interface OpenPull {
  /** The next free number unless said otherwise. */
  readonly number?: number;
  readonly title?: string;
  readonly author?: string;
  readonly headRef?: string;
  /** `owner/name` of a fork; the repository itself unless said otherwise. */
  readonly headRepository?: string;
  readonly draft?: boolean;
}

/** Opens a pull request against the base branch. */
export function openPull(state: GitHubState, options: OpenPull = {}): Pull {
  const number = options.number ?? Math.max(0, ...state.pulls.keys()) + 1;
  if (state.pulls.has(number)) throw new Error(`The sandbox has a pull request ${number} already.`);
  const at = state.now();
  const headRepository = options.headRepository ?? state.repository;
  const pull: Pull = {
    number,
    title: options.title ?? `Change number ${number}`,
    author: options.author ?? headRepository.split('/')[0] ?? 'octocat',
    state: 'open',
    merged: false,
    draft: options.draft ?? false,
    headRef: options.headRef ?? `change-${number}`,
    headSha: commitSha(`head ${number} 1`),
    headRepository,
    mergeSha: commitSha(`merge ${number} 1`),
    behind: false,
    createdAt: at,
    updatedAt: at,
    closedAt: null,
  };
  state.pulls.set(number, pull);
  return pull;
}

/** Pushes a commit to the head branch; returns the commit before. */
export function pushTo(state: GitHubState, pull: Pull): string {
  const before = pull.headSha;
  state.commits.add(before).add(pull.mergeSha);
  pull.headSha = commitSha(`head after ${before}`);
  pull.mergeSha = commitSha(`merge of ${pull.headSha}`);
  pull.updatedAt = state.now();
  return before;
}

/** Closes a pull request, merged or not. */
export function closePull(state: GitHubState, pull: Pull, merged = false): void {
  pull.state = 'closed';
  pull.merged = merged;
  pull.closedAt = state.now();
  pull.updatedAt = pull.closedAt;
}

/** Opens a closed pull request again; a merged one stays merged. */
export function reopenPull(state: GitHubState, pull: Pull): void {
  if (pull.merged) throw new Error(`Pull request ${pull.number} is merged and cannot be reopened.`);
  pull.state = 'open';
  pull.closedAt = null;
  pull.updatedAt = state.now();
}

export interface PullEvent extends OpenPull {
  readonly action: 'opened' | 'reopened' | 'synchronize' | 'closed';
  readonly number: number;
  /** For `closed`. */
  readonly merged?: boolean;
}

/**
 * Makes something happen to a pull request and returns what GITHUB_EVENT_PATH would hold; the payloads of
 * `pull_request` and `pull_request_target` are the same. A pull request that is not there is opened first.
 */
export function pullRequestEvent(site: GitHubSite, event: PullEvent): Record<string, unknown> {
  const { state, urls } = site;
  const { action, number } = event;
  const known = state.pulls.get(number);
  if (action === 'opened' && known !== undefined) throw new Error(`Pull request ${number} is open already.`);
  const pull = known ?? openPull(state, event);
  let commits = {};
  if (action === 'reopened') reopenPull(state, pull);
  if (action === 'closed') closePull(state, pull, event.merged);
  if (action === 'synchronize') commits = { before: pushTo(state, pull), after: pull.headSha };
  const own = { fullName: state.repository, private: state.settings.private, fork: false };
  return {
    action,
    number,
    pull_request: pullAnswer(site, pull),
    ...commits,
    repository: repository(urls, own),
    sender: user(urls, pull.author),
  };
}
