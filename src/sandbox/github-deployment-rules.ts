import { answer, invalid, refuse } from './github-answers';
import { BASE_BRANCH, BASE_SHA } from './github-pulls';
import { DEPLOYMENT_STATES, type Deployment, type DeploymentStatus, type GitHubState } from './github-state';
import type { SandboxResponse } from './handler';

/** The pages of deployments and of their statuses below the documentation's root. */
export const DOCS = '/deployments/deployments';
export const STATUS_DOCS = '/deployments/statuses';
const LONGEST_DESCRIPTION = 140;

/** A branch, a commit or a pull request's own ref; nothing else exists here. */
export function commitOf({ pulls, commits, repository }: GitHubState, ref: string): string | undefined {
  const branch = ref.replace(/^refs\/heads\//, '');
  if (branch === BASE_BRANCH || ref === BASE_SHA) return BASE_SHA;
  for (const { number, headRef, headSha, headRepository, mergeSha } of pulls.values()) {
    if (ref === headSha || ref === `refs/pull/${number}/head`) return headSha;
    if (ref === mergeSha || ref === `refs/pull/${number}/merge`) return mergeSha;
    // A fork's branches are no refs of this repository; its commits can be reached all the same.
    if (branch === headRef && headRepository === repository) return headSha;
  }
  return commits.has(ref) ? ref : undefined;
}

/** GitHub's answer to a ref that it does not know. */
export function noRef(ref: string): SandboxResponse {
  return refuse({ status: 422, message: `No ref found for: ${ref}`, docs: `${DOCS}#create-a-deployment` });
}

/** The two traps of the defaults: all checks must be green, and a branch that is behind is merged first. */
export function creationRefusal(
  { settings, pulls }: GitHubState,
  asked: { ref: string; sha: string | undefined; body: Readonly<Record<string, unknown>> },
): SandboxResponse | undefined {
  const { ref, sha, body } = asked;
  const docs = `${DOCS}#create-a-deployment`;
  if (sha === undefined) return noRef(ref);
  const behind = [...pulls.values()].find((pull) => pull.headSha === sha)?.behind === true;
  if (body.auto_merge !== false && behind) {
    if (ref !== sha) return answer(202, { message: `Auto-merged ${BASE_BRANCH} into ${ref} on deployment.` });
    return refuse({ status: 409, message: `Conflict merging ${BASE_BRANCH} into ${ref}.`, docs });
  }
  const required = (body.required_contexts ?? settings.pendingContexts) as readonly string[];
  // A context that nobody has reported is not green either.
  if (required.length === 0) return undefined;
  const contexts = required.map((context) => ({ context, state: 'pending' }));
  const error = { contexts, resource: 'Deployment', field: 'required_contexts', code: 'invalid' };
  const message = `Conflict: Commit status checks failed for ${ref}.`;
  return refuse({ status: 409, message, docs, errors: [error] });
}

/** What is wrong with a new status, if anything. */
export function statusRefusal(body: Readonly<Record<string, unknown>>): SandboxResponse | undefined {
  const wrong = (field: string, message: string): SandboxResponse =>
    invalid(`${STATUS_DOCS}#create-a-deployment-status`, {
      resource: 'DeploymentStatus',
      code: 'custom',
      field,
      message: `${field} ${message}`,
    });
  if (!DEPLOYMENT_STATES.some((state) => state === body.state))
    return wrong('state', 'is not included in the list');
  for (const field of ['target_url', 'log_url', 'environment_url']) {
    const url = body[field] ?? '';
    if (url !== '' && !/^https?:\/\//i.test(String(url))) return wrong(field, 'must use http(s) scheme');
  }
  if ([...String(body.description ?? '')].length <= LONGEST_DESCRIPTION) return undefined;
  return wrong('description', `is too long (maximum is ${LONGEST_DESCRIPTION} characters)`);
}

/** Adds a status; the newest one is what the deployment is in. */
export function addStatus(
  state: GitHubState,
  deployment: Deployment,
  status: Omit<DeploymentStatus, 'id' | 'createdAt'>,
): DeploymentStatus {
  const added = { ...status, id: state.nextId(), createdAt: state.now() };
  deployment.statuses.push(added);
  return added;
}

/** `auto_inactive` spares transient and production environments: the transient ones are their maker's own work. */
export function deactivateOthers(
  state: GitHubState,
  deployment: Deployment,
  { environment, creator }: DeploymentStatus,
): void {
  for (const other of state.deployments.values()) {
    const last = other.statuses.at(-1);
    if (other.id >= deployment.id || other.transient || other.production) continue;
    if (last?.state !== 'success' || last.environment !== environment) continue;
    const nothing = { description: '', logUrl: '', environmentUrl: '' };
    addStatus(state, other, { ...nothing, state: 'inactive', creator, environment, automatic: true });
  }
}
