import type { Sandbox } from '../../src/sandbox/deployment';
import type { WorkflowRun } from './run-workflow';

/**
 * A workflow of the docs as it runs on a sandbox: its variables and secrets have values, and the two addresses stand
 * where it has a domain.
 */
export function onSandbox(
  sandbox: Sandbox,
  workflow: string,
): Required<Pick<WorkflowRun, 'workflow' | 'vars' | 'secrets'>> {
  const variable = (name: string): string => `$\{{ vars.${name} }}`;
  const addresses = [`base-url: ${variable('LAB_BASE_URL')}`, `auth-url: ${variable('LAB_AUTH_URL')}`];
  return {
    workflow: workflow.replace(/^( +)domain: \$\{\{ vars\.LAB_DOMAIN \}\}$/gm, (_, indent: string) =>
      addresses.map((address) => indent + address).join('\n'),
    ),
    vars: {
      LAB_BASE_URL: sandbox.baseUrl,
      LAB_AUTH_URL: sandbox.authUrl,
      LAB_ORGANIZATION_ID: sandbox.organizationId,
      LAB_WORKSPACE_ID: sandbox.workspaceId,
      LAB_CLIENT_ID: sandbox.clients.launcher.clientId,
    },
    secrets: {
      LAB_CLIENT_SECRET: sandbox.clients.launcher.secret ?? '',
      LAB_REFRESH_TOKEN: sandbox.person.refreshToken,
    },
  };
}
