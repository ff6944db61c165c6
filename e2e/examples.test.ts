import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { type Sandbox, startSandbox } from '../src/sandbox/deployment';
import type { WorkflowResult, WorkflowRun } from './act/run-workflow';
import { artifactTexts, callerOf, REUSABLE, runDocumented, text } from './documented-workflow';
import { startGithubIssuer } from './keycloak/github-issuer';
import { actionlint, zizmor } from './linters';

const ROOT = path.join(__dirname, '..');

let sandbox: Sandbox;
let ended: WorkflowResult | undefined;
beforeEach(async () => {
  sandbox = await startSandbox({ phaseMs: 60 });
});
afterEach(async () => {
  ended?.remove();
  ended = undefined;
  await sandbox.close();
});

test('actionlint and zizmor find nothing in the examples and the reusable workflows', async () => {
  const files = [
    ...readdirSync(path.join(ROOT, 'examples')).map((name) => path.join(ROOT, 'examples', name)),
    ...REUSABLE.map((name) => path.join(ROOT, '.github', 'workflows', name)),
  ];
  await actionlint(files);
  await zizmor(files);
}, 300_000);

test('the examples run on the Node that action.yml names', async () => {
  const { using } = parse(text('action.yml')).runs as { using: string };
  const step = '      - uses: octo/print-node@v1\n';
  const { log } = await run(`on: push\njobs:\n  node:\n    runs-on: ubuntu-latest\n    steps:\n${step}`, {
    event: 'push',
    actions: { 'octo/print-node@v1': path.join(__dirname, 'act', 'stubs', 'print-node') },
  });
  expect(log).toContain(`${using} is v${using.replace('node', '')}.`);
});

async function run(workflow: string, more: Partial<WorkflowRun> = {}): Promise<WorkflowResult> {
  ended = await runDocumented(sandbox, workflow, more);
  return ended;
}

/** What the first step with this id gave. */
function outputs(step: string): Readonly<Record<string, string>> {
  return ended?.steps.find((ran) => ran.step === step && ran.stage === 'Main')?.outputs ?? {};
}

function left(): { readonly made: number; readonly living: number } {
  return { made: sandbox.labs.size, living: sandbox.labs.living().length };
}

describe('the example', () => {
  test('of a quick start launches a lab and removes it', async () => {
    const { jobs, log } = await run(text('examples', 'quick-start.yml'));
    expect(jobs).toEqual({ lab: 'success' });
    expect(outputs('lab')).toMatchObject({ result: 'succeeded', status: 'SCENARIO_FINISHED' });
    expect(log).toContain(`Lab ${outputs('lab')['lab-id']} ended as SCENARIO_FINISHED`);
    expect(left()).toEqual({ made: 1, living: 0 });
  });

  test('of a refresh token launches a lab as that person', async () => {
    expect((await run(text('examples', 'refresh-token.yml'))).jobs).toEqual({ lab: 'success' });
    expect([...sandbox.labs.values()][0]?.createdBy).toBe(sandbox.person.subject);
    expect(left()).toEqual({ made: 1, living: 0 });
  });

  test.each(['PEM', 'JWK'])('of a service account’s key launches a lab with a %s', async (format) => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key =
      format === 'PEM'
        ? privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
        : JSON.stringify(privateKey.export({ format: 'jwk' }));
    const jwks = [publicKey.export({ format: 'jwk' }) as JsonWebKey];
    const { secret: _, ...launcher } = sandbox.clients.launcher;
    sandbox.addClient({ ...launcher, jwks });
    const secrets = { LAB_CLIENT_PRIVATE_KEY: key };
    const { jobs, log } = await run(text('examples', 'service-account-key.yml'), { secrets });
    expect(jobs).toEqual({ lab: 'success' });
    for (const part of key.split('\n').filter((piece) => piece.length > 20)) expect(log).not.toContain(part);
    expect(left()).toEqual({ made: 1, living: 0 });
  });

  test('of GitHub’s own token launches a lab for the subject of its environment', async () => {
    const workflow = text('examples', 'github-oidc.yml');
    const { environment } = parse(workflow).jobs.lab as { environment: string };
    const subject = `repo:${sandbox.github.repository}:environment:${environment}`;
    const github = await startGithubIssuer({ subject });
    try {
      const { keys } = (await (await fetch(github.jwksUrl)).json()) as { keys: JsonWebKey[] };
      const { secret: _, ...launcher } = sandbox.clients.launcher;
      const federated = { issuer: github.issuer, subject, jwks: keys };
      sandbox.addClient({ ...launcher, federated });
      const { jobs } = await run(workflow, { env: github.environment });
      expect(jobs).toEqual({ lab: 'success' });
      expect(github.issued()).toBeGreaterThan(0);
      expect(left()).toEqual({ made: 1, living: 0 });
    } finally {
      await github.close();
    }
  });

  test('of a check says that everything is as it should be, and makes no lab', async () => {
    const { jobs, summaries } = await run(text('examples', 'check-connection.yml'));
    expect(jobs).toEqual({ check: 'success' });
    expect(summaries.join()).toContain(sandbox.settings.version);
    expect(left()).toEqual({ made: 0, living: 0 });
  });

  test('of two steps runs tests against a running lab, waits for its end and removes it', async () => {
    sandbox.settings.phaseMs = 400;
    const { jobs, steps, log } = await run(text('examples', 'two-step-launch-and-wait.yml'));
    expect(jobs).toEqual({ test: 'success' });
    expect(log).toContain(`Testing against ["${outputs('lab')['lab-id']}"]`);
    const statuses = steps.filter(({ stage }) => stage === 'Main').map((step) => step.outputs.status);
    expect(statuses.filter(Boolean)).toEqual(['SCENARIO_EXECUTION', 'SCENARIO_FINISHED']);
    expect(left()).toEqual({ made: 1, living: 0 });
  });
});

const RELEASE = { event: 'push', payload: { ref: 'refs/tags/v1.2.3' } };

describe.each([
  ['the example of a release', () => text('examples', 'release-verification.yml')],
  ['the reusable workflow of a release', () => callerOf('verify-release.yml')],
])('%s', (_name, workflow) => {
  test('verifies every scenario and keeps reports that hold no password and no token', async () => {
    const legs = onlyGood();
    const { jobs, artifacts } = await run(workflow(), RELEASE);
    expect(new Set(Object.values(jobs))).toEqual(new Set(['success']));
    expect(Object.keys(artifacts)).toHaveLength(legs);
    // Three details for each lab; the machines among them have passwords. run() looked for every secret.
    const texts = ended === undefined ? [] : artifactTexts(ended);
    expect(texts).toHaveLength(3 * legs);
    expect(texts.filter((json) => json.includes('Client1') && json.includes('***'))).toHaveLength(legs);
    expect(left()).toEqual({ made: legs, living: 0 });
  });

  test('fails when one lab fails, and verifies the others all the same', async () => {
    const legs = onlyGood();
    sandbox.setScenario({
      name: 'factory/broken-deployment',
      behaviour: 'fails',
      failure: 'No node came up',
    });
    const { exitCode, artifacts, log } = await run(workflow(), RELEASE);
    expect(exitCode).toBe(1);
    expect(log).toContain('No node came up');
    expect(Object.keys(artifacts)).toHaveLength(legs);
    expect(left()).toEqual({ made: legs, living: 0 });
  });
});

/** Makes every scenario of the sandbox end well and quickly; gives the number of its profiles. */
function onlyGood(): number {
  const names = ['hospital/data theft & extortion', 'factory/broken-deployment', 'factory/called-off'];
  names.push('bank/step-by-step', 'bank/warm-up', 'museum/endless', 'museum/vanishing', 'city/slow');
  for (const name of names) sandbox.setScenario({ name });
  return names.length + ['windows10-simple', 'webmail', 'usb-stick'].length;
}
