import { nodeId, user } from './github-accounts';
import { answer, invalid, page } from './github-answers';
import { type GitHubSite, operation } from './github-operation';
import { repository } from './github-repository';
import { commitSha, type Pull, timestamp } from './github-state';
import type { Handler } from './handler';

const DOCS = '/pulls/pulls';
/** The branch that every pull request is for. */
export const BASE_BRANCH = 'main';
/** Its newest commit. */
export const BASE_SHA = commitSha(BASE_BRANCH);

/** Reading pull requests, one or many. */
export function pullHandlers(site: GitHubSite): Handler[] {
  const { state, urls } = site;
  const rules = { method: 'GET', permission: 'pull_requests', accepted: 'pull_requests=read' } as const;
  const listDocs = `${DOCS}#list-pull-requests`;
  return [
    operation(site, {
      ...rules,
      path: '/pulls',
      docs: listDocs,
      work({ request }) {
        const { query } = request;
        const wanted = query.get('state') ?? 'open';
        if (!['open', 'closed', 'all'].includes(wanted)) {
          const message = `${wanted} is not a valid state`;
          return invalid(listDocs, { resource: 'PullRequest', code: 'invalid', field: 'state', message });
        }
        const head = query.get('head');
        const base = query.get('base') ?? BASE_BRANCH;
        const sort = query.get('sort') ?? 'created';
        const by = sort === 'updated' ? 'updatedAt' : 'createdAt';
        // By creation the newest come first unless the request says otherwise, else the oldest.
        const direction = query.get('direction') ?? (sort === 'created' ? 'desc' : 'asc');
        const sign = direction === 'asc' ? 1 : -1;
        const items = [...state.pulls.values()]
          .filter((pull) => wanted === 'all' || pull.state === wanted)
          .filter((pull) => head === null || head === label(pull))
          .filter(() => base === BASE_BRANCH)
          .sort((one, other) => sign * (one[by] - other[by] || one.number - other.number));
        const url = `${urls.api}/repositories/${state.repositoryId}/pulls`;
        return page(request, { items, show: (pull) => pullSummary(site, pull), url });
      },
    }),
    operation(site, {
      ...rules,
      path: '/pulls/{pull_number}',
      docs: `${DOCS}#get-a-pull-request`,
      work({ parameters, notFound }) {
        const pull = state.pulls.get(Number(parameters.pull_number));
        return pull === undefined ? notFound : answer(200, pullAnswer(site, pull));
      },
    }),
  ];
}

/** A pull request as `GET /pulls/{number}` and event payloads show it. */
export function pullAnswer(site: GitHubSite, pull: Pull): Record<string, unknown> {
  const comments = [...site.state.comments.values()].filter((comment) => comment.pull === pull.number);
  const open = pull.state === 'open';
  return {
    ...pullSummary(site, pull),
    merged: pull.merged,
    mergeable: open ? true : null,
    rebaseable: open ? true : null,
    mergeable_state: open ? (pull.behind ? 'behind' : 'clean') : 'unknown',
    merged_by: pull.merged ? user(site.urls, pull.author) : null,
    comments: comments.length,
    review_comments: 0,
    maintainer_can_modify: false,
    commits: 1,
    additions: 1,
    deletions: 0,
    changed_files: 1,
  };
}

/** What stands in lists. */
function pullSummary({ state, urls }: GitHubSite, pull: Pull): Record<string, unknown> {
  const { number } = pull;
  const home = `${urls.api}/repos/${state.repository}`;
  const url = `${home}/pulls/${number}`;
  const issueUrl = `${home}/issues/${number}`;
  const web = `${urls.server}/${state.repository}/pull/${number}`;
  const id = 2_000_000_000 + number;
  const owner = (name: string): string => name.split('/')[0] ?? '';
  const repo = (fullName: string): unknown =>
    repository(urls, { fullName, private: state.settings.private, fork: fullName !== state.repository });
  const headOwner = owner(pull.headRepository ?? pull.author);
  const baseOwner = owner(state.repository);
  const closedAt = pull.closedAt === null ? null : timestamp(pull.closedAt);
  const statuses = `${home}/statuses/${pull.headSha}`;
  const reviewComment = `${home}/pulls/comments{/number}`;
  return {
    url,
    id,
    node_id: nodeId('PR', id),
    html_url: web,
    diff_url: `${web}.diff`,
    patch_url: `${web}.patch`,
    issue_url: issueUrl,
    number,
    state: pull.state,
    locked: false,
    title: pull.title,
    user: user(urls, pull.author),
    body: null,
    created_at: timestamp(pull.createdAt),
    updated_at: timestamp(pull.updatedAt),
    closed_at: closedAt,
    merged_at: pull.merged ? closedAt : null,
    merge_commit_sha: pull.mergeSha,
    assignee: null,
    assignees: [],
    requested_reviewers: [],
    requested_teams: [],
    labels: [],
    milestone: null,
    draft: pull.draft,
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: reviewComment,
    comments_url: `${issueUrl}/comments`,
    statuses_url: statuses,
    head: {
      label: label(pull),
      ref: pull.headRef,
      sha: pull.headSha,
      user: user(urls, headOwner),
      repo: pull.headRepository === null ? null : repo(pull.headRepository),
    },
    base: {
      label: `${baseOwner}:${BASE_BRANCH}`,
      ref: BASE_BRANCH,
      sha: BASE_SHA,
      user: user(urls, baseOwner),
      repo: repo(state.repository),
    },
    _links: {
      self: { href: url },
      html: { href: web },
      issue: { href: issueUrl },
      comments: { href: `${issueUrl}/comments` },
      review_comments: { href: `${url}/comments` },
      review_comment: { href: reviewComment },
      commits: { href: `${url}/commits` },
      statuses: { href: statuses },
    },
    author_association: headOwner === baseOwner ? 'COLLABORATOR' : 'CONTRIBUTOR',
    auto_merge: null,
    active_lock_reason: null,
  };
}

/** `owner:branch`, by which lists are filtered. */
function label({ headRepository, headRef, author }: Pull): string {
  return `${(headRepository ?? author).split('/')[0]}:${headRef}`;
}
