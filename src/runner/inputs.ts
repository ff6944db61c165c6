import { getInput } from '@actions/core';
import type { AnyRequest } from '../clients/api-request';
import type { TlsSettings } from '../clients/http';
import type { Endpoints } from '../domain/call-url';
import type { CliProfile } from '../domain/cli-config';
import { readCliConfig } from '../domain/cli-config';
import type { Command } from '../domain/command-inputs';
import { COMMANDS, unusedInputs, uses } from '../domain/command-inputs';
import { inputError } from '../domain/errors';
import type { LogLine } from '../domain/foreign-text';
import { line, quoteList } from '../domain/foreign-text';
import { isSingleUse } from '../domain/jwt';
import type { LabDetail } from '../domain/lab-details';
import type { OnPause, WaitFor } from '../domain/lab-status';
import { isForeignTarget } from '../domain/pull-request';
import type { Secrets } from '../domain/secrets';
import { readEndpoints, readRequest } from './call-inputs';
import type { ContentInputs } from './content-inputs';
import { noContent, readContent } from './content-inputs';
import type { Context } from './context';
import type { CredentialInputs } from './credential-inputs';
import { givenWays, readCredentials } from './credential-inputs';
import type { DeploymentInputs } from './deployment-inputs';
import { readDeployment } from './deployment-inputs';
import type { CommentInputs, PreviewInputs, SweepInputs } from './github-inputs';
import { PREVIEW_MAX_DURATION_S, readComment, readPreview, readSweep, refuseNames } from './github-inputs';
import type { InputReader } from './input-reader';
import { createInputReader } from './input-reader';
import type { InputTexts } from './input-texts';
import { createInputTexts, registerSecretInputs } from './input-texts';
import { readCollect, readLabIds } from './lab-inputs';
import { readTls } from './tls-inputs';

/** Input `cleanup`. */
export type Cleanup = 'never' | 'on-failure' | 'always';

/** How a step waits. */
export interface WaitingInputs {
  readonly waitFor: WaitFor;
  readonly timeoutMs: number;
  readonly pollIntervalMs: number;
  readonly onPause: OnPause;
}

/** All inputs, checked. */
export interface Inputs {
  readonly command: Command;
  readonly deployment: DeploymentInputs;
  readonly tls: TlsSettings;
  readonly credentials: CredentialInputs;
  readonly content: ContentInputs;
  readonly waiting: WaitingInputs;
  /** Input `lab-ids`: labs of another step. */
  readonly labIds: readonly string[];
  /** Input `collect`: details to save once the wait is over. */
  readonly collect: readonly LabDetail[];
  /** What `call` sends; undefined for other commands. */
  readonly request: AnyRequest | undefined;
  readonly endpoints: Endpoints;
  readonly dryRun: boolean;
  readonly cleanup: Cleanup;
  readonly cleanupMethod: 'stop' | 'delete';
  readonly summary: boolean;
  /** Undefined for every other command than `preview`. */
  readonly preview: PreviewInputs | undefined;
  /** Undefined where no comment is wanted, and for `preview`, which has its own. */
  readonly comment: CommentInputs | undefined;
  readonly sweep: SweepInputs;
  readonly githubToken: string;
  /** To be said before anything is done. */
  readonly warnings: readonly LogLine[];
}

/** Settings of {@link readInputs}. */
export interface InputSources {
  readonly context: Context;
  readonly secrets: Secrets;
  /** False in the post step, which tells nobody and removes labs also where the event's file is gone. */
  readonly comments?: boolean;
}

/** Whether there is anything to log in with: a secret, or the service that gives the workflow's own id token. */
export function hasCredentials({ hasIdTokenService }: Context): boolean {
  const ways = givenWays(createInputReader());
  return ways.some((way) => !way.endsWith('github-oidc') || hasIdTokenService);
}

/**
 * Reads and checks every input; nothing has been sent by then.
 * @throws ActionError (`input-invalid` or `credentials-missing`) that tells all that is wrong
 */
export async function readInputs({ context, secrets, comments = true }: InputSources): Promise<Inputs> {
  const reader = createInputReader();
  const warnings = registerSecretInputs(reader, secrets);
  const files = { workspace: context.workspace, mayRead: !isForeignTarget(context) };
  const texts = createInputTexts({ reader, secrets, files });
  const command = reader.choice('command', COMMANDS, 'launch');
  const profile = await readProfile(reader, texts);
  if (profile !== undefined) secrets.add(profile.refreshToken);
  const deployment = readDeployment(reader, profile);
  const credentials = await readCredentials({ reader, profile, privateKey: texts.pem('client-private-key') });
  const tls = await readTls(reader, texts);
  const preview = command === 'preview' ? readPreview(reader, context) : undefined;
  // What is to be removed needs no content, and its files may not be checked out.
  const content =
    uses(command, 'scenario') && preview?.act !== 'down'
      ? await readContent({
          reader,
          warnings,
          yaml: texts.yaml,
          required: true,
          defaultMaxDurationS: command === 'preview' ? PREVIEW_MAX_DURATION_S : undefined,
        })
      : noContent(reader);
  if (command === 'preview') refuseNames(reader, content);
  const waiting = readWaiting(reader, command);
  const labIds = uses(command, 'lab-ids') ? readLabIds(reader, { required: command !== 'call' }) : [];
  const below = { reader, yaml: texts.yaml, baseUrl: deployment.baseUrl };
  const inputs = {
    command,
    deployment,
    tls,
    content,
    waiting,
    labIds,
    collect: uses(command, 'collect') ? readCollect(reader) : [],
    request: uses(command, 'request') ? await readRequest(below, labIds) : undefined,
    endpoints: await readEndpoints(below),
    dryRun: uses(command, 'dry-run') && reader.flag('dry-run', false),
    cleanup: readCleanup({ reader, command, waiting, credentials }),
    cleanupMethod: reader.choice('cleanup-method', ['stop', 'delete'], 'stop'),
    summary: reader.flag('summary', true),
    preview,
    comment:
      comments && uses(command, 'comment') && command !== 'preview'
        ? readComment(reader, context)
        : undefined,
    sweep: readSweep(reader),
    githubToken: reader.text('github-token') ?? '',
  };
  const error = inputError(reader.problems);
  if (error !== undefined) throw error;
  if (credentials === undefined) throw new Error('no credentials and no problem');
  const unused = unusedInputs(command, (name) => getInput(name) !== '');
  if (unused.length > 0) {
    warnings.push(line`The command '${command}' does not use the inputs ${quoteList(unused, 50)}.`);
  }
  return { ...inputs, credentials, warnings };
}

/** `create` never waits: its labs do not run. */
function readWaiting(reader: InputReader, command: Command): WaitingInputs {
  const fallback = command === 'preview' ? 'running' : 'finished';
  const waitFor = reader.choice('wait-for', ['none', 'running', 'finished'], fallback);
  return {
    waitFor: uses(command, 'wait-for') ? waitFor : 'none',
    timeoutMs: reader.duration('timeout', 3_600_000),
    pollIntervalMs: Math.max(10, reader.duration('poll-interval', 5_000)),
    onPause: reader.choice('on-pause', ['fail', 'resume', 'return'], 'fail'),
  };
}

interface CleanupSources {
  readonly reader: InputReader;
  readonly command: Command;
  readonly waiting: WaitingInputs;
  readonly credentials: CredentialInputs | undefined;
}

/** Labs of another step are adopted only by an explicit value; a single-use refresh token leaves post without a login. */
function readCleanup({ reader, command, waiting, credentials }: CleanupSources): Cleanup {
  const given = reader.choiceIfGiven('cleanup', ['never', 'on-failure', 'always']);
  const login = credentials?.login;
  const postCanLogIn = login?.kind !== 'person' || !isSingleUse(login.refreshToken);
  if (given === 'always' && !postCanLogIn) {
    reader.problems.push({
      what: line`use cleanup: always`,
      why: line`the refresh token is single-use, so the post step could not log in again to remove the lab`,
      remedy: line`Use a service account, or cleanup: on-failure`,
    });
  }
  if (given !== undefined) return given;
  if (uses(command, 'lab-ids') || command === 'preview' || command === 'sweep') return 'never';
  return waiting.waitFor !== 'none' && postCanLogIn ? 'always' : 'on-failure';
}

async function readProfile(reader: InputReader, texts: InputTexts): Promise<CliProfile | undefined> {
  if (reader.text('cli-config') === undefined) return undefined;
  const before = reader.problems.length;
  const value = await texts.yaml('cli-config');
  const read = readCliConfig(value);
  if ('profile' in read) return read.profile;
  if (reader.problems.length === before) {
    const problem = {
      what: line`use the input cli-config`,
      why: line`${read.why}`,
      remedy: line`${read.remedy}`,
    };
    reader.problems.push(problem);
  }
  return undefined;
}
