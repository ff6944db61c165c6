import { type GitHubUrls, profile } from './github-accounts';
import { answer, refuse } from './github-answers';
import { addComment, commentHandlers } from './github-comments';
import { deploymentHandlers } from './github-deployments';
import {
  closePull,
  type OpenPull,
  openPull,
  type PullEvent,
  pullRequestEvent,
  pushTo,
  reopenPull,
} from './github-events';
import { graphql } from './github-graphql';
import { admit, type GitHubSite, inaccessible } from './github-operation';
import { pullHandlers } from './github-pulls';
import { type Comment, type Deployment, type GitHubSettings, gitHubState, type Pull } from './github-state';
import { issueToken, type TokenOptions } from './github-tokens';
import { type Answerer, type Handler, route, type SandboxRequest, type SandboxResponse } from './handler';

export interface GitHubOptions {
  /** `owner/name`. */
  readonly repository?: string;
  /** False makes the repository public. */
  readonly private?: boolean;
  /** Puts the APIs below `/api/v3` and `/api/graphql`, as on an Enterprise Server. */
  readonly enterprise?: boolean;
}

/** A request that GitHub processed and what it answered, whatever a fault then made of it. */
export interface GitHubExchange {
  readonly request: SandboxRequest;
  readonly response: SandboxResponse;
}

/** The sandbox's GitHub: one repository, its pull requests, their comments and deployments. */
export interface SandboxGitHub {
  /** GITHUB_API_URL. */
  readonly apiUrl: string;
  /** GITHUB_GRAPHQL_URL. */
  readonly graphqlUrl: string;
  /** GITHUB_SERVER_URL. */
  readonly serverUrl: string;
  /** GITHUB_REPOSITORY. */
  readonly repository: string;
  /** GITHUB_REPOSITORY_ID. */
  readonly repositoryId: number;
  /** A GITHUB_TOKEN with all permissions that a preview can need. */
  readonly token: string;
  readonly settings: GitHubSettings;
  readonly pulls: ReadonlyMap<number, Pull>;
  readonly comments: Map<number, Comment>;
  readonly deployments: Map<number, Deployment>;
  readonly exchanges: readonly GitHubExchange[];
  issueToken(options?: TokenOptions): string;
  /** The end of a job: its token is then unknown. */
  revokeToken(token: string): void;
  openPull(options?: OpenPull): Pull;
  closePull(number: number, merged?: boolean): void;
  reopenPull(number: number): void;
  pushTo(number: number): void;
  /** A comment by somebody; `github-actions[bot]` is somebody too. */
  addComment(comment: { readonly pull: number; readonly author: string; readonly body: string }): Comment;
  /** So many comments by different people, the oldest first. */
  seedComments(count: number, pull: number): Comment[];
  /** Lets it happen and returns the payload. */
  pullRequestEvent(event: PullEvent): Record<string, unknown>;
}

export interface GitHubParts {
  readonly options: GitHubOptions;
  readonly secrets: Set<string>;
  readonly now: () => number;
  /** Known once the server listens: scheme, host and port. */
  readonly url: () => string;
}

/** Builds the site; `github` may be used as soon as the server listens. */
export function gitHub(parts: GitHubParts): {
  readonly answer: Answerer;
  readonly start: () => SandboxGitHub;
} {
  const { options, secrets, now } = parts;
  const { repository = 'octo-org/labs', enterprise = false } = options;
  const settings: GitHubSettings = { private: options.private ?? true, pendingContexts: ['preview'] };
  const state = gitHubState({ repository, settings, now });
  const exchanges: GitHubExchange[] = [];
  const urls: GitHubUrls = {
    get api() {
      return parts.url() + (enterprise ? '/api/v3' : '');
    },
    get graphql() {
      return `${parts.url()}${enterprise ? '/api' : ''}/graphql`;
    },
    get server() {
      return parts.url();
    },
  };
  const site: GitHubSite = { state, urls };
  const serve = answerer(site, enterprise);
  const token = issueToken(state, secrets);
  const pull = (number: number): Pull => {
    const found = state.pulls.get(number);
    if (found === undefined) throw new Error(`The sandbox has no pull request ${number}.`);
    return found;
  };
  return {
    async answer(request) {
      const response = await serve(request);
      exchanges.push({ request, response });
      return response;
    },
    start: () => ({
      apiUrl: urls.api,
      graphqlUrl: urls.graphql,
      serverUrl: urls.server,
      repository,
      repositoryId: state.repositoryId,
      token,
      settings,
      pulls: state.pulls,
      comments: state.comments,
      deployments: state.deployments,
      exchanges,
      issueToken: (wanted) => issueToken(state, secrets, wanted),
      revokeToken: (revoked) => void state.tokens.delete(revoked),
      openPull: (wanted) => openPull(state, wanted),
      closePull: (number, merged) => closePull(state, pull(number), merged),
      reopenPull: (number) => reopenPull(state, pull(number)),
      pushTo: (number) => void pushTo(state, pull(number)),
      addComment: (comment) => addComment(state, { ...comment, pull: pull(comment.pull).number }),
      seedComments: (count, number) =>
        Array.from({ length: count }, (_, index) =>
          addComment(state, {
            pull: pull(number).number,
            author: index % 3 === 0 ? 'helpful-reviewer[bot]' : `reviewer-${index}`,
            body: `Remark ${index + 1}`,
          }),
        ),
      pullRequestEvent: (event) => pullRequestEvent(site, event),
    }),
  };
}

function answerer(site: GitHubSite, enterprise: boolean): Answerer {
  const { state } = site;
  const rest = route(
    [...commentHandlers(site), ...pullHandlers(site), ...deploymentHandlers(site), whoAmI(site)],
    {
      unknownPath: () => refuse({ status: 404, message: 'Not Found' }),
      wrongMethod: () => refuse({ status: 404, message: 'Not Found' }),
    },
  );
  const query = graphql(site);
  const byNumber = `/repositories/${state.repositoryId}/`;
  return async (request) => {
    if (request.headers['user-agent'] === undefined) {
      const headers = { 'content-type': 'text/html' };
      return { status: 403, headers, body: 'Request forbidden by administrative rules.\n' };
    }
    const prefix = enterprise ? '/api/v3' : '';
    if (request.path === `${enterprise ? '/api' : ''}/graphql` && request.method === 'POST')
      return query(request);
    if (!request.path.startsWith(prefix)) return refuse({ status: 404, message: 'Not Found' });
    const path = request.path.slice(prefix.length);
    const named = path.startsWith(byNumber)
      ? `/repos/${state.repository}/${path.slice(byNumber.length)}`
      : path;
    return rest({ ...request, path: named });
  };
}

/** `GET /user`, which no app's token may ask. */
function whoAmI({ state, urls }: GitHubSite): Handler {
  const docs = '/users/users#get-the-authenticated-user';
  return {
    method: 'GET',
    path: '/user',
    handle(request) {
      const admission = admit(state, request, docs);
      if ('refusal' in admission) return admission.refusal;
      const { token } = admission;
      if (token === undefined) return refuse({ status: 401, message: 'Requires authentication', docs });
      if (token.kind === 'installation') return inaccessible(token, docs);
      return answer(200, profile(urls, token.login));
    },
  };
}
