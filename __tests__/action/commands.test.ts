import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { type Inputs, personInputs, runAction, type StepResult, serviceAccountInputs } from './run-action';

const SCENARIO = 'small-company/ransomware';

describe('the command', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ phaseMs: 30 });
  });
  afterEach(() => sandbox.close());

  const run = (inputs: Inputs): Promise<StepResult> =>
    runAction({ sandbox, inputs: { ...serviceAccountInputs(sandbox), 'poll-interval': '', ...inputs } });
  /** What reached the API, without the logins. */
  const sent = (): string[] =>
    sandbox.requests
      .filter(({ origin }) => origin === 'api')
      .map(({ method, url }) => `${method} ${url.replace(new URL(sandbox.baseUrl).pathname, '')}`);
  const seedLab = (status?: string): string =>
    sandbox.seedLab({
      contentName: SCENARIO,
      ...(status === undefined ? {} : { status }),
      publicAccess: { access_token: 'somebody-elses-access', refresh_token: 'somebody-elses-refresh' },
    }).id;

  test('list-scenarios gives the names with their profiles, and a matrix of all pairs', async () => {
    const step = await run({ command: 'list-scenarios' });

    expect(step.annotations).toEqual([]);
    const scenarios = JSON.parse(step.outputs.scenarios ?? '');
    expect(scenarios).toContainEqual({ name: 'small-company/phishing', profiles: ['webmail', 'usb-stick'] });
    const { include } = JSON.parse(step.outputs.matrix ?? '');
    expect(include).toContainEqual({ scenario: SCENARIO, 'scenario-profile': 'windows10-simple' });
    expect(include).toContainEqual({ scenario: 'small-company/phishing', 'scenario-profile': 'usb-stick' });
    expect(include).toHaveLength(11);
    expect(sent()).toEqual(['GET /scenario/']);
    expect(step.summary).toContain('<code>webmail, usb-stick</code>');
  });

  test('list-labs gives every lab of every page, without a name, a token or a mask', async () => {
    await sandbox.close();
    sandbox = await startSandbox({ seedLabs: 250 });
    const id = seedLab();
    const step = await run({ command: 'list-labs' });

    const labs: { id: string }[] = JSON.parse(step.outputs.labs ?? '');
    expect(new Set(labs.map((lab) => lab.id))).toEqual(new Set(sandbox.labs.keys()));
    expect(labs.find((lab) => lab.id === id)).toMatchObject({
      name: null,
      content: SCENARIO,
      created: false,
    });
    expect(step.outputs['lab-ids']).toBe('[]');
    expect(sent()).toHaveLength(3);
    for (const place of [step.stdout, step.files.raw()]) expect(place).not.toContain('somebody-elses');
  });

  test('labs that are followed by the list leave no trace of the tokens of others in it', async () => {
    seedLab();
    const step = await run({
      scenario: `${SCENARIO}\n${SCENARIO}`,
      collect: 'nodes',
      'poll-interval': '50ms',
    });

    expect(sent()).toContain('GET /runner/?all_labs=false&limit=100&page=1');
    expect(step.outputs.result).toBe('succeeded');
    for (const place of [step.stdout, step.files.raw()]) expect(place).not.toContain('somebody-elses');
  });

  test('call sends what it is told, and gives the answer without its passwords', async () => {
    const id = seedLab();
    const step = await run({
      command: 'call',
      request: 'GET /runner/{lab-id}/remote_access',
      'lab-ids': id,
    });

    expect(step.exitCode).toBe(0);
    expect(sent()).toEqual([`GET /runner/${id}/remote_access`]);
    expect(step.outputs['response-status']).toBe('200');
    const { nodes } = JSON.parse(step.outputs.response ?? '');
    expect(nodes[0].credentials).toEqual([
      { login: 'user', password: '***', privilege: 'user' },
      { login: 'Administrator', password: '***', privilege: 'admin' },
    ]);
    expect(nodes[0].spice_config).toContain('port=5900\npassword=***\n');
  });

  test('call sends its body as JSON, with both ids', async () => {
    const step = await run({
      command: 'call',
      request: `POST /scenario/create_lab?workspace_id=${sandbox.workspaceId}`,
      'request-body': `lab_config:\n  content_type: KILLCHAIN\n  content_name: ${SCENARIO}\n  scenario_profile: windows10-simple\n`,
    });

    const [request] = sandbox.requests.filter(({ origin }) => origin === 'api');
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ lab_config: { content_name: SCENARIO } });
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-organization-id': sandbox.organizationId,
      'x-workspace-id': sandbox.workspaceId,
    });
    expect(step.outputs['response-status']).toBe('200');
    expect(sandbox.labs.living()).toHaveLength(1);
  });

  test.each([
    ['404', { status: 404 }, 'not-found', '404'],
    ['401', { status: 401 }, 'unauthorized', '401'],
    ['429', { status: 429 }, 'rate-limited', '429'],
    ['503', { status: 503 }, 'server-error', '503'],
  ] as const)(
    'call fails on a %s, tells the status and sends nothing twice',
    async (_, answer, code, status) => {
      sandbox.addFault({ when: { path: '/version' }, do: { kind: 'answer', ...answer } });
      const step = await run({ command: 'call', request: 'GET /version' });

      expect(step.outputs).toMatchObject({ 'error-code': code, 'response-status': status, result: 'failed' });
      expect(sent()).toEqual(['GET /version']);
    },
  );

  test('a call whose answer is lost is not sent again', async () => {
    sandbox.addFault({ when: { path: '/version' }, do: { kind: 'reset', processed: true } });
    const step = await run({ command: 'call', request: 'GET /version' });

    expect(step.outputs).toMatchObject({ 'error-code': 'network', result: 'failed' });
    expect(sent()).toEqual(['GET /version']);
  });

  test.each([
    [
      'launch',
      { scenario: 'small-company/phishing', 'scenario-profile': '*' },
      ['GET /scenario/small-company%2Fphishing'],
    ],
    ['create', { scenario: SCENARIO, 'scenario-profile': 'windows10-simple', 'public-access': 'true' }, []],
    ['call', { request: 'GET /runner/x/stop' }, []],
  ])('%s with dry-run says what it would do and changes nothing', async (command, inputs, reads) => {
    const step = await run({ command, 'dry-run': 'true', ...inputs });

    expect(step.exitCode).toBe(0);
    expect(step.log).toContain('Dry run: would ');
    expect(step.outputs).toMatchObject({ result: 'succeeded', created: 'false', 'lab-ids': '[]' });
    expect(sent()).toEqual(reads);
    expect(sandbox.labs.size).toBe(0);
    expect(step.state['lab-0'] ?? '').toBe('');
  });

  test.each(['run', 'resume', 'wait', 'stop', 'delete'])(
    '%s with dry-run only looks at its labs',
    async (command) => {
      const id = seedLab('PAUSE');
      const step = await run({ command, 'dry-run': 'true', 'lab-ids': `${id}\ngone`, 'on-pause': 'resume' });

      expect(step.outputs.result).toBe('succeeded');
      expect(sent().sort()).toEqual([`GET /runner/${id}`, 'GET /runner/gone']);
      expect(step.log).toMatch(new RegExp(`would .*${command}.* lab ${id}`));
      expect(step.log).toMatch(/lab gone, which cannot be looked at/);
    },
  );

  test('endpoints replace routes and keep their methods', async () => {
    const step = await run({
      scenario: SCENARIO,
      'scenario-profile': 'windows10-simple',
      'wait-for': 'none',
      endpoints: 'run-lab: /{kind}/run_lab?via=gateway\nget-lab: "/runner/{lab-id}?full=1"\n',
    });

    expect(step.exitCode).toBe(0);
    expect(sent()[0]).toBe(`POST /scenario/run_lab?via=gateway&workspace_id=${sandbox.workspaceId}`);
    expect(sent()[1]).toBe(`GET /runner/${step.outputs['lab-id']}?full=1`);
  });

  test('expires-at is when max-duration ends the lab', async () => {
    const launch = { scenario: SCENARIO, 'scenario-profile': 'windows10-simple' };
    const step = await run({ ...launch, 'max-duration': '2h' });
    const [lab] = JSON.parse(step.outputs.labs ?? '');
    expect(Date.parse(step.outputs['expires-at'] ?? '')).toBe(Date.parse(lab['created-at']) + 7_200_000);

    const endless = await run({ ...launch, 'max-duration': 'unlimited' });
    expect(endless.outputs['expires-at']).toBe('');
  });

  test('a dry run that needs no read does not even log in', async () => {
    const step = await runAction({
      sandbox,
      inputs: {
        ...personInputs(sandbox),
        'poll-interval': '',
        command: 'create',
        scenario: SCENARIO,
        'scenario-profile': 'windows10-simple',
        'dry-run': 'true',
      },
    });
    expect(step.exitCode).toBe(0);
    expect(sandbox.requests).toEqual([]);
  });
});
