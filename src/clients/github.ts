import { ActionError } from '../domain/errors';
import type { LogLine } from '../domain/foreign-text';
import { line } from '../domain/foreign-text';
import type { Secrets } from '../domain/secrets';
import type { Comment, ViewerAnswer } from './github-answers';
import { allOf, commentOf, notGitHubs, numberOf } from './github-answers';
import { explainGitHubFailure } from './github-failure';
import { createGitHubFetch } from './github-fetch';
import type { Limit, RequestSettings } from './retry';
import { createTimeBudget } from './time-budget';

/** States of a deployment that are used here. */
export type DeploymentState = 'in_progress' | 'success' | 'failure' | 'inactive';

/** What is sent as a deployment's new status. */
export interface DeploymentStatus {
  readonly state: DeploymentState;
  readonly description: string;
  readonly logUrl: string;
  readonly environmentUrl?: string;
}

/** Where GitHub is and in whose name it is called. */
export interface GitHubSettings {
  readonly requests: RequestSettings;
  readonly apiUrl: string;
  readonly graphqlUrl: string;
  /** `<owner>/<repo>` */
  readonly repository: string;
  readonly token: string;
  readonly secrets: Secrets;
}

/** All that GitHub may cost a step. */
export const GITHUB_BUDGET_MS = 20_000;

/** A request that hangs leaves time for others. */
const LONGEST_REQUEST_MS = 8_000;
const MOST_RETRIES = 2;

/** GitHub's API, as far as previews, sweeps and comments need it. Every method throws an ActionError that names the missing permission. */
export type GitHub = ReturnType<typeof createGitHub>;

/** Creates a client of GitHub; nothing is loaded or sent until a method is called. */
export function createGitHub(settings: GitHubSettings) {
  const { apiUrl, graphqlUrl, token, secrets } = settings;
  const [owner = '', repo = ''] = settings.repository.split('/');
  const at = { owner, repo };
  const requests = {
    ...settings.requests,
    requestTimeoutMs: Math.min(settings.requests.requestTimeoutMs, LONGEST_REQUEST_MS),
    retries: Math.min(settings.requests.retries, MOST_RETRIES),
  };
  const budget = createTimeBudget({ clock: requests.clock, ms: GITHUB_BUDGET_MS, over: tooSlow });

  /** Of the work under way; the budget lets one be under way at a time. */
  let current: Limit | undefined;
  const { repository } = settings;
  const fetch = createGitHubFetch({ requests, limit: () => current, apiUrl, graphqlUrl, repository });

  /** The client is big, so it is loaded when first needed. */
  let loading: ReturnType<typeof load> | undefined;
  type Client = Awaited<ReturnType<typeof load>>;
  async function load() {
    const { getOctokit } = await import('@actions/github');
    return getOctokit(token, { baseUrl: apiUrl, log: SILENT, request: { fetch, log: SILENT } });
  }

  /** Does one piece of work within the budget. */
  function ask<T>(what: LogLine, permission: string, work: (client: Client) => Promise<T>): Promise<T> {
    if (token === '') return Promise.reject(noToken(what));
    return budget.run(async (limit) => {
      current = limit;
      try {
        loading ??= load();
        return await work(await loading);
      } catch (error) {
        limit.signal.throwIfAborted();
        throw explainGitHubFailure({ what, permission, error, scrub: secrets.scrub });
      }
    });
  }

  return {
    /** From now on at most so much time is left. */
    hurry: (ms: number): void => budget.cut(ms),

    /** Of all that GitHub may cost the step. */
    leftMs: (): number => budget.remainingMs(),

    /** The numeric id of whoever the token belongs to. `GET /user` is refused to `GITHUB_TOKEN`; this answers all. */
    viewerId: () =>
      ask(line`find out whose comments are ours`, 'pull-requests: write', async (client) => {
        const { data } = await client.request({
          method: 'POST',
          url: graphqlUrl,
          query: 'query { viewer { databaseId } }',
        });
        const id = (data as ViewerAnswer).data?.viewer?.databaseId;
        return numberOf(id);
      }),

    isOpen: (number: number) =>
      ask(line`read pull request ${number}`, 'pull-requests: read', async ({ rest }) => {
        const { data } = await rest.pulls.get({ ...at, pull_number: number });
        // Anything else is no answer: on "closed" labs are removed.
        if (data.state !== 'open' && data.state !== 'closed') throw notGitHubs();
        return data.state === 'open';
      }),

    openPullRequests: () =>
      ask(line`list the open pull requests`, 'pull-requests: read', async ({ rest, paginate }) => {
        const query = { ...at, state: 'open', per_page: 100 } as const;
        const pulls = await allOf(paginate.iterator(rest.pulls.list, query));
        return new Set(pulls.map(({ number }) => numberOf(number)));
      }),

    comments: (number: number): Promise<Comment[]> =>
      ask(
        line`read the comments of pull request ${number}`,
        'pull-requests: write',
        async ({ rest, paginate }) => {
          const query = { ...at, issue_number: number, per_page: 100 };
          return (await allOf(paginate.iterator(rest.issues.listComments, query))).map(commentOf);
        },
      ),

    createComment: (number: number, body: string): Promise<Comment> =>
      ask(line`comment on pull request ${number}`, 'pull-requests: write', async ({ rest }) =>
        commentOf((await rest.issues.createComment({ ...at, issue_number: number, body })).data),
      ),

    updateComment: (id: number, body: string): Promise<Comment> =>
      ask(line`update the comment`, 'pull-requests: write', async ({ rest }) =>
        commentOf((await rest.issues.updateComment({ ...at, comment_id: id, body })).data),
      ),

    deleteComment: (id: number) =>
      ask(line`delete a second comment`, 'pull-requests: write', async ({ rest }) => {
        await rest.issues.deleteComment({ ...at, comment_id: id });
      }),

    /** Ids, the newest first. */
    deployments: (query: { readonly task: string; readonly environment?: string }): Promise<number[]> =>
      ask(line`list the deployments`, 'deployments: write', async ({ rest, paginate }) => {
        const wanted = { ...at, ...query, per_page: 100 };
        const all = await allOf(paginate.iterator(rest.repos.listDeployments, wanted));
        return all.map(({ id }) => numberOf(id));
      }),

    /** Undefined where there is none yet. */
    deploymentState: (id: number): Promise<string | undefined> =>
      ask(line`read deployment ${id}`, 'deployments: write', async ({ rest }) => {
        const query = { ...at, deployment_id: id, per_page: 1 };
        const { data } = await rest.repos.listDeploymentStatuses(query);
        return data[0]?.state;
      }),

    /** Transient, without merging the base branch and without waiting for checks (ours is one of them). */
    createDeployment: (deployment: { ref: string; task: string; environment: string }): Promise<number> =>
      ask(line`create a deployment to ${deployment.environment}`, 'deployments: write', async ({ rest }) => {
        const { data } = await rest.repos.createDeployment({
          ...at,
          ...deployment,
          description: 'Scenario lab of a pull request',
          auto_merge: false,
          required_contexts: [],
          transient_environment: true,
          production_environment: false,
        });
        return numberOf((data as { readonly id?: unknown }).id);
      }),

    addStatus: (id: number, { logUrl, environmentUrl, ...status }: DeploymentStatus) =>
      ask(line`set deployment ${id} to ${status.state}`, 'deployments: write', async ({ rest }) => {
        await rest.repos.createDeploymentStatus({
          ...at,
          ...status,
          deployment_id: id,
          log_url: logUrl,
          auto_inactive: false,
          ...(environmentUrl === undefined ? {} : { environment_url: environmentUrl }),
        });
      }),
  };
}

/** Octokit's own warnings would go to the log past our gate. */
const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

function tooSlow(): ActionError {
  return new ActionError('timed-out', {
    what: line`use GitHub's API`,
    why: line`it took more than the ${GITHUB_BUDGET_MS / 1_000}s that a step gives it`,
    remedy: line`Look at GitHub's status page`,
  });
}

function noToken(what: LogLine): ActionError {
  return new ActionError('input-invalid', {
    what,
    why: line`the input github-token is empty`,
    remedy: line`Leave it out, or give a token`,
  });
}
