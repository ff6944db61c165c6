import { app, nodeId, user } from './github-accounts';
import type { GitHubSite } from './github-operation';
import { type Deployment, type DeploymentStatus, timestamp } from './github-state';

/** A deployment's own address. */
export function deploymentUrl({ state, urls }: GitHubSite, id: number): string {
  return `${urls.api}/repos/${state.repository}/deployments/${id}`;
}

/** A status can change the environment. */
export function environmentOf({ statuses, environment }: Deployment): string {
  return statuses.at(-1)?.environment ?? environment;
}

/** A deployment as REST shows it; its statuses are asked for separately. */
export function deploymentAnswer(site: GitHubSite, deployment: Deployment): unknown {
  const { state, urls } = site;
  const { id, statuses } = deployment;
  const url = deploymentUrl(site, id);
  return {
    url,
    id,
    node_id: nodeId('DE', id),
    task: deployment.task,
    original_environment: deployment.environment,
    environment: environmentOf(deployment),
    description: deployment.description,
    created_at: timestamp(deployment.createdAt),
    updated_at: timestamp(statuses.at(-1)?.createdAt ?? deployment.createdAt),
    statuses_url: `${url}/statuses`,
    repository_url: `${urls.api}/repos/${state.repository}`,
    creator: user(urls, deployment.creator),
    sha: deployment.sha,
    ref: deployment.ref,
    payload: deployment.payload,
    transient_environment: deployment.transient,
    production_environment: deployment.production,
    performed_via_github_app: app(urls, deployment.creator),
  };
}

/** One status of a deployment as REST shows it. */
export function statusAnswer(site: GitHubSite, deployment: Deployment, status: DeploymentStatus): unknown {
  const { state, urls } = site;
  const url = deploymentUrl(site, deployment.id);
  return {
    url: `${url}/statuses/${status.id}`,
    id: status.id,
    node_id: nodeId('DES', status.id),
    state: status.state,
    creator: user(urls, status.creator),
    description: status.description,
    environment: status.environment,
    target_url: status.logUrl,
    created_at: timestamp(status.createdAt),
    updated_at: timestamp(status.createdAt),
    deployment_url: url,
    repository_url: `${urls.api}/repos/${state.repository}`,
    environment_url: status.environmentUrl,
    log_url: status.logUrl,
    performed_via_github_app: app(urls, status.creator),
  };
}
