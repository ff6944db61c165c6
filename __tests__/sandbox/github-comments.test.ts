import { setTimeout as sleep } from 'node:timers/promises';
import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { send } from './caller';
import { gitHubCaller } from './github-caller';
import { gitHubComplaints } from './github-description';

let sandbox: Sandbox;
let call: ReturnType<typeof gitHubCaller>;

beforeEach(async () => {
  sandbox = await startSandbox();
  sandbox.github.openPull({ number: 7 });
  call = gitHubCaller(sandbox.github);
});

afterEach(async () => {
  await sandbox.close();
  expect(gitHubComplaints(sandbox)).toEqual([]);
});

test('a comment is written, read, edited and deleted', async () => {
  const { github } = sandbox;
  const made = await call('POST', '/issues/7/comments', { body: 'starting' });
  expect([made.status, made.body.body]).toEqual([201, 'starting']);
  expect(made.body.user).toMatchObject({ login: 'github-actions[bot]', id: 41_898_282, type: 'Bot' });
  expect(made.body.performed_via_github_app).toMatchObject({ slug: 'github-actions', id: 15_368 });
  expect(made.body.html_url).toBe(`${github.serverUrl}/octo-org/labs/pull/7#issuecomment-${made.body.id}`);
  const path = `/issues/comments/${made.body.id}`;
  const edited = await call('PATCH', path, { body: 'ready' });
  expect([edited.status, edited.body.body]).toEqual([200, 'ready']);
  expect((await call('GET', path)).body.body).toBe('ready');
  expect(github.comments.get(made.body.id)?.history).toEqual(['starting', 'ready']);
  const gone = await call('DELETE', path);
  expect([gone.status, gone.text, github.comments.size]).toEqual([204, '', 0]);
  for (const method of ['GET', 'DELETE'] as const) expect((await call(method, path)).status).toBe(404);
  expect((await call('PATCH', path, { body: 'late' })).status).toBe(404);
});

test('pages are linked by the number of the repository, the oldest comment comes first', async () => {
  const { github } = sandbox;
  github.openPull({ number: 70 });
  github.seedComments(1, 70);
  github.seedComments(130, 7);
  const first = await call('GET', '/issues/7/comments?per_page=100');
  expect(first.body).toHaveLength(100);
  expect(first.body[0]).toMatchObject({
    body: 'Remark 1',
    user: { login: 'helpful-reviewer[bot]', type: 'Bot' },
  });
  expect(first.body[1]).toMatchObject({
    user: { login: 'reviewer-1', type: 'User' },
    performed_via_github_app: null,
  });
  const url = `${github.apiUrl}/repositories/${github.repositoryId}/issues/7/comments?per_page=100&page`;
  expect(first.headers.get('link')).toBe(`<${url}=2>; rel="next", <${url}=2>; rel="last"`);
  const second = await send(`${url}=2`, { headers: { authorization: `token ${github.token}` } });
  expect(second.body).toHaveLength(30);
  expect(second.headers.get('link')).toBe(`<${url}=1>; rel="prev", <${url}=1>; rel="first"`);
  const short = await call('GET', '/issues/70/comments');
  expect([short.body.length, short.headers.get('link')]).toEqual([1, null]);
  expect((await call('GET', '/issues/7/comments')).body).toHaveLength(30);
  expect((await call('GET', '/issues/7/comments?per_page=1000')).body).toHaveLength(100);
  const beyond = await call('GET', '/issues/7/comments?page=9');
  expect([beyond.status, beyond.body]).toEqual([200, []]);
});

test('a body can have 65,536 characters and not one more', async () => {
  expect((await call('POST', '/issues/7/comments', { body: '😀'.repeat(65_536) })).status).toBe(201);
  const longer = await call('POST', '/issues/7/comments', { body: 'x'.repeat(65_537) });
  expect([longer.status, longer.body]).toEqual([
    422,
    {
      message: 'Validation Failed',
      errors: [
        {
          resource: 'IssueComment',
          code: 'unprocessable',
          field: 'data',
          message: 'Body is too long (maximum is 65536 characters)',
        },
      ],
      documentation_url: 'https://docs.github.com/rest/issues/comments#create-an-issue-comment',
      status: '422',
    },
  ]);
  const id = [...sandbox.github.comments.keys()][0];
  const path = `/issues/comments/${id}`;
  expect((await call('PATCH', path, { body: 'x'.repeat(65_537) })).status).toBe(422);
  expect((await call('PATCH', path, { body: ' ' })).status).toBe(422);
  expect(sandbox.github.comments.get(id ?? 0)?.history).toHaveLength(1);
});

test('a pull request that is not there has no comments', async () => {
  expect((await call('GET', '/issues/8/comments')).status).toBe(404);
  expect((await call('POST', '/issues/8/comments', { body: 'x' })).status).toBe(404);
});

test('a comment written before GitHub fell silent is there all the same', async () => {
  sandbox.addFault({ when: { origin: 'github', method: 'POST' }, do: { kind: 'reset', processed: true } });
  await expect(call('POST', '/issues/7/comments', { body: 'starting' })).rejects.toThrow();
  expect(sandbox.github.comments.size).toBe(1);
  sandbox.addFault({ when: { origin: 'github', method: 'GET' }, do: { kind: 'answer', status: 500 } });
  expect((await call('GET', '/issues/7/comments')).status).toBe(500);
  sandbox.addFault({ when: { origin: 'github', method: 'PATCH' }, do: { kind: 'hang' } });
  const hung = call('PATCH', `/issues/comments/${[...sandbox.github.comments.keys()][0]}`, { body: 'x' });
  expect(await Promise.race([hung.catch(() => 'dead'), sleep(50, 'silent')])).toBe('silent');
  expect([...sandbox.github.comments.values()].map(({ body }) => body)).toEqual(['starting']);
});
