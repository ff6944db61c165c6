import type { Sandbox } from '../../src/sandbox/deployment';
import type { RunOptions, StepResult } from './run-action';
import { runAction, serviceAccountInputs } from './run-action';

/** What a test may say about a step at GitHub. */
export interface StepAtGitHub extends Omit<RunOptions, 'sandbox' | 'inputs'> {
  readonly inputs?: RunOptions['inputs'];
  /** `pull_request` unless said otherwise. */
  readonly eventName?: string;
}

/** Runs the action as a workflow of the sandbox's repository would. */
export function runAtGitHub(sandbox: Sandbox, { inputs, env, eventName, ...options }: StepAtGitHub) {
  const { github } = sandbox;
  return runAction({
    ...options,
    sandbox,
    inputs: { ...serviceAccountInputs(sandbox), 'github-token': github.token, ...inputs },
    env: {
      GITHUB_REPOSITORY: github.repository,
      GITHUB_API_URL: github.apiUrl,
      GITHUB_GRAPHQL_URL: github.graphqlUrl,
      GITHUB_SERVER_URL: github.serverUrl,
      GITHUB_EVENT_NAME: eventName ?? 'pull_request',
      ...env,
    },
  });
}

export const SCENARIO = 'small-company/ransomware';

/** Runs a preview of a pull request whose event is made to happen right now. */
export function preview(
  sandbox: Sandbox,
  event: Parameters<Sandbox['github']['pullRequestEvent']>[0],
  options: StepAtGitHub = {},
): Promise<StepResult> {
  const inputs = { command: 'preview', scenario: SCENARIO, ...options.inputs };
  return runAtGitHub(sandbox, { ...options, event: sandbox.github.pullRequestEvent(event), inputs });
}

/** The bodies of all comments that the action made, the oldest comment first. */
export function ourComments(sandbox: Sandbox) {
  return [...sandbox.github.comments.values()].filter(({ body }) => body.startsWith('<!-- scenario-lab'));
}

/** The names of the labs that live. */
export function livingNames(sandbox: Sandbox): string[] {
  return sandbox.labs.living().map(({ labConfig }) => labConfig.config_name);
}
