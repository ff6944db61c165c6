import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { runAction, serviceAccountInputs } from './run-action';

const DEBUG = { RUNNER_DEBUG: '1' };

// The action writes these lines always; the runner shows them when the job runs with debug logging.
describe('in the debug log', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ phaseMs: 5 });
  });
  afterEach(() => sandbox.close());

  test('each request is a line with method, path, status, time and try, and nothing else of it', async () => {
    sandbox.addFault({ when: { path: /\/runner\/[^/]+$/, nth: 1 }, do: { kind: 'answer', status: 503 } });
    const inputs = { ...serviceAccountInputs(sandbox), scenario: 'small-company/ransomware' };
    const step = await runAction({ sandbox, inputs, env: DEBUG });

    expect(step.outputs.result).toBe('succeeded');
    const said = [...step.stdout.replaceAll('%25', '%').matchAll(/^::debug::(.* \(try \d+\))$/gm)].map(
      ([, text = '']) => text,
    );
    const told = said.map((text) => {
      const match = /^([A-Z]+) \S+?(\/\S+) answered (\d+) after \d+ms \(try (\d+)\)$/.exec(text);
      return match?.slice(1, 4).join(' ') ?? text;
    });
    const sent = sandbox.requests.map(({ method, path, status }) => `${method} ${path} ${status}`);
    expect(told.sort()).toEqual(sent.sort());
    expect(said.filter((text) => text.endsWith('(try 2)'))).toHaveLength(1);
    // Whoever reads the log gets neither headers nor bodies, also none that hold no secret.
    expect(step.stdout).not.toMatch(/authorization|bearer|grant_type|lab_config|organization-id:/i);
  });

  test('a request without an answer is a line that says why', async () => {
    sandbox.addFault({ when: { path: '/token' }, do: { kind: 'reset', processed: false } });
    const inputs = { ...serviceAccountInputs(sandbox), command: 'list-scenarios', retries: '0' };
    const step = await runAction({ sandbox, inputs, env: DEBUG });

    expect(step.outputs['error-code']).toBe('network');
    expect(step.stdout).toMatch(/^::debug::POST \S+\/token .+ after \d+ms \(try 1\)$/m);
  });
});
