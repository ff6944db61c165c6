import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { LAB_DETAILS } from '../../src/sandbox/lab-details';
import { type Inputs, runAction, type StepResult, serviceAccountInputs } from './run-action';

describe('collect', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ phaseMs: 20 });
  });
  afterEach(() => sandbox.close());

  const run = (inputs: Inputs): Promise<StepResult> =>
    runAction({
      sandbox,
      inputs: { ...serviceAccountInputs(sandbox), collect: LAB_DETAILS.join('\n'), ...inputs },
    });
  const pathOf = ({ outputs }: StepResult): string => outputs['collected-path'] ?? '';

  test('saves each detail of each lab as JSON without any secret of the deployment', async () => {
    const step = await run({
      scenario: 'small-company/phishing',
      'scenario-profile': '*',
      'public-access': 'true',
    });

    expect(step.exitCode).toBe(0);
    expect(step.annotations).toEqual([]);
    const path = pathOf(step);
    expect(path.startsWith(join(step.files.folder, 'temp'))).toBe(true);
    const ids: string[] = JSON.parse(step.outputs['lab-ids'] ?? '');
    expect(readdirSync(path).sort()).toEqual([...ids].sort());
    const passwords = [...sandbox.secrets];
    for (const id of ids) {
      expect(readdirSync(join(path, id)).sort()).toEqual(LAB_DETAILS.map((name) => `${name}.json`).sort());
      for (const detail of LAB_DETAILS) {
        const text = readFileSync(join(path, id, `${detail}.json`), 'utf8');
        JSON.parse(text);
        expect(passwords.filter((secret) => text.includes(secret))).toEqual([]);
      }
      const [, client] = JSON.parse(readFileSync(join(path, id, 'nodes.json'), 'utf8'));
      expect(client).toMatchObject({
        username: 'user',
        password: '***',
        hostname: 'CLIENT1',
        admin_password: '***',
      });
    }
  });

  test('works for a lab that failed, before it is removed', async () => {
    const step = await run({
      scenario: 'factory/broken-deployment',
      'scenario-profile': 'default',
      collect: 'notifications',
    });

    expect(step.outputs['error-code']).toBe('lab-failed');
    const file = join(pathOf(step), step.outputs['lab-id'] ?? '', 'notifications.json');
    expect(readFileSync(file, 'utf8')).toContain('plc-gateway');
  });

  test('a detail that fails is a warning, and the others are saved', async () => {
    const id = sandbox.seedLab({ contentName: 'small-company/ransomware' }).id;
    sandbox.addFault({ when: { path: '/nodes' }, do: { kind: 'answer', status: 403 } });
    sandbox.addFault({ when: { path: '/assets' }, do: { kind: 'replace', body: '<html>' } });
    const step = await run({ command: 'wait', 'lab-ids': id, collect: '["nodes", "assets", "topology"]' });

    expect(step.outputs.result).toBe('succeeded');
    expect(step.annotations).toEqual([
      { type: 'warning', message: expect.stringMatching(/nodes of lab .*403.*assets of lab/) },
    ]);
    expect(readdirSync(join(pathOf(step), id))).toEqual(['topology.json']);
  });

  test('an unknown detail is an input error with its place and the nearest one', async () => {
    const step = await run({ scenario: 'x', collect: 'nodes\nattack-report' });
    expect(step.outputs['error-code']).toBe('input-invalid');
    expect(step.outputs['error-message']).toContain("collect[1] is 'attack-report'");
    expect(step.outputs['error-message']).toContain("'attack_report'");
    expect(sandbox.requests).toEqual([]);
    expect(existsSync(pathOf(step))).toBe(false);
  });
});
