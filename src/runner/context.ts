import { readFileSync } from 'node:fs';
import { asObject, parseJson } from '../domain/json';
import type { RunIdentity } from '../domain/lab-name';
import { isForeign } from '../domain/pull-request';

/** The run that this step is part of, as the runner's environment tells it. */
export interface Context extends RunIdentity {
  readonly eventName: string;
  /** Reads the event's payload; an empty one where there is none. */
  readonly event: Readonly<Record<string, unknown>>;
  readonly actor: string;
  readonly workspace: string;
  /** The job's folder for files of passage. */
  readonly temp: string;
  /** GitHub itself, which may be an Enterprise Server; without slashes at the ends. */
  readonly github: { readonly apiUrl: string; readonly graphqlUrl: string; readonly serverUrl: string };
  /** The action itself: `<owner>/<repo>` and the ref that the workflow names. */
  readonly action: { readonly repository: string; readonly ref: string };
  /** Whether the job may ask for the workflow's id token (`permissions: id-token: write`). */
  readonly hasIdTokenService: boolean;
}

/** Reads the context from the environment (variables of the runner). */
export function readContext(env: NodeJS.ProcessEnv): Context {
  const variable = (name: string, fallback = ''): string => env[name] ?? fallback;
  const address = (name: string, fallback: string): string =>
    (variable(name) || fallback).replace(/\/+$/, '');
  return {
    repository: variable('GITHUB_REPOSITORY', 'local/run'),
    runId: variable('GITHUB_RUN_ID', '0'),
    runAttempt: variable('GITHUB_RUN_ATTEMPT', '1'),
    eventName: variable('GITHUB_EVENT_NAME'),
    event: readEvent(variable('GITHUB_EVENT_PATH')),
    actor: variable('GITHUB_ACTOR'),
    workspace: variable('GITHUB_WORKSPACE', process.cwd()),
    temp: variable('RUNNER_TEMP', process.cwd()),
    github: {
      apiUrl: address('GITHUB_API_URL', 'https://api.github.com'),
      graphqlUrl: address('GITHUB_GRAPHQL_URL', 'https://api.github.com/graphql'),
      serverUrl: address('GITHUB_SERVER_URL', 'https://github.com'),
    },
    action: { repository: variable('GITHUB_ACTION_REPOSITORY'), ref: variable('GITHUB_ACTION_REF') },
    hasIdTokenService: variable('ACTIONS_ID_TOKEN_REQUEST_URL') !== '',
  };
}

function readEvent(path: string): Readonly<Record<string, unknown>> {
  if (path === '') return {};
  try {
    return asObject(parseJson(readFileSync(path, 'utf8'))?.value) ?? {};
  } catch {
    return {};
  }
}

/**
 * Whether the run is for a pull request whose author gets no secrets: the head is in another repository, or the
 * actor is Dependabot.
 */
export function isWithoutSecrets({ event, actor, repository }: Context): boolean {
  if (asObject(event.pull_request) === undefined) return false;
  return isForeign({ event, repository }) || actor === 'dependabot[bot]';
}
