import { app, nodeId, user } from './github-accounts';
import { answer, invalid, page } from './github-answers';
import { type GitHubSite, operation } from './github-operation';
import { type Comment, type GitHubState, timestamp } from './github-state';
import type { Handler, SandboxResponse } from './handler';

const DOCS = '/issues/comments';
/** GitHub names both permissions; on a pull request only the second one counts. */
const ACCEPTED = { read: 'issues=read; pull_requests=read', write: 'issues=write; pull_requests=write' };
const LONGEST_BODY = 65_536;

/** The comments below a pull request, which REST files under issues. */
export function commentHandlers(site: GitHubSite): Handler[] {
  const { state, urls } = site;
  const permission = 'pull_requests';
  const show = (comment: Comment): unknown => commentAnswer(site, comment);
  const one = (
    method: 'GET' | 'PATCH' | 'DELETE',
    docs: string,
    work: (comment: Comment, body: string) => SandboxResponse,
  ): Handler =>
    operation(site, {
      method,
      path: '/issues/comments/{comment_id}',
      docs: `${DOCS}#${docs}`,
      permission,
      accepted: method === 'GET' ? ACCEPTED.read : ACCEPTED.write,
      ...(method === 'PATCH' ? { body: { body: 'string!' } } : {}),
      work: ({ parameters, body, notFound }) => {
        const comment = state.comments.get(Number(parameters.comment_id));
        return comment === undefined ? notFound : work(comment, String(body.body));
      },
    });
  return [
    operation(site, {
      method: 'GET',
      path: '/issues/{issue_number}/comments',
      docs: `${DOCS}#list-issue-comments`,
      permission,
      accepted: ACCEPTED.read,
      work({ request, parameters, notFound }) {
        const number = Number(parameters.issue_number);
        if (!state.pulls.has(number)) return notFound;
        const since = Date.parse(request.query.get('since') ?? '') || 0;
        const items = [...state.comments.values()].filter(
          ({ pull, updatedAt }) => pull === number && updatedAt >= since,
        );
        // Lists link their pages by the repository's number.
        const url = `${urls.api}/repositories/${state.repositoryId}/issues/${number}/comments`;
        return page(request, { items, show, url });
      },
    }),
    operation(site, {
      method: 'POST',
      path: '/issues/{issue_number}/comments',
      docs: `${DOCS}#create-an-issue-comment`,
      permission,
      accepted: ACCEPTED.write,
      body: { body: 'string!' },
      work({ parameters, body, login, notFound }) {
        const pull = Number(parameters.issue_number);
        if (!state.pulls.has(pull)) return notFound;
        const refusal = bodyRefusal(String(body.body), `${DOCS}#create-an-issue-comment`);
        if (refusal !== undefined) return refusal;
        const comment = addComment(state, { pull, author: login, body: String(body.body) });
        return answer(201, show(comment), { location: commentUrl(site, comment) });
      },
    }),
    one('GET', 'get-an-issue-comment', (comment) => answer(200, show(comment))),
    one('PATCH', 'update-an-issue-comment', (comment, body) => {
      const refusal = bodyRefusal(body, `${DOCS}#update-an-issue-comment`);
      if (refusal !== undefined) return refusal;
      comment.body = body;
      comment.history.push(body);
      comment.updatedAt = state.now();
      return answer(200, show(comment));
    }),
    one('DELETE', 'delete-an-issue-comment', ({ id }) => {
      state.comments.delete(id);
      return { status: 204, headers: {}, body: '' };
    }),
  ];
}

/** Adds a comment as if its author had written it on the web page. */
export function addComment(
  state: GitHubState,
  { pull, author, body }: Pick<Comment, 'pull' | 'author' | 'body'>,
): Comment {
  const at = state.now();
  const id = state.nextId();
  const comment: Comment = { id, pull, author, body, history: [body], createdAt: at, updatedAt: at };
  state.comments.set(id, comment);
  return comment;
}

function bodyRefusal(body: string, docs: string): SandboxResponse | undefined {
  const refusal = { resource: 'IssueComment', code: 'unprocessable', field: 'data' };
  if (body.trim() === '') return invalid(docs, { ...refusal, message: 'Body cannot be blank' });
  if ([...body].length <= LONGEST_BODY) return undefined;
  return invalid(docs, {
    ...refusal,
    message: `Body is too long (maximum is ${LONGEST_BODY} characters)`,
  });
}

function commentUrl({ state, urls }: GitHubSite, { id }: Comment): string {
  return `${urls.api}/repos/${state.repository}/issues/comments/${id}`;
}

function commentAnswer(site: GitHubSite, comment: Comment): unknown {
  const { state, urls } = site;
  const { id, pull, author, body } = comment;
  const url = commentUrl(site, comment);
  const nobody = { '+1': 0, '-1': 0, laugh: 0, hooray: 0, confused: 0, heart: 0, rocket: 0, eyes: 0 };
  return {
    url,
    html_url: `${urls.server}/${state.repository}/pull/${pull}#issuecomment-${id}`,
    issue_url: `${urls.api}/repos/${state.repository}/issues/${pull}`,
    id,
    node_id: nodeId('IC', id),
    user: user(urls, author),
    created_at: timestamp(comment.createdAt),
    updated_at: timestamp(comment.updatedAt),
    author_association: author.endsWith('[bot]') ? 'NONE' : 'CONTRIBUTOR',
    body,
    reactions: { url: `${url}/reactions`, total_count: 0, ...nobody },
    performed_via_github_app: app(urls, author),
  };
}
