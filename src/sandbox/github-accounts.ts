import { ACTIONS_BOT, userId } from './github-state';

/** The addresses that all of GitHub's answers are full of. */
export interface GitHubUrls {
  /** Root of the REST API, without a slash at its end. */
  readonly api: string;
  readonly graphql: string;
  /** Root of the web pages. */
  readonly server: string;
}

/** GitHub's id for its GraphQL API; opaque to clients. */
export function nodeId(kind: string, id: number): string {
  return `${kind}_${Buffer.from(String(id)).toString('base64url')}`;
}

/** An account as REST shows it: an app's login ends in `[bot]`, its type is `Bot`. */
export function user(urls: GitHubUrls, login: string): Record<string, unknown> {
  const id = userId(login);
  const bot = login.endsWith('[bot]');
  const url = `${urls.api}/users/${encodeURIComponent(login)}`;
  return {
    login,
    id,
    node_id: nodeId(bot ? 'BOT' : 'U', id),
    avatar_url: `${urls.server}/avatars/u/${id}?v=4`,
    gravatar_id: '',
    url,
    html_url: bot ? `${urls.server}/apps/${login.slice(0, -'[bot]'.length)}` : `${urls.server}/${login}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: bot ? 'Bot' : 'User',
    user_view_type: 'public',
    site_admin: false,
  };
}

/** What `GET /user` says about a person. */
export function profile(urls: GitHubUrls, login: string): Record<string, unknown> {
  const nothing = { name: null, company: null, blog: '', location: null, email: null, hireable: null };
  const counts = { public_repos: 0, public_gists: 0, followers: 0, following: 0 };
  const since = { created_at: '2020-01-01T00:00:00Z', updated_at: '2020-01-01T00:00:00Z' };
  return { ...user(urls, login), ...nothing, bio: null, twitter_username: null, ...counts, ...since };
}

/** The app that something was done through, or null when a person did it. */
export function app(urls: GitHubUrls, login: string): Record<string, unknown> | null {
  if (!login.endsWith('[bot]')) return null;
  const slug = login.slice(0, -'[bot]'.length);
  const id = login === ACTIONS_BOT ? 15_368 : userId(slug);
  return {
    id,
    slug,
    node_id: nodeId('A', id),
    client_id: `Iv1.${id.toString(16).padStart(16, '0')}`,
    owner: user(urls, 'github'),
    name: login === ACTIONS_BOT ? 'GitHub Actions' : slug,
    description: '',
    external_url: `${urls.server}/features/actions`,
    html_url: `${urls.server}/apps/${slug}`,
    created_at: '2018-07-30T09:30:17Z',
    updated_at: '2024-04-10T20:33:16Z',
    permissions: { contents: 'write', deployments: 'write', issues: 'write', pull_requests: 'write' },
    events: ['pull_request'],
  };
}
