import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { escaped, written } from '../../src/sandbox/echo';
import type { EchoForm, FaultCondition } from '../../src/sandbox/faults';
import { SCENARIO } from './preview-step';
import { type Inputs, personInputs, type StepResult, serviceAccountInputs } from './run-action';
import { expectSilence } from './silence';
import { type StepsInTurn, startStepsInTurn } from './steps-in-turn';

const FORMS: readonly EchoForm[] = ['raw', 'uri', 'base64', 'json', 'lines', 'escaped', 'cut'];

let sandbox: Sandbox;
let steps: StepsInTurn;
beforeAll(async () => {
  sandbox = await startSandbox({ phaseMs: 5 });
  sandbox.github.openPull({ number: 7 });
  steps = startStepsInTurn();
});
afterEach(() => {
  sandbox.clearFaults();
  sandbox.labs.clear();
  sandbox.github.comments.clear();
  sandbox.github.deployments.clear();
});
afterAll(async () => {
  steps.close();
  await sandbox.close();
});

/** A preview with all that it can show; whatever it wrote and sent to GitHub is then searched. */
async function previewOf(inputs: Inputs = {}): Promise<{ step: StepResult; sent: string[] }> {
  const { github } = sandbox;
  const before = sandbox.requests.length;
  const head = { ref: 'change', sha: github.pulls.get(7)?.headSha, repo: { full_name: github.repository } };
  const step = await steps.run({
    sandbox,
    event: { action: 'opened', pull_request: { number: 7, head, base: { ref: 'main' } } },
    inputs: {
      ...serviceAccountInputs(sandbox),
      ...{ command: 'preview', scenario: SCENARIO, environment: 'preview-{pr}', 'public-access': 'true' },
      ...{ 'github-token': github.token, retries: '0', 'poll-interval': '10ms', 'wait-for': 'finished' },
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
  const sent = sandbox.requests.slice(before).filter(({ origin }) => origin === 'github');
  const texts = sent.map(
    ({ path, body }) => `${path} ${body.replaceAll('\\n', '\n').replaceAll('\\"', '"')}`,
  );
  expectSilence(sandbox, step, texts);
  return { step, sent: texts };
}

describe('a GitHub that tells the secrets', () => {
  test.each(FORMS)('in the form %s makes none appear anywhere', async (as) => {
    const { github } = sandbox;
    const { secret = '' } = sandbox.clients.launcher;
    // As soon as there is an access token, GitHub knows that too.
    const stop = sandbox.onRequest(({ origin, headers }) => {
      const { authorization = '' } = headers;
      if (origin !== 'api' || authorization === '') return;
      stop();
      const access = authorization.replace('Bearer ', '');
      const told = (each: string): string => written(each, as);
      const text = [github.token, secret, access].map(told).join(' and ');
      const url = `https://github.example/x?${encodeURIComponent(text)}`;
      const refusal = {
        ...{ message: text, documentation_url: url },
        errors: [text, { message: text, [text]: text }],
      };
      const comment = {
        ...{ id: 1, body: text, html_url: url, created_at: text },
        user: { id: 41_898_282, login: text },
      };
      const answer = (method: string, path: RegExp, status: number, value: unknown): void => {
        const body = as === 'escaped' ? escaped(value) : JSON.stringify(value);
        const headers = { 'content-type': 'application/json' };
        sandbox.addFault({
          when: { origin: 'github', method, path },
          do: { kind: 'answer', status, headers, body },
        });
      };
      answer('POST', /\/deployments$/, 422, refusal);
      answer('POST', /\/statuses$/, 422, refusal);
      answer('POST', /\/comments$/, 201, comment);
      answer('PATCH', /\/comments\/\d+$/, FORMS.indexOf(as) % 2 === 0 ? 200 : 403, refusal);
      answer('GET', /\/pulls\/7$/, 403, refusal);
    });
    const { step } = await previewOf();
    stop();
    expect(step.outputs.result).toBe('succeeded');
    expect(step.annotations.map(({ type }) => type)).toContain('warning');
  });
});

/** Where the deployment tells them, with which status. */
const PLACES: readonly [string, FaultCondition, number][] = [
  ['at the login', { path: '/token' }, 400],
  ['as a profile', { path: /\/scenario\/small-company/ }, 200],
  ['at the creation', { path: '/run_lab' }, 422],
  ['at a look', { path: /\/runner\/[^/]+$/ }, 500],
  ['as the status, the name and the link of a lab', { path: /\/runner\/[^/]+$/, nth: 1 }, 200],
  ['as a notification', { path: '/notifications' }, 200],
];

describe.each(PLACES)('a deployment that tells the secrets %s', (place, when, status) => {
  test.each(FORMS)('in the form %s makes none appear in comment or deployment', async (as) => {
    const asPerson = (PLACES.findIndex(([name]) => name === place) + FORMS.indexOf(as)) % 2 === 0;
    const nobody = { 'client-id': '', 'client-secret': '' };
    const fault = sandbox.addFault({ when, do: { kind: 'echo-secrets', status, as } });
    const { sent } = await previewOf(asPerson ? { ...nobody, ...personInputs(sandbox) } : {});
    expect(fault.struck).toBeGreaterThan(0);
    expect(sent.filter((text) => text.includes('scenario-lab-preview')).length).toBeGreaterThan(0);
  });
});

test('the tokens of a lab are in no comment and no deployment, whatever else of the lab repeats them', async () => {
  const token = 'a_token+of/the-lab=that~nobody.knows';
  sandbox.addFault({ when: { path: '/run_lab' }, do: { kind: 'answer', status: 200, body: '"lab-1"' } });
  const access = {
    access_token: token,
    refresh_token: token,
    base_url: `https://public.lab.example/${token}`,
  };
  const lab = { runner_id: 'lab-1', status: 'SCENARIO_FINISHED', name: token, public_access: access };
  sandbox.addFault({
    when: { path: '/runner/lab-1' },
    do: { kind: 'answer', status: 200, body: JSON.stringify(lab) },
  });
  const { step, sent } = await previewOf();
  expect(step.outputs).toMatchObject({ result: 'succeeded', 'public-link': '' });
  expect(sent.join().replace(/&#(\d+);/g, (_, point) => String.fromCodePoint(point))).not.toContain('nobody');
});

describe('a public address', () => {
  const { secret = '' } = { secret: 'sandbox-launcher-secret-8b1f6c2e' };
  test.each([
    ['that holds the client secret', `https://public.lab.example/${secret}`],
    ['that holds it encoded', `https://public.lab.example/?x=${Buffer.from(secret).toString('base64')}`],
    ['over http', 'http://public.lab.example'],
    ['with credentials', 'https://me:geheim12@public.lab.example'],
    ['with a user', 'https://me@public.lab.example'],
    ['of another scheme', 'javascript://public.lab.example/%0aalert(1)'],
  ])('%s is no link, in no comment and no deployment', async (_, publicBaseUrl) => {
    expect(sandbox.clients.launcher.secret).toBe(secret);
    sandbox.settings.publicBaseUrl = publicBaseUrl;
    const { step, sent } = await previewOf();
    sandbox.settings.publicBaseUrl = 'https://public.lab.example';
    expect(step.outputs).toMatchObject({ result: 'succeeded', 'public-link': '' });
    expect(step.annotations).toEqual([
      { type: 'notice', message: expect.stringContaining('no public link') },
    ]);
    expect(sent.join()).not.toMatch(/Open the lab|public\.lab\.example|environment_url/);
    expect(`${step.stdout}${step.summary}`).not.toMatch(/me:|me@|javascript:/);
  });

  test('that is one is the link of comment and deployment', async () => {
    const { step, sent } = await previewOf();
    const link = step.outputs['public-link'] ?? '';
    expect(link).toMatch(/^https:\/\/public\.lab\.example\//);
    expect(sent.join()).toContain(`[Open the lab](${link})`);
    expect(sent.join()).toContain(`"environment_url":"${link}"`);
  });
});
