import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { send } from './caller';
import { gitHubCaller } from './github-caller';
import { gitHubComplaints, requestComplaints, responseComplaints } from './github-description';

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox();
});

afterEach(() => sandbox.close());

const graphql = (query: unknown, token = sandbox.github.token) =>
  send(sandbox.github.graphqlUrl, {
    method: 'POST',
    headers: { authorization: `bearer ${token}` },
    body: JSON.stringify({ query }),
  });

describe('who may do what', () => {
  test('a token needs the permission, and the refusal names what would do', async () => {
    const { github } = sandbox;
    github.openPull({ number: 7 });
    const reader = gitHubCaller(
      github,
      github.issueToken({ permissions: { contents: 'read', pull_requests: 'read' } }),
    );
    expect((await reader('GET', '/issues/7/comments')).status).toBe(200);
    const refused = await reader('POST', '/issues/7/comments', { body: 'x' });
    expect([refused.status, refused.body]).toEqual([
      403,
      {
        message: 'Resource not accessible by integration',
        documentation_url: 'https://docs.github.com/rest/issues/comments#create-an-issue-comment',
        status: '403',
      },
    ]);
    expect(refused.headers.get('x-accepted-github-permissions')).toBe('issues=write; pull_requests=write');
    expect((await reader('POST', '/deployments', { ref: 'main' })).status).toBe(403);
    expect((await reader('GET', '/deployments')).status).toBe(403);
    // `issues: write` alone is not enough on a pull request.
    const issues = gitHubCaller(github, github.issueToken({ permissions: { issues: 'write' } }));
    expect((await issues('POST', '/issues/7/comments', { body: 'x' })).status).toBe(403);
    expect((await issues('GET', '/pulls')).status).toBe(403);
    github.settings.private = false;
    expect((await issues('GET', '/pulls')).status).toBe(200);
    expect((await issues('POST', '/issues/7/comments', { body: 'x' })).status).toBe(403);
    expect(github.comments.size).toBe(0);
    expect(gitHubComplaints(sandbox)).toEqual([]);
  });

  test('unknown tokens, other repositories and unknown paths are refused', async () => {
    const { github } = sandbox;
    const unknown = await gitHubCaller(github, 'ghs_unknown')('GET', '/pulls');
    expect([unknown.status, unknown.body.message]).toEqual([401, 'Bad credentials']);
    const ended = github.issueToken();
    github.revokeToken(ended);
    expect((await gitHubCaller(github, ended)('GET', '/pulls')).status).toBe(401);
    const headers = { authorization: `Bearer ${github.token}` };
    const other = await send(`${github.apiUrl}/repos/octo-org/other/pulls`, { headers });
    expect([other.status, other.body.message, other.body.status]).toEqual([404, 'Not Found', '404']);
    expect((await send(`${github.apiUrl}/repos/Octo-Org/LABS/pulls`, { headers })).status).toBe(200);
    expect((await send(`${github.apiUrl}/repos/${github.repository}/pulls/`, { headers })).status).toBe(404);
    expect((await gitHubCaller(github)('PUT', '/pulls')).status).toBe(404);
    expect((await send(`${github.apiUrl}/repos/${github.repository}/pulls`)).status).toBe(404);
    github.settings.private = false;
    expect((await send(`${github.apiUrl}/repos/${github.repository}/pulls`)).status).toBe(200);
  });

  test('a request without a user agent is not served', async () => {
    const { github } = sandbox;
    const status = await new Promise((resolve, reject) => {
      request(`${github.apiUrl}/user`, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(403);
  });

  test.each([
    ['no JSON', 'x', 400, 'Problems parsing JSON'],
    ['no object', '[]', 400, 'Body should be a JSON object'],
    ['no body', undefined, 422, `Invalid request.\n\n"body" wasn't supplied.`],
    ['null', '{"body":null}', 422, `Invalid request.\n\nFor 'properties/body', nil is not a string.`],
    ['a number', '{"body":7}', 422, `Invalid request.\n\nFor 'properties/body', 7 is not a string.`],
  ])('%s instead of a comment is refused', async (_, body, status, message) => {
    sandbox.github.openPull({ number: 7 });
    const refused = await gitHubCaller(sandbox.github)('POST', '/issues/7/comments', body);
    expect([refused.status, refused.body.message]).toEqual([status, message]);
  });

  test('an app may not ask who it is by REST, a person may; GraphQL tells both', async () => {
    const { github } = sandbox;
    const person = github.issueToken({ login: 'mona', permissions: { pull_requests: 'read' } });
    const who = (token: string) =>
      send(`${github.apiUrl}/user`, { headers: { authorization: `token ${token}` } });
    const refused = await who(github.token);
    expect([refused.status, refused.body.message]).toEqual([403, 'Resource not accessible by integration']);
    expect((await who(person)).body).toMatchObject({ login: 'mona', type: 'User' });
    const bot = await graphql('query { viewer { login databaseId } }');
    expect([bot.status, bot.body]).toEqual([
      200,
      { data: { viewer: { login: 'github-actions[bot]', databaseId: 41_898_282 } } },
    ]);
    const aliased = await graphql('query Who($x: Int) {\n me: viewer { name: login, __typename } }', person);
    expect(aliased.body).toEqual({ data: { me: { name: 'mona', __typename: 'User' } } });
    expect(gitHubComplaints(sandbox)).toEqual([]);
  });

  test('GraphQL says what is wrong with a query, with status 200, and with a token, with 401', async () => {
    const code = async (query: unknown) => {
      const { status, body } = await graphql(query);
      return [status, body.data, body.errors[0].extensions?.code ?? body.errors[0].message];
    };
    expect(await code('{ viewer { login secret } }')).toEqual([200, undefined, 'undefinedField']);
    expect(await code('{ repository(owner: "a", name: "b") { id } }')).toEqual([
      200,
      undefined,
      'undefinedField',
    ]);
    expect(await code('{ viewer }')).toEqual([200, undefined, 'selectionMismatch']);
    expect(await code('{ viewer { login { x } } }')).toEqual([200, undefined, 'selectionMismatch']);
    for (const query of ['{ viewer { login }', '{ viewer { } }', 'x', '{ viewer { login } } }']) {
      expect(await code(query)).toEqual([200, undefined, 'Parse error on the query']);
    }
    expect(await code(7)).toEqual([
      200,
      undefined,
      'A query attribute must be specified and must be a string.',
    ]);
    const unknown = await graphql('{ viewer { login } }', 'ghs_unknown');
    expect([unknown.status, unknown.body.message]).toEqual([401, 'Bad credentials']);
  });

  test('every token that was issued or sent is among the secrets', async () => {
    const { github, secrets } = sandbox;
    const issued = [github.token, github.issueToken({ login: 'mona' })];
    await gitHubCaller(github, 'ghs_never_issued_by_us')('GET', '/pulls');
    for (const token of [...issued, 'ghs_never_issued_by_us']) expect(secrets).toContain(token);
  });
});

describe('pull requests and events', () => {
  test('events move the pull request and look like GitHub, from opened to closed', async () => {
    const { github } = sandbox;
    const call = gitHubCaller(github);
    const opened = github.pullRequestEvent({ action: 'opened', number: 7, headRepository: 'mona/labs' });
    expect(opened).toMatchObject({
      action: 'opened',
      number: 7,
      pull_request: {
        number: 7,
        state: 'open',
        merged: false,
        head: { label: 'mona:change-7', repo: { full_name: 'mona/labs', fork: true } },
        base: { ref: 'main', repo: { full_name: 'octo-org/labs', fork: false } },
        user: { login: 'mona' },
      },
      repository: { full_name: 'octo-org/labs', id: github.repositoryId },
      sender: { login: 'mona' },
    });
    expect((await call('GET', '/pulls/7')).body).toEqual(opened.pull_request);
    const before = github.pulls.get(7)?.headSha;
    const pushed = github.pullRequestEvent({ action: 'synchronize', number: 7 });
    expect(pushed).toMatchObject({ before, after: github.pulls.get(7)?.headSha });
    expect(pushed.after).not.toBe(before);
    github.pullRequestEvent({ action: 'closed', number: 7 });
    expect((await call('GET', '/pulls/7')).body).toMatchObject({
      state: 'closed',
      merged: false,
      merged_at: null,
    });
    expect((await call('GET', '/pulls')).body).toEqual([]);
    github.pullRequestEvent({ action: 'reopened', number: 7 });
    expect((await call('GET', '/pulls?state=open')).body).toHaveLength(1);
    const closed = github.pullRequestEvent({ action: 'closed', number: 7, merged: true });
    expect(closed.pull_request).toMatchObject({
      state: 'closed',
      merged: true,
      merged_at: expect.any(String),
    });
    expect((await call('GET', '/pulls/7')).body).toEqual(closed.pull_request);
    expect((await call('GET', '/pulls/8')).status).toBe(404);
    expect(gitHubComplaints(sandbox)).toEqual([]);
  });

  test('a pull request can be closed while a request is under way', async () => {
    const { github } = sandbox;
    github.openPull({ number: 7 });
    const stop = sandbox.onRequest(({ origin }) => {
      if (origin === 'github') github.closePull(7);
    });
    expect((await gitHubCaller(github)('GET', '/pulls/7')).body.state).toBe('closed');
    stop();
    expect(gitHubComplaints(sandbox)).toEqual([]);
  });

  test('open pull requests are listed in pages, newest first, and filtered', async () => {
    const { github } = sandbox;
    for (let number = 1; number <= 31; number += 1) github.openPull();
    github.closePull(30);
    const call = gitHubCaller(github);
    const numbers = async (query: string) =>
      (await call('GET', `/pulls?${query}`)).body.map(({ number }: { number: number }) => number);
    expect((await numbers('per_page=100')).slice(0, 3)).toEqual([31, 29, 28]);
    expect(await numbers('per_page=29&page=2')).toEqual([1]);
    expect(await numbers('direction=asc&per_page=2')).toEqual([1, 2]);
    expect(await numbers('state=closed')).toEqual([30]);
    expect(await numbers('head=octo-org:change-4')).toEqual([4]);
    expect(await numbers('base=release')).toEqual([]);
    expect(gitHubComplaints(sandbox)).toEqual([]);
  });
});

test.each([false, true])("the actions' own client works (Enterprise Server: %s)", async (enterprise) => {
  await using own = await startSandbox({ github: { enterprise, repository: 'octo-org/ranges' } });
  const { github } = own;
  expect(new URL(github.apiUrl).pathname).toBe(enterprise ? '/api/v3' : '/');
  const pull = github.openPull({ number: 7 });
  github.openPull({ number: 8 });
  github.seedComments(130, 7);
  const script = join(__dirname, 'github-client.mjs');
  const words = [github.apiUrl, github.repository, github.token, '7', pull.headSha];
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...words]);
  const [comment] = [...github.comments.values()].slice(-1);
  const [deployment] = [...github.deployments.values()];
  expect(JSON.parse(stdout)).toEqual({
    viewer: { login: 'github-actions[bot]', databaseId: 41_898_282 },
    comment: comment?.id,
    comments: 131,
    ours: [comment?.id],
    open: [8, 7],
    deployment: deployment?.id,
    state: 'success',
    refusal: { status: 403, message: expect.stringMatching(/^Resource not accessible by integration/) },
  });
  expect(comment?.history).toEqual(['starting', 'ready']);
  expect(deployment?.statuses.map(({ state }) => state)).toEqual(['success']);
  expect(own.connections('github')).toBeGreaterThan(0);
  expect(gitHubComplaints(own)).toEqual([]);
});

describe("the check against GitHub's description", () => {
  const asked = async (method: 'GET' | 'POST', path: string, body?: unknown) => {
    sandbox.github.openPull({ number: 7 });
    await gitHubCaller(sandbox.github)(method, path, body);
    const [exchange] = sandbox.github.exchanges;
    if (exchange === undefined) throw new Error('nothing was exchanged');
    return exchange;
  };

  test.each<[string, 'GET' | 'POST', string, unknown, RegExp]>([
    ['an unknown operation', 'GET', '/comments/of/7', undefined, /no such operation/],
    ['a word for a number', 'GET', '/issues/seven/comments', undefined, /must be integer/],
    ['an unknown parameter', 'GET', '/issues/7/comments?size=3', undefined, /"size"/],
    ['a wrong parameter', 'GET', '/pulls?state=living', undefined, /allowed values/],
    ['a missing field', 'POST', '/deployments', {}, /'ref'/],
    ['an unknown field', 'POST', '/issues/7/comments', { body: 'x', colour: 'red' }, /"colour"/],
    ['a missing body', 'POST', '/issues/7/comments', undefined, /needs a body/],
  ])('finds %s in a request', async (_, method, path, body, complaint) => {
    const { request: sent } = await asked(method, path, body);
    expect(requestComplaints(sent, sandbox.github)).toEqual([expect.stringMatching(complaint)]);
    expect(gitHubComplaints(sandbox)).toContainEqual(expect.stringMatching(complaint));
  });

  test.each<[string, { status?: number; body?: string; headers?: Record<string, string> }, RegExp]>([
    ['a field of the wrong type', { body: '[{"id":"7"}]' }, /required property|must be integer/],
    ['no JSON', { body: '', headers: {} }, /is no JSON/],
    ['an unknown status', { status: 299 }, /no such status/],
    ['an error of another form', { status: 500, body: '{"message":7}' }, /must be string/],
  ])('finds %s in an answer', async (_, change, complaint) => {
    const { request: sent, response } = await asked('GET', '/issues/7/comments');
    expect(responseComplaints({ request: sent, response }, sandbox.github)).toEqual([]);
    const changed = { request: sent, response: { ...response, ...change } };
    expect(responseComplaints(changed, sandbox.github)[0]).toMatch(complaint);
  });
});
