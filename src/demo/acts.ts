import type { Sandbox } from '../sandbox/deployment';
import type { FinishedStep } from './stand-in-runner';

/** A story that one step of a workflow goes through. */
export interface Act {
  readonly title: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** Of the inputs, what a workflow would keep in its secrets. */
  readonly secretInput: 'client-secret' | 'refresh-token';
  /** What must be true of the finished step, in words. */
  expected(main: FinishedStep): Readonly<Record<string, boolean>>;
}

/** The acts of the demonstration: one lab that succeeds, one that fails. */
export function demoActs(sandbox: Sandbox): readonly Act[] {
  const deployment = {
    'base-url': sandbox.baseUrl,
    'auth-url': sandbox.authUrl,
    'organization-id': sandbox.organizationId,
    'workspace-id': sandbox.workspaceId,
    'poll-interval': '250ms',
  };
  const { launcher } = sandbox.clients;
  return [
    {
      title: 'A service account launches a scenario, with a public link',
      inputs: {
        ...deployment,
        'client-id': launcher.clientId,
        'client-secret': launcher.secret ?? '',
        scenario: 'small-company/ransomware',
        'public-access': 'true',
      },
      secretInput: 'client-secret',
      expected: ({ exitCode, outputs }) => ({
        'the step succeeds': exitCode === 0 && outputs.result === 'succeeded',
        'it gives a public link': outputs['public-link']?.startsWith('https://') === true,
      }),
    },
    {
      title: "With a person's login, a lab that fails",
      inputs: {
        ...deployment,
        'refresh-token': sandbox.person.refreshToken,
        scenario: 'factory/broken-deployment',
      },
      secretInput: 'refresh-token',
      expected: ({ exitCode, outputs }) => ({
        'the step fails with the code lab-failed': exitCode === 1 && outputs['error-code'] === 'lab-failed',
        'the error quotes the last notification':
          outputs['error-message']?.includes(
            sandbox.labs.get(outputs['lab-id'] ?? '')?.failure ?? 'no lab',
          ) === true,
      }),
    },
  ];
}
