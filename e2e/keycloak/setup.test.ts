import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Inputs, StepResult } from '../../__tests__/action/run-action';
import { type Deployment, startDeployment } from './deployment';
import { type SetUp, setUp } from './setup';

// The steps of docs/setup.md, done by the admin API on a realm that is as Keycloak makes a new one, in the order of the
// guide; after each the bundle logs in as it says.

const guide = readFileSync(path.join(__dirname, '..', '..', 'docs', 'setup.md'), 'utf8');
const SUBJECT = 'repo:acme/widgets:environment:lab';

let here: Deployment;
let administrator: SetUp;
beforeAll(async () => {
  here = await startDeployment({ emptyRealm: true });
  administrator = setUp(here.keycloak.admin);
  await administrator.platformsOwnPart();
}, 600_000);
afterAll(() => here?.close());

async function expectLaunched(step: StepResult): Promise<void> {
  expect({ error: step.outputs['error-message'], annotations: step.annotations }).toEqual({
    error: '',
    annotations: [],
  });
  expect(step.outputs).toMatchObject({ result: 'succeeded', status: 'SCENARIO_FINISHED' });
  expect((await step.post()).annotations).toEqual([]);
  expect(here.sandbox.labs.living()).toEqual([]);
}

const github = (): { env: Record<string, string>; secrets: string[] } => ({
  env: { ...here.github.environment },
  secrets: [here.github.environment.ACTIONS_ID_TOKEN_REQUEST_TOKEN],
});

test('the administrator’s half of the guide has the parts that are done here', () => {
  const half = guide.slice(guide.indexOf('## For the administrator'));
  expect([...half.matchAll(/^### (.*)$/gm)].map(([, title]) => title)).toEqual([
    'What a deployment has already',
    'A client with a service account',
    'A secret',
    'A key',
    "GitHub's own token",
    'Public links',
  ]);
});

test('A client with a service account, with its secret', async () => {
  const secret = await administrator.serviceAccount('lab-launcher');
  here.door.secrets.add(secret);
  await expectLaunched(await here.run({ 'client-id': 'lab-launcher', 'client-secret': secret }));
});

test('A key of openssl, by the commands of the guide', async () => {
  const [pem, publicPem] = keyPairOfTheGuide();
  await administrator.serviceAccount('lab-signer');
  await administrator.importKey('lab-signer', 'Public Key PEM', publicPem);
  const secrets = pem.split('\n').filter((part) => part.length > 20 && !part.startsWith('-----'));
  const inputs = { 'client-id': 'lab-signer', 'client-private-key': pem };
  await expectLaunched(await here.run(inputs, { secrets }));
});

test('A key of another kind as PEM is refused, and good as a key set', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  await administrator.serviceAccount('lab-signer-ec');
  const publicPem = publicKey.export({ format: 'pem', type: 'spki' }).toString();
  await administrator.importKey('lab-signer-ec', 'Public Key PEM', publicPem);
  const inputs = {
    'client-id': 'lab-signer-ec',
    'client-private-key': JSON.stringify(privateKey.export({ format: 'jwk' })),
    'client-key-id': 'ours',
  };
  const refused = await here.run(inputs);
  expect(refused.outputs['error-message']).toContain('Unable to load public key');
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'ours', use: 'sig', alg: 'ES256' };
  await administrator.importKey('lab-signer-ec', 'JSON Web Key Set', JSON.stringify({ keys: [jwk] }));
  await expectLaunched(await here.run(inputs));
});

/** Private and public half, as the guide's shell commands make them. */
function keyPairOfTheGuide(): [string, string] {
  const commands = [...guide.matchAll(/^ *(openssl .*)$/gm)].map(([, command = '']) => command);
  expect(commands).toHaveLength(2);
  const folder = mkdtempSync(path.join(tmpdir(), 'key-pair-'));
  try {
    for (const command of commands) execFileSync('sh', ['-c', command], { cwd: folder, stdio: 'ignore' });
    const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
    return [read('private.pem'), read('public.pem')];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('GitHub’s own token', () => {
  const inputs: Inputs = { 'client-authentication': 'github-oidc' };
  beforeAll(async () => {
    await administrator.trustGitHub({ issuer: here.github.issuer, jwksUrl: here.github.jwksUrl });
    await administrator.serviceAccount('lab-github');
  });

  test.each([SUBJECT, 'repo:acme@583231/widgets@1296269:environment:lab'])(
    'for the subject %s',
    async (subject) => {
      await administrator.acceptSubject('lab-github', subject);
      here.github.settings.subject = subject;
      await expectLaunched(await here.run(inputs, github()));
    },
  );

  test('a tag is another subject, which the error tells', async () => {
    await administrator.acceptSubject('lab-github', SUBJECT);
    here.github.settings.subject = 'repo:acme/widgets:ref:refs/tags/v1.0.0';
    const { outputs } = await here.run(inputs, github());
    expect(outputs).toMatchObject({
      'error-code': 'client-rejected',
      'error-message': expect.stringContaining(here.github.settings.subject),
    });
  });
});

test('Public links', async () => {
  const secret = await administrator.serviceAccount('lab-linker');
  here.door.secrets.add(secret);
  const inputs = { 'client-id': 'lab-linker', 'client-secret': secret, 'public-access': 'true' };
  const refused = await here.run(inputs);
  expect(refused.outputs).toMatchObject({ 'error-code': 'token-exchange-rejected', 'lab-ids': '[]' });
  await administrator.permitLinks('lab-linker');
  const step = await here.run(inputs);
  await expectLaunched(step);
  expect(step.outputs['public-link']).toMatch(/^https:/);
});
