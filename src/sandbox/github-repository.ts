import { type GitHubUrls, nodeId, user } from './github-accounts';
import { userId } from './github-state';

/** What the web address of a repository's parts ends in; `{…}` is for the client to fill. */
const PARTS = {
  archive_url: '/{archive_format}{/ref}',
  assignees_url: '/assignees{/user}',
  blobs_url: '/git/blobs{/sha}',
  branches_url: '/branches{/branch}',
  collaborators_url: '/collaborators{/collaborator}',
  comments_url: '/comments{/number}',
  commits_url: '/commits{/sha}',
  compare_url: '/compare/{base}...{head}',
  contents_url: '/contents/{+path}',
  contributors_url: '/contributors',
  deployments_url: '/deployments',
  downloads_url: '/downloads',
  events_url: '/events',
  forks_url: '/forks',
  git_commits_url: '/git/commits{/sha}',
  git_refs_url: '/git/refs{/sha}',
  git_tags_url: '/git/tags{/sha}',
  hooks_url: '/hooks',
  issue_comment_url: '/issues/comments{/number}',
  issue_events_url: '/issues/events{/number}',
  issues_url: '/issues{/number}',
  keys_url: '/keys{/key_id}',
  labels_url: '/labels{/name}',
  languages_url: '/languages',
  merges_url: '/merges',
  milestones_url: '/milestones{/number}',
  notifications_url: '/notifications{?since,all,participating}',
  pulls_url: '/pulls{/number}',
  releases_url: '/releases{/id}',
  stargazers_url: '/stargazers',
  statuses_url: '/statuses/{sha}',
  subscribers_url: '/subscribers',
  subscription_url: '/subscription',
  tags_url: '/tags',
  teams_url: '/teams',
  trees_url: '/git/trees{/sha}',
} as const;

export interface RepositoryFacts {
  /** `owner/name`. */
  readonly fullName: string;
  readonly private: boolean;
  readonly fork: boolean;
}

/** A repository as it stands in pull requests and in event payloads. */
export function repository(urls: GitHubUrls, facts: RepositoryFacts): Record<string, unknown> {
  const { fullName } = facts;
  const [owner = '', name = ''] = fullName.split('/');
  const id = userId(fullName);
  const url = `${urls.api}/repos/${fullName}`;
  const web = `${urls.server}/${fullName}`;
  const since = '2024-01-01T00:00:00Z';
  return {
    id,
    node_id: nodeId('R', id),
    name,
    full_name: fullName,
    private: facts.private,
    owner: user(urls, owner),
    html_url: web,
    description: null,
    fork: facts.fork,
    url,
    ...Object.fromEntries(Object.entries(PARTS).map(([part, ending]) => [part, url + ending])),
    created_at: since,
    updated_at: since,
    pushed_at: since,
    git_url: `git://${new URL(urls.server).host}/${fullName}.git`,
    ssh_url: `git@${new URL(urls.server).hostname}:${fullName}.git`,
    clone_url: `${web}.git`,
    svn_url: web,
    homepage: null,
    size: 1,
    stargazers_count: 0,
    watchers_count: 0,
    language: null,
    has_issues: true,
    has_projects: true,
    has_downloads: true,
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    forks_count: 0,
    mirror_url: null,
    archived: false,
    disabled: false,
    open_issues_count: 0,
    license: null,
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    topics: [],
    visibility: facts.private ? 'private' : 'public',
    forks: 0,
    open_issues: 0,
    watchers: 0,
    default_branch: 'main',
  };
}
