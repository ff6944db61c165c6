import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { personInputs, runAction, serviceAccountInputs } from './run-action';

const SCENARIO = 'small-company/ransomware';
const PROFILE = 'windows10-simple';

describe('launch', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ phaseMs: 30 });
  });
  afterEach(() => sandbox.close());

  const paths = (): string[] => sandbox.requests.map(({ method, path }) => `${method} ${path}`);

  test('a service account launches a scenario: one login, one creation, then the polls, on one connection each', async () => {
    const step = await runAction({
      sandbox,
      inputs: { ...serviceAccountInputs(sandbox), scenario: SCENARIO, 'scenario-profile': PROFILE },
    });

    expect(step.exitCode).toBe(0);
    expect(step.annotations).toEqual([]);
    expect(step.outputs).toMatchObject({
      result: 'succeeded',
      created: 'true',
      status: 'SCENARIO_FINISHED',
      'error-code': '',
      'error-message': '',
    });
    const [lab] = [...sandbox.labs.living()];
    expect(step.outputs['lab-id']).toBe(lab?.id);
    expect(JSON.parse(step.outputs['lab-ids'] ?? '')).toEqual([lab?.id]);

    const [login, creation, ...polls] = paths();
    expect(login).toMatch(/^POST .*\/protocol\/openid-connect\/token$/);
    expect(creation).toMatch(/^POST .*\/scenario\/run_lab$/);
    const wanted = [`/runner/${lab?.id}`, `/runner/${lab?.id}/notifications`];
    expect(polls.every((poll) => wanted.some((path) => poll.endsWith(path)))).toBe(true);
    expect(sandbox.connections('idp')).toBe(1);
    expect(sandbox.connections('api')).toBe(1);
  });

  test('the creation carries both ids in its headers and the workspace in its query', async () => {
    await runAction({ sandbox, inputs: { ...serviceAccountInputs(sandbox), scenario: SCENARIO } });

    const creation = sandbox.requests.find(({ path }) => path.endsWith('/run_lab'));
    expect(creation?.query.get('workspace_id')).toBe(sandbox.workspaceId);
    expect(creation?.headers).toMatchObject({
      'x-organization-id': sandbox.organizationId,
      'x-workspace-id': sandbox.workspaceId,
    });
  });

  test('a person logs in as the client frontend, without a scope', async () => {
    const step = await runAction({ sandbox, inputs: { ...personInputs(sandbox), scenario: SCENARIO } });

    expect(step.outputs).toMatchObject({ result: 'succeeded', created: 'true' });
    const form = new URLSearchParams(sandbox.requests[0]?.body);
    expect([...form.keys()].sort()).toEqual(['client_id', 'grant_type', 'refresh_token']);
    expect(form.get('client_id')).toBe('frontend');
  });

  test('the summary tells the lab, its scenario, profile, status and link, and draws its phases', async () => {
    const step = await runAction({
      sandbox,
      inputs: { ...personInputs(sandbox), scenario: SCENARIO, 'public-access': 'true' },
    });

    expect(step.summary).toContain('Scenario Lab: launch succeeded');
    expect(step.summary).toContain(
      `<code>${SCENARIO}</code> | <code>${PROFILE}</code> | SCENARIO&#95;FINISHED |`,
    );
    expect(step.summary).toContain(`[open](${step.outputs['public-link']})`);
    expect(step.summary).toMatch(
      /```mermaid\ngantt\n[\s\S]*section 1 small-company\/ransomware\n {4}starting :\d+, \d+\n/,
    );
  });

  test('each change of status is a line with the time since launch', async () => {
    const step = await runAction({ sandbox, inputs: { ...personInputs(sandbox), scenario: SCENARIO } });

    expect(step.log).toMatch(
      /small-company\/ransomware: launched lab [0-9a-f-]{36}, profile windows10-simple/,
    );
    expect(step.log).toMatch(/→ SCENARIO_FINISHED \(\d+ms since launch\)/);
  });

  test('a scenario with one profile needs none, one with several fails with the list', async () => {
    const several = await runAction({
      sandbox,
      inputs: { ...personInputs(sandbox), scenario: 'small-company/phishing' },
    });

    expect(several.exitCode).toBe(1);
    expect(several.outputs['error-code']).toBe('profile-required');
    expect(several.outputs['error-message']).toContain("'webmail', 'usb-stick'");
    expect(sandbox.labs.living().length).toBe(0);
  });

  test('an unknown profile fails with the list of those that exist', async () => {
    const step = await runAction({
      sandbox,
      inputs: { ...personInputs(sandbox), scenario: SCENARIO, 'scenario-profile': 'windows11' },
    });

    expect(step.outputs['error-code']).toBe('profile-unknown');
    expect(step.outputs['error-message']).toContain("'windows10-simple'");
  });

  test('an unknown scenario fails with the nearest names, with or without a profile', async () => {
    for (const inputs of [{}, { 'scenario-profile': PROFILE }]) {
      const step = await runAction({
        sandbox,
        inputs: { ...personInputs(sandbox), scenario: 'small-company/ransomwere', ...inputs },
      });
      expect(step.outputs['error-code']).toBe('scenario-unknown');
      expect(step.outputs['error-message']).toContain("Did you mean 'small-company/ransomware'");
      expect(step.annotations).toHaveLength(1);
    }
  });

  test('ERROR fails the step with the last notification, the id and the last status', async () => {
    const step = await runAction({
      sandbox,
      inputs: { ...personInputs(sandbox), scenario: 'factory/broken-deployment' },
    });

    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({
      result: 'failed',
      'error-code': 'lab-failed',
      status: 'ERROR',
      created: 'true',
    });
    expect(step.outputs['lab-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(step.outputs['error-message']).toContain('plc-gateway');
    expect(step.annotations.map(({ type }) => type)).toEqual(['error']);
    expect(sandbox.labs.living()).toEqual([]);
  });

  test('CANCELLED fails the step', async () => {
    const step = await runAction({
      sandbox,
      inputs: { ...personInputs(sandbox), scenario: 'factory/called-off' },
    });

    expect(step.outputs).toMatchObject({ result: 'failed', 'error-code': 'lab-failed', status: 'CANCELLED' });
    expect(step.outputs['error-message']).toContain('somebody cancelled it');
  });

  test('post stops the lab of a good job by the id in the state, and sends nothing when there is nothing', async () => {
    const step = await runAction({ sandbox, inputs: { ...personInputs(sandbox), scenario: SCENARIO } });
    expect(sandbox.labs.living()).toHaveLength(1);
    const before = sandbox.requests.length;

    const post = await step.post();
    expect(post.exitCode).toBe(0);
    expect(post.annotations).toEqual([]);
    expect(sandbox.labs.living()).toEqual([]);
    expect(paths().slice(before)).toEqual([
      expect.stringMatching(/^POST .*\/token$/),
      expect.stringMatching(new RegExp(`^GET .*/runner/${step.outputs['lab-id']}/stop$`)),
    ]);

    const kept = await runAction({
      sandbox,
      inputs: { ...personInputs(sandbox), scenario: SCENARIO, cleanup: 'on-failure' },
    });
    const requests = sandbox.requests.length;
    await kept.post();
    expect(sandbox.requests.length).toBe(requests);
    expect(sandbox.labs.living()).toHaveLength(1);
  });

  test('cleanup-method delete deletes', async () => {
    const inputs = { ...personInputs(sandbox), scenario: SCENARIO, 'cleanup-method': 'delete' };
    const step = await runAction({ sandbox, inputs });
    await step.post();

    expect(paths().at(-1)).toMatch(/^DELETE /);
  });
});

describe('public links', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ phaseMs: 20 });
  });
  afterEach(() => sandbox.close());

  const exchange = () =>
    sandbox.requests
      .filter(({ path }) => path.endsWith('/token'))
      .map(({ body }) => new URLSearchParams(body))
      .find((form) => form.get('grant_type')?.endsWith('token-exchange'));

  test('the exchange has exactly the contract’s fields and the client’s own', async () => {
    for (const inputs of [personInputs(sandbox), serviceAccountInputs(sandbox)]) {
      const step = await runAction({
        sandbox,
        inputs: { ...inputs, scenario: SCENARIO, 'public-access': 'true' },
      });

      expect(Object.fromEntries(exchange() ?? [])).toEqual({
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        client_id: expect.any(String),
        subject_token: expect.any(String),
        requested_token_type: 'urn:ietf:params:oauth:token-type:refresh_token',
        audience: 'crisis',
        scope: 'basic offline_access',
      });
      expect(step.outputs['public-link']).toBe(`https://public.lab.example/${step.outputs['lab-id']}`);
      expect(JSON.parse(step.outputs['public-links'] ?? '')).toEqual([step.outputs['public-link']]);
    }
  });

  test('an exchange without a refresh token fails before any lab exists', async () => {
    const { clientId, secret = '' } = sandbox.clients.withoutRefreshTokens;
    const step = await runAction({
      sandbox,
      inputs: {
        ...serviceAccountInputs(sandbox),
        'client-id': clientId,
        'client-secret': secret,
        scenario: SCENARIO,
        'public-access': 'true',
      },
    });

    expect(step.outputs['error-code']).toBe('token-exchange-rejected');
    expect(sandbox.requests.some(({ path }) => path.endsWith('/run_lab'))).toBe(false);
  });

  test('no address for the link is one notice, and no link', async () => {
    sandbox.settings.publicBaseUrl = null;
    const step = await runAction({
      sandbox,
      inputs: { ...personInputs(sandbox), scenario: SCENARIO, 'public-access': 'true' },
    });

    expect(step.exitCode).toBe(0);
    expect(step.outputs).toMatchObject({ 'public-link': '', 'public-links': '[null]' });
    expect(step.annotations).toEqual([
      { type: 'notice', message: expect.stringContaining('no public link') },
    ]);
  });
});
