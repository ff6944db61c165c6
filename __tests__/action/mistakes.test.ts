import { generateKeyPairSync } from 'node:crypto';
import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { type Inputs, personInputs, runAction } from './run-action';

describe('mistakes in the inputs', () => {
  let sandbox: Sandbox;
  let good: Inputs;
  beforeAll(async () => {
    sandbox = await startSandbox({ phaseMs: 20 });
    good = { ...personInputs(sandbox), scenario: 'small-company/ransomware' };
  });
  afterAll(() => sandbox.close());

  const cases: readonly [string, () => Inputs, string, string][] = [
    ['one id without the other', () => ({ 'workspace-id': '' }), 'input-invalid', 'workspace-id is missing'],
    ['no content', () => ({ scenario: '' }), 'input-invalid', 'neither scenario nor lab-set'],
    ['two contents', () => ({ 'lab-set': '- bas: true' }), 'input-invalid', 'both scenario and lab-set'],
    [
      'two ways to log in',
      () => ({ 'client-secret': 'a-secret-value' }),
      'input-invalid',
      '2 ways to log in',
    ],
    ['no way to log in', () => ({ 'refresh-token': '' }), 'credentials-missing', 'no way to log in'],
    [
      'a client without its secret',
      () => ({ 'refresh-token': '', 'client-id': 'lab-launcher' }),
      'credentials-missing',
      "log in as client 'lab-launcher': client-id is set, but neither client-secret nor client-private-key is. Check that the secret exists",
    ],
    [
      'a secret without its client',
      () => ({ 'refresh-token': '', 'client-secret': 'a-secret-value' }),
      'input-invalid',
      'log in as a service account: client-id is missing. Set it beside client-secret',
    ],
    ['an unknown command', () => ({ command: 'lanch' }), 'input-invalid', "Did you mean 'launch'"],
    [
      'a duration that is none',
      () => ({ timeout: '5 parsecs' }),
      'input-invalid',
      "'5 parsecs' is not a duration. Write one number with one unit, like 500ms, 5s, 90m or 2h, or plain seconds",
    ],
    ['a boolean that is none', () => ({ summary: 'yes' }), 'input-invalid', "'yes' is not a boolean"],
    [
      'plain http to another host',
      () => ({ 'base-url': 'http://example.org/x' }),
      'input-invalid',
      "plain http to 'example.org' would show the tokens to the network, so only https is used (http only to the runner itself, localhost)",
    ],
    [
      'an address with credentials',
      () => ({ 'auth-url': 'https://u:p@example.org' }),
      'input-invalid',
      'credentials',
    ],
    ['another scheme', () => ({ 'base-url': 'ftp://example.org/x' }), 'input-invalid', "'ftp:' is not https"],
    [
      'a domain with a scheme and a password',
      () => ({ domain: 'http://u:hidden-word@example.org' }),
      'input-invalid',
      "Cannot use the input domain: 'example.org' is not a domain",
    ],
    [
      'an address with a password that is none',
      () => ({ 'auth-url': 'https://u:hidden-word@example org' }),
      'input-invalid',
      "'example org' is not an address",
    ],
    [
      'a lab that ends within a second',
      () => ({ 'max-duration': '500ms' }),
      'input-invalid',
      "the platform counts whole seconds, and '500ms' is not a number of them",
    ],
    ['a realm that climbs', () => ({ realm: '..' }), 'input-invalid', 'not the name of a realm'],
  ];

  test.each(cases)('%s is one annotation, before any request', async (_, change, code, why) => {
    const before = sandbox.requests.length;
    const step = await runAction({ sandbox, inputs: { ...good, ...change() } });

    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ 'error-code': code, result: 'failed' });
    expect(step.outputs['error-message']).toContain(why);
    expect(step.outputs['error-message']).toMatch(/^Cannot [^:]+: .+\. .+[.?]$/);
    expect(step.annotations).toEqual([{ type: 'error', message: expect.stringContaining(why) }]);
    expect(step.stdout).not.toMatch(/\n\s+at .+:\d+:\d+/);
    expect(step.stdout).not.toContain('hidden-word');
    expect(sandbox.requests.length).toBe(before);
  });

  test('all of them are told at once', async () => {
    const step = await runAction({
      sandbox,
      inputs: { ...good, timeout: 'soon', summary: 'perhaps', 'organization-id': '', scenario: '' },
    });

    const { message } = step.annotations[0] ?? { message: '' };
    expect(step.annotations).toHaveLength(1);
    expect(message).toContain('4 things are wrong');
    for (const word of ["'soon'", "'perhaps'", 'organization-id', 'scenario'])
      expect(message).toContain(word);
  });

  test('a dead refresh token says to log in again and store the new one, after one request', async () => {
    const dead = sandbox.logIn();
    sandbox.revoke(dead);
    const before = sandbox.requests.length;
    const step = await runAction({ sandbox, inputs: { ...good, 'refresh-token': dead } });

    expect(step.outputs['error-code']).toBe('refresh-token-dead');
    expect(step.outputs['error-message']).toContain('Log in again');
    expect(step.outputs['error-message']).toContain('store the new refresh token');
    expect(sandbox.requests.length - before).toBe(2 - 1);
  });

  test('a secret with very short lines is a warning', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = JSON.stringify(privateKey.export({ format: 'jwk' }), null, 2);
    const step = await runAction({
      sandbox,
      inputs: { ...good, 'refresh-token': '', 'client-id': 'x', 'client-private-key': key },
    });

    expect(step.annotations.filter(({ type }) => type === 'warning')).toEqual([
      { type: 'warning', message: expect.stringContaining('lines shorter than four characters') },
    ]);
  });

  test('inputs that the command does not use are one warning that names them', async () => {
    const step = await runAction({ sandbox, inputs: { ...good, 'lab-ids': 'a-lab' } });

    expect(step.exitCode).toBe(0);
    expect(step.annotations).toEqual([
      { type: 'warning', message: "The command 'launch' does not use the inputs 'lab-ids'." },
    ]);
  });

  test('a pull request from a fork without secrets is skipped with one notice', async () => {
    const event = { pull_request: { number: 7, head: { repo: { full_name: 'stranger/lab' } } } };
    const step = await runAction({
      sandbox,
      inputs: { ...good, 'refresh-token': '', timeout: 'nonsense' },
      env: { GITHUB_EVENT_NAME: 'pull_request' },
      event,
    });

    expect(step.exitCode).toBe(0);
    expect(step.outputs.result).toBe('skipped');
    expect(step.annotations).toEqual([{ type: 'notice', message: expect.stringContaining('Skipped') }]);
  });
});
