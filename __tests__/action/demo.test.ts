import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NODE = process.env.SCENARIO_LAB_NODE ?? process.execPath;

/** Two acts and a process start each on a busy machine. */
const PATIENCE_MS = 30_000;

describe('the demonstration, in a folder that holds nothing but dist', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'demo-'));
    cpSync(join(__dirname, '..', '..', 'dist'), join(folder, 'dist'), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const demo = () => {
    const startedAt = performance.now();
    const env = { PATH: process.env.PATH, TEMP: process.env.TEMP, SystemRoot: process.env.SystemRoot };
    const options = { cwd: folder, env, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(NODE, [join('dist', 'demo', 'index.js')], options);
    return { status, stdout, stderr, ms: performance.now() - startedAt };
  };

  test(
    'shows both acts as a person would see them, leaves nothing and ends in under 15 seconds',
    () => {
      const { status, stdout, stderr, ms } = demo();
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(ms).toBeLessThan(15_000);
      expect(stdout).toMatch(/│ public-link +│ https:\/\/public\.lab\.example\/[\da-f-]{36} /);
      expect(stdout).toContain('client-secret: ***');
      expect(stdout).toMatch(/│ Logged in to 127\.0\.0\.1:\d+ as 'service-account-lab-launcher'; /);
      expect(stdout).toContain('│ Error: Cannot finish lab ');
      expect(stdout).toContain('Provisioning failed: node "plc-gateway" did not answer');
      expect(stdout).toMatch(/^ {2}running +█+ +\d\.\d s – \d\.\d s$/m);
      expect(stdout).toMatch(
        /Left in the sandbox: nothing\. \d+ requests made: 4 to the identity provider, /,
      );
      // Neither a command of the runner nor a colour, since this is no terminal.
      expect(stdout).not.toMatch(/^.{0,3}::[a-z-]+.*::/m);
      expect(stdout).not.toContain('\u001b');
    },
    PATIENCE_MS,
  );

  test(
    'ends with status 1 and says why when the bundle leaves a lab behind and a secret in a file',
    () => {
      const leak = `require('node:fs').appendFileSync(process.env.GITHUB_ENV, process.env['INPUT_CLIENT-SECRET'] ?? '')`;
      writeFileSync(join(folder, 'dist', 'main.js'), `${leak};require('./action/index.js').main();`);
      writeFileSync(join(folder, 'dist', 'post.js'), '');
      const { status, stdout } = demo();
      expect(status).toBe(1);
      expect(stdout).toContain('✗ no lab is left');
      expect(stdout).toContain('✗ no secret shows');
      expect(stdout).toContain('Left in the sandbox: 1 lab.');
    },
    PATIENCE_MS,
  );
});
