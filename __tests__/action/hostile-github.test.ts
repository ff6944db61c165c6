import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { HOSTILE_STRINGS } from '../hostile-strings';
import { expectHarmless, expectHarmlessComment } from './harmless';
import { ourComments, SCENARIO } from './preview-step';
import type { Inputs, StepResult } from './run-action';
import { serviceAccountInputs } from './run-action';
import { type StepsInTurn, startStepsInTurn } from './steps-in-turn';

/** All strings at one place after the other. */
const PATIENCE_MS = 120_000;
const RUN = '/octo-org/labs/actions/runs/4711/attempts/1';

/** What a place is tried with; each has its own, so that several are tried at once. */
interface Stand {
  readonly sandbox: Sandbox;
  /** Lets GitHub answer so. */
  readonly gitHub: (request: string, status: number, value: unknown) => void;
  /** Lets the deployment answer so. */
  readonly lab: (path: string | RegExp, value: unknown) => void;
  /** Runs a step for an event, and fails unless it was harmless at every place that it can write to. */
  readonly stepOf: (event: Event, inputs?: Inputs) => Promise<StepResult>;
}

type Event = Readonly<Record<string, unknown>>;

function standOf(sandbox: Sandbox, steps: StepsInTurn): Stand {
  const { github } = sandbox;
  const answer = (status: number, value: unknown) => ({
    kind: 'answer' as const,
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(value),
  });
  return {
    sandbox,
    gitHub: (request, status, value) => {
      const [method = '', path = ''] = request.split(' ');
      const when = path === '' ? {} : { method, path: new RegExp(`${path}$`) };
      sandbox.addFault({ when: { origin: 'github', ...when }, do: answer(status, value) });
    },
    lab: (path, value) => void sandbox.addFault({ when: { origin: 'api', path }, do: answer(200, value) }),
    stepOf: async (event, inputs = {}) => {
      const before = sandbox.requests.length;
      const step = await steps.run({
        secrets: [github.token, sandbox.clients.launcher.secret ?? ''],
        event,
        inputs: {
          ...serviceAccountInputs(sandbox),
          ...{ command: 'preview', scenario: SCENARIO, environment: 'preview-{pr}' },
          ...{ 'github-token': github.token, retries: '0', timeout: '15s', 'poll-interval': '10ms' },
          ...inputs,
        },
        env: {
          GITHUB_REPOSITORY: github.repository,
          GITHUB_API_URL: github.apiUrl,
          GITHUB_GRAPHQL_URL: github.graphqlUrl,
          GITHUB_SERVER_URL: github.serverUrl,
          GITHUB_EVENT_NAME: 'pull_request',
          RUNNER_DEBUG: '1',
        },
      });
      sandbox.clearFaults();
      expectHarmless(step);
      expectHarmlessAtGitHub(sandbox, before, step);
      const url = step.outputs['comment-url'] ?? '';
      expect(url === '' || url.startsWith(`${github.serverUrl}/octo-org/labs/pull/`)).toBe(true);
      expect(step.outputs['deployment-id'] ?? '').toMatch(/^\d*$/);
      step.files.remove();
      return step;
    },
  };
}

/** Whatever was sent to GitHub, whether it took it or not. */
function expectHarmlessAtGitHub(
  { github, requests }: Sandbox,
  before: number,
  { outputs }: StepResult,
): void {
  const links = JSON.parse(outputs['public-links'] ?? '[]').filter(Boolean);
  for (const link of links) expect(link).toMatch(/^https:\/\/[\w.-]+\/[\w./-]*$/);
  links.push(`${github.serverUrl}${RUN}`);
  for (const { origin, path, body, method } of requests.slice(before)) {
    if (origin !== 'github') continue;
    expect(path).toMatch(/^\/(graphql$|repos\/octo-org\/labs\/|repositories\/\d+\/)/);
    const sent = body === '' ? {} : JSON.parse(body);
    if (/\/comments(\/\d+)?$/.test(path) && method !== 'GET') expectHarmlessComment(sent.body ?? '', links);
    if (!path.endsWith('/statuses') || method !== 'POST') continue;
    expect(sent.log_url).toBe(`${github.serverUrl}${RUN}`);
    if (sent.environment_url !== undefined) expect(links).toContain(sent.environment_url);
    expect(sent.description).toMatch(/^(The scenario lab|The run was|The pull request is) [a-z ]+$/);
  }
}

const NUMBER = 7;

function eventOf({ sandbox }: Stand, text: string, action = 'opened'): Event {
  const { github } = sandbox;
  if (action === 'closed' && github.pulls.get(NUMBER)?.state !== 'closed') github.closePull(NUMBER);
  const user = { login: text, html_url: text };
  const repo = { full_name: github.repository, name: text, html_url: text, description: text };
  const head = { ref: text, label: text, sha: text, repo, user };
  const labels = [{ name: text, description: text, color: text }];
  const pull = { number: NUMBER, title: text, body: text, html_url: text, user, head, labels };
  const base = { ref: text, sha: text, repo };
  return { action, number: text, sender: user, label: labels[0], pull_request: { ...pull, base } };
}

/** A comment that claims to be ours, with our hidden state and without. */
function commentsOf(text: string): unknown[] {
  const user = { login: text, id: 41_898_282, type: text };
  const state = `<!-- scenario-lab-preview ${JSON.stringify({ key: 'default', labs: [text, '../..', 'lab-1'] })} -->\n`;
  return [text, state + text, `<!-- scenario-lab-preview ${text} -->`, null, 7].map((body, index) => ({
    ...{ id: index + 1, body, user, html_url: text, url: text, issue_url: text },
    ...{ created_at: text, node_id: text, author_association: text },
  }));
}

function refusal(text: string): unknown {
  return {
    message: text,
    errors: [text, { message: text, code: text }],
    documentation_url: text,
    status: text,
  };
}

/** Each place where a text of GitHub or of an event comes in, and the result that the step must have. */
const PLACES: readonly [string, (stand: Stand, text: string) => Promise<StepResult>, string][] = [
  [
    'every refusal of GitHub, as a preview comes up',
    (stand, text) => {
      stand.gitHub('', HOSTILE_STRINGS.indexOf(text) % 2 === 0 ? 422 : 403, refusal(text));
      return stand.stepOf(eventOf(stand, 'x'));
    },
    'succeeded',
  ],
  [
    'every refusal of GitHub, as a preview goes',
    (stand, text) => {
      stand.gitHub('', 500, refusal(text));
      return stand.stepOf(eventOf(stand, 'x', 'closed'));
    },
    'succeeded',
  ],
  [
    'the comments and deployments that are there, as a preview comes up',
    (stand, text) => {
      stand.gitHub('GET /comments', 200, commentsOf(text));
      const deployment = { id: 1, environment: text, task: text, ref: text, description: text, url: text };
      stand.gitHub('GET /deployments', 200, [deployment]);
      stand.gitHub('GET /statuses', 200, [{ id: 1, state: text, environment_url: text, log_url: text }]);
      return stand.stepOf(eventOf(stand, 'x'));
    },
    'succeeded',
  ],
  [
    'the comments and deployments that are there, as a preview goes',
    (stand, text) => {
      stand.gitHub('GET /comments', 200, commentsOf(text));
      stand.gitHub('PATCH /comments/\\d+', 200, commentsOf(text)[0]);
      stand.gitHub('GET /deployments', 200, [{ id: text }, { id: 1, state: text }]);
      return stand.stepOf(eventOf(stand, 'x', 'closed'));
    },
    'succeeded',
  ],
  [
    'the viewer, the state of the pull request, and what is answered to a creation',
    (stand, text) => {
      const viewer = { databaseId: HOSTILE_STRINGS.indexOf(text) % 2 === 0 ? text : 41_898_282, login: text };
      stand.gitHub('POST /graphql', 200, { data: { viewer }, errors: [{ message: text }] });
      stand.gitHub('GET /pulls/\\d+', 200, { state: text, title: text, number: text });
      stand.gitHub('POST /comments', 201, { ...(commentsOf(text)[0] as object), id: text });
      stand.gitHub('POST /deployments', 201, { id: text, url: text, message: text });
      return stand.stepOf(eventOf(stand, 'x'));
    },
    'succeeded',
  ],
  [
    'the list of pull requests of a sweep',
    (stand, text) => {
      const { gitHub, sandbox, stepOf } = stand;
      sandbox.seedLab({ configName: 'octo-org/labs#3', ageMs: 30 * 3_600_000 });
      if (HOSTILE_STRINGS.indexOf(text) % 2 === 0) gitHub('GET /pulls', 200, [{ number: text, title: text }]);
      else gitHub('GET /pulls', 403, refusal(text));
      return stepOf({}, { command: 'sweep', scenario: '', environment: '', 'poll-interval': '' });
    },
    'succeeded',
  ],
  ['the event of a preview', (stand, text) => stand.stepOf(eventOf(stand, text)), 'succeeded'],
  [
    'an event of which nothing is right',
    (stand, text) => {
      const event = eventOf(stand, text, text);
      const number = HOSTILE_STRINGS.indexOf(text) % 2 === 0 ? text : NUMBER;
      return stand.stepOf({ ...event, pull_request: { ...(event.pull_request as object), number } });
    },
    'failed',
  ],
  [
    'the scenario, the profile and the lab in a comment',
    (stand, text) => {
      const { lab, stepOf } = stand;
      const name = text.slice(0, 300);
      lab(/\/scenario\/small-company/, { name, scenario_profiles: [{ name }] });
      const told = { name, content_type: text, status: 'ERROR', public_access: { base_url: text } };
      lab(/\/run_lab$/, 'lab-1');
      lab(/\/runner\/[^/]+$/, { runner_id: 'lab-1', ...told });
      lab('/notifications', [text]);
      return stepOf(eventOf(stand, 'x'), { 'public-access': 'true' });
    },
    'failed',
  ],
];

test.concurrent.each(PLACES)(
  'each hostile string is harmless as %s',
  async (_, place, result) => {
    const sandbox = await startSandbox({ phaseMs: 1 });
    sandbox.github.openPull({ number: NUMBER });
    const steps = startStepsInTurn();
    const stand = standOf(sandbox, steps);
    try {
      for (const text of HOSTILE_STRINGS) {
        const step = await place(stand, text);
        expect({ text, result: step.outputs.result }).toEqual({ text, result });
      }
    } finally {
      steps.close();
      await sandbox.close();
    }
  },
  PATIENCE_MS,
);

describe('GitHub', () => {
  let sandbox: Sandbox;
  let steps: StepsInTurn;
  let stand: Stand;
  beforeEach(async () => {
    sandbox = await startSandbox({ phaseMs: 1 });
    sandbox.github.openPull({ number: NUMBER });
    steps = startStepsInTurn();
    stand = standOf(sandbox, steps);
  });
  afterEach(async () => {
    steps.close();
    await sandbox.close();
  });

  const answers = (headers: Readonly<Record<string, string>>, body = '[]') =>
    sandbox.addFault({
      when: { origin: 'github', method: 'GET', path: '/comments' },
      do: { kind: 'answer', status: 200, headers: { 'content-type': 'application/json', ...headers }, body },
    });

  test('that calls a request deprecated gets no word into the log', async () => {
    const link = '<https://evil.example/##[error]INJECTED>; rel="deprecation"';
    answers({ deprecation: 'true', sunset: '##[error]INJECTED', link });
    const step = await stand.stepOf(eventOf(stand, 'x'));
    expect(step.stdout).not.toMatch(/INJECTED|deprecated/);
    expect(ourComments(sandbox)).not.toEqual([]);
  });

  test.each(['/user/emails', '/repos/octo-org/other/issues', '/repos/octo-org/labs/../../../user', '/x'])(
    'whose list links %s gets no request there',
    async (path) => {
      answers({ link: `<${sandbox.github.apiUrl}${path}?page=2>; rel="next"` });
      const step = await stand.stepOf(eventOf(stand, 'x'));
      expect(step.annotations).toEqual([
        { type: 'warning', message: expect.stringContaining('the answer links to another place') },
      ]);
    },
  );

  test('whose list has no end is asked for a hundred pages', async () => {
    const path = '/repos/octo-org/labs/issues/7/comments';
    answers({ link: `<${sandbox.github.apiUrl}${path}?page=2>; rel="next"` });
    const step = await stand.stepOf(eventOf(stand, 'x'));
    expect(step.outputs.result).toBe('succeeded');
    expect(step.annotations[0]?.message).toContain('the list has more than 100 pages');
    const pages = sandbox.requests.filter(({ method, path: asked }) => method === 'GET' && asked === path);
    // When it is looked for, when it is made, and when it is brought up to date.
    expect(pages.length).toBeLessThanOrEqual(3 * 101);
  });

  test.each([
    ['nested too deep', { 'content-type': 'application/json' }, '['.repeat(100_000)],
    ['no text', { 'content-type': 'application/octet-stream' }, '\u0000\u0001'],
    ['no list', { 'content-type': 'application/json' }, '{"a":1}'],
    ['a list of nothing', { 'content-type': 'application/json' }, '[null,1,"x",[]]'],
    ['of a type that is none', { 'content-type': '::error::INJECTED' }, '[]'],
  ])('that answers what is %s is one warning', async (_, headers, body) => {
    answers(headers, body);
    const step = await stand.stepOf(eventOf(stand, 'x'), { environment: '' });
    expect(step.outputs.result).toBe('succeeded');
    expect(step.annotations.length).toBeLessThanOrEqual(1);
    expect(step.stdout).not.toMatch(/INJECTED|is not a function|Cannot read prop/);
  });
});
