import type { DeploymentState, GitHub } from '../clients/github';
import { ActionError } from '../domain/errors';
import type { PullRequest } from '../domain/pull-request';
import type { WebLink } from '../domain/web-link';
import type { GitHubWarnings } from './github-warnings';

/** A preview as a deployment of the repository: shown on the pull request and in the list of environments. */
export interface PreviewDeployment {
  /** Each works in the background, one after the other. */
  start(): void;
  succeed(link: WebLink | undefined): void;
  fail(description: string): void;
  /** GitHub never ends a transient deployment by itself. */
  deactivate(): void;
  /** Resolves to its id once nothing is under way. */
  settled(): Promise<number | undefined>;
}

/** Settings of {@link createPreviewDeployment}. */
export interface PreviewDeploymentSettings {
  readonly github: GitHub;
  readonly warnings: GitHubWarnings;
  readonly pull: PullRequest;
  readonly commentKey: string;
  readonly environment: string;
  readonly logUrl: string;
}

/** Creates the handle of a deployment; nothing is sent until something is asked of it. */
export function createPreviewDeployment(settings: PreviewDeploymentSettings): PreviewDeployment {
  const { github, warnings, pull, commentKey, environment, logUrl } = settings;
  // GitHub lists deployments by task, so this is what finds ours again.
  const task = `scenario-lab:${pull.number}:${commentKey}`;
  let id: number | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const next = (work: () => Promise<void>): void => {
    last = last.then(() => warnings.attempt('deployment', work));
  };

  async function setState(state: DeploymentState, description: string, link?: WebLink): Promise<void> {
    if (id === undefined) return;
    const environmentUrl = link === undefined ? {} : { environmentUrl: link };
    await github.addStatus(id, { state, description, logUrl, ...environmentUrl });
  }

  /** The one that is still in use, else a new one. */
  async function findOrCreate(): Promise<number> {
    const [newest] = await github.deployments({ task, environment });
    if (newest !== undefined && (await github.deploymentState(newest)) !== 'inactive') return newest;
    const ofRef = (ref: string) => github.createDeployment({ ref, task, environment });
    try {
      return await ofRef(pull.headSha);
    } catch (error) {
      // The commit of a fork need not be known to the repository.
      if (!(error instanceof ActionError) || error.code !== 'request-rejected') throw error;
      return await ofRef(pull.baseRef);
    }
  }

  return {
    start: () =>
      next(async () => {
        id ??= await findOrCreate();
        await setState('in_progress', 'The scenario lab is starting');
      }),
    succeed: (link) => next(() => setState('success', 'The scenario lab is ready', link)),
    fail: (description) => next(() => setState('failure', description)),
    deactivate: () =>
      next(async () => {
        // Also those of another environment, which the workflow named before.
        for (const deployment of await github.deployments({ task })) {
          id ??= deployment;
          if ((await github.deploymentState(deployment)) === 'inactive') continue;
          const description = 'The pull request is closed and its lab removed';
          await github.addStatus(deployment, { state: 'inactive', description, logUrl });
        }
      }),
    settled: async () => {
      await last;
      return id;
    },
  };
}
