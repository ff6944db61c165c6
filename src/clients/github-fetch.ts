import type { Effect } from '../domain/retry-policy';
import type { Limit, RequestSettings } from './retry';
import { RequestFailed, sendWithRetries } from './retry';
import type { HttpAnswer } from './transport';

/** Settings of {@link createGitHubFetch}. */
export interface GitHubFetchSettings {
  readonly requests: RequestSettings;
  /** That of the work under way. */
  readonly limit: () => Limit | undefined;
  /** Addresses to whose origins alone the token goes; GitHub's pages link one another. */
  readonly origins: readonly string[];
}

interface FetchOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A `fetch` for Octokit over our own transport: proxies, time limits, retries and size limits are those of all requests. */
export function createGitHubFetch({ requests, limit, origins }: GitHubFetchSettings) {
  const allowed = origins.map((address) => new URL(address).origin);
  return async (url: string, { method, headers, body }: FetchOptions) => {
    const current = limit();
    if (current === undefined) throw new Error('a request outside any work');
    if (!allowed.includes(new URL(url).origin)) throw new Error('the answer links to another server');
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

/** A POST makes something; only that of a query and of a deployment's status may be repeated. */
function effectOf(method: string, url: string): Effect {
  return method !== 'POST' || /\/(graphql|statuses)$/.test(url) ? 'repeatable' : 'creation';
}

/** What Octokit reads of a response. */
function responseOf(url: string, { status, headers, body }: HttpAnswer) {
  return {
    url,
    status,
    statusText: '',
    headers: new Map(Object.entries(headers).filter(([, value]) => value !== undefined)),
    text: async () => body,
  };
}
