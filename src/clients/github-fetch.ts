import { isTooDeep } from '../domain/json';
import type { Effect } from '../domain/retry-policy';
import { notGitHubs } from './github-answers';
import type { Limit, RequestSettings } from './retry';
import { RequestFailed, sendWithRetries } from './retry';
import type { HttpAnswer } from './transport';

/** Settings of {@link createGitHubFetch}. */
export interface GitHubFetchSettings {
  readonly requests: RequestSettings;
  /** That of the work under way. */
  readonly limit: () => Limit | undefined;
  readonly apiUrl: string;
  readonly graphqlUrl: string;
  /** `<owner>/<repo>` */
  readonly repository: string;
}

interface FetchOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A `fetch` for Octokit over our own transport: proxies, time limits, retries and size limits are those of all requests. */
export function createGitHubFetch({ requests, limit, ...places }: GitHubFetchSettings) {
  const isOurs = createPlaceCheck(places);
  return async (url: string, { method, headers, body }: FetchOptions) => {
    const current = limit();
    if (current === undefined) throw new Error('a request outside any work');
    if (!isOurs(new URL(url))) throw new Error('the answer links to another place');
    const shape = { method, url, headers, ...(body === undefined ? {} : { body }) };
    const effect = effectOf(method, url);
    try {
      const attempts = { request: async () => shape, effect, limit: current };
      return responseOf(url, await sendWithRetries(requests, attempts));
    } catch (error) {
      if (error instanceof RequestFailed && error.answer !== undefined) return responseOf(url, error.answer);
      throw error;
    }
  };
}

/**
 * The token goes nowhere else. GitHub's lists link their pages, by the repository's name or by its number, and what
 * they link is theirs to say.
 */
function createPlaceCheck({
  apiUrl,
  graphqlUrl,
  repository,
}: Pick<GitHubFetchSettings, 'apiUrl' | 'graphqlUrl' | 'repository'>): (url: URL) => boolean {
  const [api, graphql] = [new URL(apiUrl), new URL(graphqlUrl)];
  const root = api.pathname.replace(/\/$/, '');
  const byName = new URL(`${apiUrl}/repos/${repository}/`).pathname;
  return ({ origin, pathname, href }) =>
    href === graphql.href ||
    (origin === api.origin &&
      (pathname.startsWith(byName) || /^\/repositories\/\d+\//.test(pathname.slice(root.length))));
}

/** A POST makes something; only that of a query and of a deployment's status may be repeated. */
function effectOf(method: string, url: string): Effect {
  return method !== 'POST' || /\/(graphql|statuses)$/.test(url) ? 'repeatable' : 'creation';
}

/** What Octokit reads of a response. */
function responseOf(url: string, { status, headers, body }: HttpAnswer) {
  // Octokit recurses over what it parses.
  if (isTooDeep(body)) throw notGitHubs();
  return {
    url,
    status,
    statusText: '',
    headers: new Map(Object.entries(headers).filter(([, value]) => value !== undefined)),
    text: async () => body,
    arrayBuffer: async () => new ArrayBuffer(0),
  };
}
