import { isForeignTarget, previewAct, readPullRequest } from '../../src/domain/pull-request';

const event = (action: string, head: unknown = { sha: 'abc', repo: { full_name: 'octo/lab' } }) => ({
  action,
  pull_request: { number: 7, head, base: { ref: 'main' } },
});
const source = (eventName: string, payload: Record<string, unknown>) => ({
  eventName,
  event: payload,
  repository: 'octo/lab',
});

test.each([
  ['opened', 'up'],
  ['reopened', 'up'],
  ['synchronize', 'up'],
  ['closed', 'down'],
])('%s brings a preview %s', (action, act) => {
  for (const name of ['pull_request', 'pull_request_target'])
    expect(previewAct(source(name, event(action)))).toBe(act);
});

test.each([
  ['push', { ref: 'refs/heads/main' }],
  ['pull_request', event('labeled')],
  ['pull_request', event('toString')],
  ['pull_request_review', event('opened')],
  ['pull_request', { action: 'opened', pull_request: { number: '7' } }],
])('%s with %j is none of these', (name, payload) => {
  expect(previewAct(source(name, payload))).toMatchObject({ remedy: expect.stringContaining('types:') });
});

test('a head in another repository, or in one that is gone, is foreign on pull_request_target alone', () => {
  const fork = event('opened', { sha: 'abc', repo: { full_name: 'mona/lab' } });
  const gone = event('opened', { sha: 'abc', repo: null });
  expect(isForeignTarget(source('pull_request_target', fork))).toBe(true);
  expect(isForeignTarget(source('pull_request_target', gone))).toBe(true);
  expect(isForeignTarget(source('pull_request_target', {}))).toBe(true);
  expect(isForeignTarget(source('pull_request_target', event('opened')))).toBe(false);
  expect(isForeignTarget(source('pull_request', fork))).toBe(false);
  expect(readPullRequest({ event: gone })).toMatchObject({ number: 7, headRepository: undefined });
});
