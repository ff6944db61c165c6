import type { GitHub } from './clients/github';
import { createGitHub } from './clients/github';
import { openConnections } from './clients/http';
import type { ActionError } from './domain/errors';
import { scrubbedError } from './domain/errors';
import type { LabRecord } from './domain/lab-record';
import { scrubbedRecord } from './domain/lab-record';
import type { Context } from './runner/context';
import type { StepSettings } from './step-settings';

/** GitHub gets connections of its own: the client certificate is the deployment's. */
export function connectGitHub({ inputs, context, clock, log, secrets }: StepSettings): {
  readonly github: GitHub;
  close(): void;
} {
  const { ca } = inputs.tls;
  const connections = openConnections(ca === undefined ? {} : { ca });
  const { requestTimeoutMs, retries } = inputs.deployment;
  const requests = { send: connections.send, clock, random: Math.random, requestTimeoutMs, retries, log };
  const { apiUrl, graphqlUrl } = context.github;
  const github = createGitHub({
    requests,
    apiUrl,
    graphqlUrl,
    repository: context.repository,
    token: inputs.githubToken,
    secrets,
  });
  return { github, close: connections.close };
}

/** The page of this run's log. */
export function logUrlOf({ github, repository, runId, runAttempt }: Context): string {
  return `${github.serverUrl}/${repository}/actions/runs/${runId}/attempts/${runAttempt}`;
}

/** Labs and an error as a comment may show them: scrubbed before Markdown writes a secret in other characters. */
export function scrubbedForComment<E extends ActionError | undefined>(
  { secrets }: Pick<StepSettings, 'secrets'>,
  { records, error }: { readonly records: readonly LabRecord[]; readonly error: E },
) {
  return {
    records: records.map((record) => scrubbedRecord(record, secrets.scrub)),
    error: error && scrubbedError(error, secrets.scrub),
  };
}
