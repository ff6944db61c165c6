import { answer, page, refuse } from './github-answers';
import { deploymentAnswer, deploymentUrl, environmentOf, statusAnswer } from './github-deployment-answers';
import {
  addStatus,
  commitOf,
  creationRefusal,
  DOCS,
  deactivateOthers,
  noRef,
  STATUS_DOCS,
  statusRefusal,
} from './github-deployment-rules';
import { type GitHubSite, operation } from './github-operation';
import type { Deployment, DeploymentState } from './github-state';
import type { Handler } from './handler';

const READ = { method: 'GET', permission: 'deployments', accepted: 'deployments=read' } as const;
const WRITE = { permission: 'deployments', accepted: 'deployments=write' } as const;

/** Deployments and their statuses. */
export function deploymentHandlers(site: GitHubSite): Handler[] {
  const { state, urls } = site;
  const list = (): string => `${urls.api}/repositories/${state.repositoryId}/deployments`;
  const newestFirst = (fits: (deployment: Deployment) => boolean): Deployment[] =>
    [...state.deployments.values()].filter(fits).reverse();
  const find = (id: string | undefined): Deployment | undefined => state.deployments.get(Number(id));
  return [
    operation(site, {
      ...READ,
      path: '/deployments',
      docs: `${DOCS}#list-deployments`,
      work({ request }) {
        const asked = (['sha', 'ref', 'task', 'environment'] as const).map(
          (field) => [field, request.query.get(field) ?? 'none'] as const,
        );
        const items = newestFirst((deployment) =>
          asked.every(([field, value]) => {
            const actual = field === 'environment' ? environmentOf(deployment) : deployment[field];
            return value === 'none' || actual === value;
          }),
        );
        return page(request, { items, show: (one) => deploymentAnswer(site, one), url: list() });
      },
    }),
    operation(site, {
      ...WRITE,
      method: 'POST',
      path: '/deployments',
      docs: `${DOCS}#create-a-deployment`,
      body: {
        ref: 'string!',
        task: 'string',
        auto_merge: 'boolean',
        required_contexts: 'strings',
        payload: 'string or object',
        environment: 'string',
        description: 'string or null',
        transient_environment: 'boolean',
        production_environment: 'boolean',
      },
      work({ body, login }) {
        const ref = String(body.ref);
        const sha = commitOf(state, ref);
        const refusal = creationRefusal(state, { ref, sha, body });
        if (refusal !== undefined || sha === undefined) return refusal ?? noRef(ref);
        const environment = (body.environment ?? 'production') as string;
        const deployment: Deployment = {
          id: state.nextId(),
          sha,
          ref,
          task: (body.task ?? 'deploy') as string,
          environment,
          description: (body.description ?? null) as string | null,
          payload: body.payload ?? {},
          transient: body.transient_environment === true,
          production: (body.production_environment ?? environment === 'production') as boolean,
          creator: login,
          statuses: [],
          createdAt: state.now(),
        };
        state.deployments.set(deployment.id, deployment);
        return answer(201, deploymentAnswer(site, deployment), {
          location: deploymentUrl(site, deployment.id),
        });
      },
    }),
    operation(site, {
      ...READ,
      path: '/deployments/{deployment_id}',
      docs: `${DOCS}#get-a-deployment`,
      work({ parameters, notFound }) {
        const deployment = find(parameters.deployment_id);
        return deployment === undefined ? notFound : answer(200, deploymentAnswer(site, deployment));
      },
    }),
    operation(site, {
      ...WRITE,
      method: 'DELETE',
      path: '/deployments/{deployment_id}',
      docs: `${DOCS}#delete-a-deployment`,
      work({ parameters, notFound }) {
        const deployment = find(parameters.deployment_id);
        if (deployment === undefined) return notFound;
        const others = newestFirst((other) => environmentOf(other) === environmentOf(deployment));
        if (others.length > 1 && deployment.statuses.at(-1)?.state === 'success') {
          const message =
            'We cannot delete an active deployment unless it is the only deployment in a given environment.';
          return refuse({ status: 422, message, docs: `${DOCS}#delete-a-deployment` });
        }
        state.deployments.delete(deployment.id);
        return { status: 204, headers: {}, body: '' };
      },
    }),
    operation(site, {
      ...READ,
      path: '/deployments/{deployment_id}/statuses',
      docs: `${STATUS_DOCS}#list-deployment-statuses`,
      work({ request, parameters, notFound }) {
        const deployment = find(parameters.deployment_id);
        if (deployment === undefined) return notFound;
        return page(request, {
          items: [...deployment.statuses].reverse(),
          show: (status) => statusAnswer(site, deployment, status),
          url: `${list()}/${deployment.id}/statuses`,
        });
      },
    }),
    operation(site, {
      ...WRITE,
      method: 'POST',
      path: '/deployments/{deployment_id}/statuses',
      docs: `${STATUS_DOCS}#create-a-deployment-status`,
      body: {
        state: 'string!',
        target_url: 'string',
        log_url: 'string',
        description: 'string',
        environment: 'string',
        environment_url: 'string',
        auto_inactive: 'boolean',
      },
      work({ parameters, body, login, notFound }) {
        const deployment = find(parameters.deployment_id);
        if (deployment === undefined) return notFound;
        const refusal = statusRefusal(body);
        if (refusal !== undefined) return refusal;
        const text = (field: string): string => (body[field] ?? '') as string;
        const status = addStatus(state, deployment, {
          state: body.state as DeploymentState,
          creator: login,
          description: text('description'),
          environment: text('environment') || environmentOf(deployment),
          logUrl: text('log_url') || text('target_url'),
          environmentUrl: text('environment_url'),
          automatic: false,
        });
        if (status.state === 'success' && body.auto_inactive !== false)
          deactivateOthers(state, deployment, status);
        return answer(201, statusAnswer(site, deployment, status));
      },
    }),
  ];
}
