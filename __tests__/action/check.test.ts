import { randomUUID } from 'node:crypto';
import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { type Inputs, personInputs, runAction, type StepResult, serviceAccountInputs } from './run-action';

const LINES = [
  'Address',
  'TLS',
  'Discovery and issuer',
  'Login',
  'Granted scopes',
  'Ids',
  'Version',
  'Scenario list',
];

describe('check', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox();
  });
  afterEach(() => sandbox.close());

  const check = (changes: Inputs = {}, login = serviceAccountInputs(sandbox)): Promise<StepResult> =>
    runAction({
      sandbox,
      inputs: { ...login, 'poll-interval': '', retries: '0', ...changes, command: 'check' },
    });
  /** The verdict of each line in the log. */
  const verdicts = (step: StepResult): Record<string, string> =>
    Object.fromEntries(
      [...step.log.matchAll(/^(✅|❌|⏭️) ([\w ]+): /gmu)].map(([, sign = '', name = '']) => [
        name,
        { '✅': 'ok', '❌': 'failed' }[sign] ?? 'not checked',
      ]),
    );
  const expected = (others: Record<string, string>): Record<string, string> => ({
    ...Object.fromEntries(LINES.map((name) => [name, 'ok'])),
    ...others,
  });

  test('has a good word for each of eight lines, in log and summary, tells the version and makes no lab', async () => {
    const step = await check();

    expect(step.exitCode).toBe(0);
    expect(step.annotations).toEqual([]);
    expect(verdicts(step)).toEqual(expected({}));
    expect(step.outputs).toMatchObject({ version: '4.2.0', result: 'succeeded' });
    for (const name of LINES) expect(step.summary).toContain(`| ${name} | ✅ ok |`);
    expect(step.log).toContain("Login: client 'lab-launcher', by client_secret_basic");
    expect(sandbox.labs.size).toBe(0);
  });

  test('works for a person too', async () => {
    const step = await check({}, personInputs(sandbox));
    expect(verdicts(step)).toEqual(expected({}));
    expect(step.log).toContain('Login: a person, by refresh token');
  });

  const afterLogin = {
    'Granted scopes': 'not checked',
    Ids: 'not checked',
    Version: 'not checked',
    'Scenario list': 'not checked',
  };

  test.each<[string, string, Record<string, string>, string, (at: Sandbox) => Inputs]>([
    [
      'a wrong secret',
      'client-rejected',
      { Login: 'failed', ...afterLogin },
      'Copy client-secret again',
      () => ({ 'client-secret': 'not-the-secret' }),
    ],
    [
      'a wrong realm',
      'realm-not-found',
      { 'Discovery and issuer': 'failed', Login: 'failed', ...afterLogin },
      'input realm',
      () => ({ realm: 'Mantis' }),
    ],
    [
      'a workspace of others',
      'forbidden',
      { Ids: 'failed', 'Scenario list': 'not checked' },
      'member of the workspace',
      () => ({ 'workspace-id': randomUUID() }),
    ],
    [
      'an API that is not there',
      'network',
      { Address: 'failed', Ids: 'not checked', Version: 'not checked', 'Scenario list': 'not checked' },
      'Check base-url',
      () => ({ 'base-url': 'http://127.0.0.1:9/api' }),
    ],
    [
      'an identity provider that is not there',
      'network',
      { Address: 'failed', 'Discovery and issuer': 'not checked', Login: 'not checked', ...afterLogin },
      'Check auth-url',
      () => ({ 'auth-url': 'http://127.0.0.1:9' }),
    ],
    [
      'an API that is something else',
      'not-found',
      { Ids: 'failed', Version: 'failed', 'Scenario list': 'not checked' },
      'base-url',
      ({ baseUrl }) => ({ 'base-url': `${baseUrl}/v2` }),
    ],
    [
      'a scope that is not granted',
      'scope-missing',
      { 'Granted scopes': 'failed', 'Scenario list': 'ok' },
      'Let the administrator add it to the client',
      (at) => {
        const client = { ...at.clients.launcher, clientId: 'narrow', withheldScopes: ['groups'] };
        at.addClient(client);
        return { 'client-id': 'narrow' };
      },
    ],
  ])('%s: %s', async (_, code, others, remedy, inputs) => {
    const step = await check(inputs(sandbox));

    expect(step.exitCode).toBe(1);
    expect(step.outputs['error-code']).toBe(code);
    expect(verdicts(step)).toEqual(expected(others));
    expect(step.annotations).toHaveLength(1);
    expect(step.outputs['error-message']).toContain(remedy);
    const failed = Object.values(others).filter((verdict) => verdict === 'failed').length;
    expect(step.summary.match(/\| ❌ failed <code>/g)).toHaveLength(failed);
  });

  test('an issuer that is not <auth-url>/realms/<realm> is issuer-mismatch, and the rest is checked all the same', async () => {
    const other = sandbox.authUrl.replace('127.0.0.1', 'localhost');
    const step = await check({ 'auth-url': other });

    expect(step.outputs['error-code']).toBe('issuer-mismatch');
    expect(step.outputs['error-message']).toContain(`'${sandbox.issuer}', not '${other}/realms/mantis'`);
    expect(verdicts(step)).toEqual(expected({ 'Discovery and issuer': 'failed' }));
  });

  test('a page in the place of discovery is response-invalid', async () => {
    sandbox.addFault({
      when: { path: '/.well-known/openid-configuration' },
      do: { kind: 'replace', body: '<!doctype html><p>Welcome' },
    });
    const step = await check();
    expect(step.outputs['error-code']).toBe('response-invalid');
    expect(verdicts(step)).toEqual(expected({ 'Discovery and issuer': 'failed' }));
  });

  test('several failures are one annotation with the code of the first', async () => {
    const step = await check({ realm: 'Mantis' });
    expect(step.outputs['error-code']).toBe('realm-not-found');
    expect(step.outputs['error-message']).toContain('1 more of 8 checks failed (see the summary)');
  });

  test('a timeout in the middle shows what was checked before', async () => {
    sandbox.addFault({ when: { path: '/version', nth: 2 }, do: { kind: 'hang' } });
    const step = await check({ timeout: '700ms' });
    expect(step.outputs.result).toBe('timed-out');
    expect(step.summary).toContain('| Ids | ✅ ok |');
  });
});
