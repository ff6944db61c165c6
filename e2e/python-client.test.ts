import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '../src/sandbox/deployment';
import { pythonWithClient } from './python-environment';

const SCENARIO = 'small-company/ransomware';
const LAB_NAME = 'from the Python client';

describe("the platform's public Python client, pointed at the sandbox", () => {
  let python: string;
  let sandbox: Sandbox;
  let folder: string;
  beforeAll(async () => {
    python = pythonWithClient();
    folder = mkdtempSync(join(tmpdir(), 'python-client-'));
    sandbox = await startSandbox({ phaseMs: 200 });
  }, 300_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await sandbox.close();
  });

  test('lists scenarios, launches one with public access, follows it to its end, stops and deletes it', async () => {
    const saw = await runScript();
    const wire = sandbox.requests.map(({ method, path, status }) => `${method} ${path} ${status}`);
    const lab = `/api/scenario/lab/runner/${saw.labId}`;

    expect(saw.scenarios).toContain(SCENARIO);
    expect(saw.profiles).toEqual(['windows10-simple']);
    expect(saw).toMatchObject({ version: sandbox.settings.version, configName: LAB_NAME });
    expect(saw.publicAccessEnabled).toBe(true);
    expect(saw.statuses.at(-1)).toBe('SCENARIO_FINISHED');
    expect(saw.statuses).toContain('SCENARIO_EXECUTION');
    expect(saw.notifications).toBeGreaterThan(0);
    expect(saw.stopped).toBe('RUNNER_TEARDOWN');
    expect(saw.afterDeletion).not.toBe('still there');

    const token = `POST /realms/mantis/protocol/openid-connect/token 200`;
    for (const request of [
      token,
      'GET /api/scenario/lab/scenario/ 200',
      'POST /api/scenario/lab/scenario/run_lab 200',
      `GET ${lab} 200`,
      `GET ${lab}/lab_config 200`,
      `GET ${lab}/notifications 200`,
      `GET ${lab}/stop 200`,
      `DELETE ${lab} 200`,
      `GET ${lab} 404`,
    ]) {
      expect(wire).toContain(request);
    }
    expect(wire.filter((line) => !line.endsWith(' 200'))).toEqual([`GET ${lab} 404`]);

    const creation = sandbox.requests.filter(({ path }) => path.endsWith('/run_lab'));
    expect(creation).toHaveLength(1);
    const body = JSON.parse(creation[0]?.body ?? '');
    expect(body.lab_config).toMatchObject({
      config_name: LAB_NAME,
      content_type: 'KILLCHAIN',
      content_name: SCENARIO,
      scenario_profile: 'windows10-simple',
    });
    expect(saw.publicAccess).toMatchObject(body.public_access_config);
    expect(sandbox.secrets).toContain(body.public_access_config.refresh_token);
    const exchange = sandbox.requests.find(({ body: form }) => form.includes('token-exchange'));
    expect(new URLSearchParams(exchange?.body).get('audience')).toBe('crisis');
    expect(sandbox.labs.size).toBe(0);
  });

  async function runScript(): Promise<Seen> {
    const child = spawn(python, [join(__dirname, 'python_client.py')], {
      env: { PATH: process.env.PATH, HOME: folder },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.stdin.end(
      JSON.stringify({
        configFile: join(folder, 'config.yml'),
        refreshToken: sandbox.person.refreshToken,
        workspaceId: sandbox.workspaceId,
        organizationId: sandbox.organizationId,
        scenarioUrl: sandbox.baseUrl.replace(/\/lab$/, ''),
        authUrl: sandbox.authUrl,
        scenario: SCENARIO,
        labName: LAB_NAME,
      }),
    );
    const exitCode = await new Promise((resolve) => child.once('close', resolve));
    if (exitCode !== 0) throw new Error(`The script ended with ${exitCode}:\n${stderr}`);
    return JSON.parse(stdout) as Seen;
  }
});

interface Seen {
  readonly version: string;
  readonly scenarios: readonly string[];
  readonly profiles: readonly string[];
  readonly labId: string;
  readonly statuses: readonly string[];
  readonly publicAccess: Readonly<Record<string, string>>;
  readonly configName: string;
  readonly publicAccessEnabled: boolean;
  readonly notifications: number;
  readonly stopped: string;
  readonly afterDeletion: string;
}
