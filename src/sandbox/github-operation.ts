import type { GitHubUrls } from './github-accounts';
import { refuse } from './github-answers';
import { type BodyRules, readBody } from './github-body';
import type { GitHubState } from './github-state';
import { type GitHubPermission, type GitHubToken, permits, sentToken } from './github-tokens';
import type { Handler, PathParameters, SandboxRequest, SandboxResponse } from './handler';

/** What all operations work on. */
export interface GitHubSite {
  readonly state: GitHubState;
  readonly urls: GitHubUrls;
}

/** A request that was let in. */
export interface Call {
  readonly request: SandboxRequest;
  readonly parameters: PathParameters;
  /** Nobody's only where anybody may read. */
  readonly login: string;
  /** Checked against the operation's rules. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The 404 that links this operation's documentation. */
  readonly notFound: SandboxResponse;
}

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/repos/{owner}/{repo}`. */
  readonly path: string;
  /** The operation's page below the documentation's root. */
  readonly docs: string;
  readonly permission: GitHubPermission;
  /** The value of `X-Accepted-GitHub-Permissions`, which can name more than suffices. */
  readonly accepted: string;
  readonly body?: BodyRules;
  readonly work: (call: Call) => SandboxResponse;
}

/** Makes a route of an operation on the repository: token, repository, permission, body, work. */
export function operation(site: GitHubSite, rules: Operation): Handler {
  const { state } = site;
  const level = rules.method === 'GET' ? 'read' : 'write';
  return {
    method: rules.method,
    path: `/repos/{owner}/{repo}${rules.path}`,
    handle(request, parameters) {
      const { docs } = rules;
      const admission = admit(state, request, docs);
      if ('refusal' in admission) return admission.refusal;
      const { token } = admission;
      const notFound = refuse({ status: 404, message: 'Not Found', docs });
      const name = `${parameters.owner}/${parameters.repo}`;
      if (name.toLowerCase() !== state.repository.toLowerCase()) return notFound;
      if (token === undefined) {
        if (state.settings.private) return notFound;
        if (level === 'write') return refuse({ status: 401, message: 'Requires authentication', docs });
      } else if (!permits(token, rules.permission, level) && (level === 'write' || state.settings.private)) {
        return inaccessible(token, docs, rules.accepted);
      }
      const read = rules.body === undefined ? { body: {} } : readBody(request, rules.body, docs);
      if ('refusal' in read) return read.refusal;
      const call: Call = { request, parameters, login: token?.login ?? '', body: read.body, notFound };
      const response = rules.work(call);
      const headers = { 'x-accepted-github-permissions': rules.accepted, ...response.headers };
      return token === undefined ? response : { ...response, headers };
    },
  };
}

/** Who asks; no token at all is an answer too, a wrong one is not. */
export function admit(
  state: GitHubState,
  request: SandboxRequest,
  docs?: string,
): { readonly token: GitHubToken | undefined } | { readonly refusal: SandboxResponse } {
  const { authorization } = request.headers;
  if (authorization === undefined) return { token: undefined };
  const token = state.tokens.get(sentToken(authorization));
  if (token !== undefined) return { token };
  return { refusal: refuse({ status: 401, message: 'Bad credentials', ...(docs ? { docs } : {}) }) };
}

/** GitHub's answer to a token that lacks a permission. */
export function inaccessible(token: GitHubToken, docs: string, accepted?: string): SandboxResponse {
  const by = token.kind === 'installation' ? 'integration' : 'personal access token';
  return refuse({
    status: 403,
    message: `Resource not accessible by ${by}`,
    docs,
    ...(accepted === undefined ? {} : { headers: { 'x-accepted-github-permissions': accepted } }),
  });
}
