import { getInput } from '@actions/core';
import type { TlsSettings } from '../clients/http';
import type { CliProfile } from '../domain/cli-config';
import { readCliConfig } from '../domain/cli-config';
import type { Command } from '../domain/command-inputs';
import { COMMANDS, unusedInputs, uses } from '../domain/command-inputs';
import { inputError } from '../domain/errors';
import type { LogLine } from '../domain/foreign-text';
import { cleanText, line, quoteList } from '../domain/foreign-text';
import { parseJson } from '../domain/json';
import { isSingleUse } from '../domain/jwt';
import { isLabId } from '../domain/lab';
import type { OnPause, WaitFor } from '../domain/lab-status';
import type { Secrets } from '../domain/secrets';
import type { ContentInputs } from './content-inputs';
import { noContent, readContent } from './content-inputs';
import type { Context } from './context';
import type { CredentialInputs } from './credential-inputs';
import { givenWays, readCredentials } from './credential-inputs';
import type { DeploymentInputs } from './deployment-inputs';
import { readDeployment } from './deployment-inputs';
import type { InputReader } from './input-reader';
import { createInputReader } from './input-reader';
import type { InputTexts } from './input-texts';
import { createInputTexts, registerSecretInputs } from './input-texts';
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
  readonly cleanup: Cleanup;
  readonly cleanupMethod: 'stop' | 'delete';
  readonly summary: boolean;
  /** To be said before anything is done. */
  readonly warnings: readonly LogLine[];
}

/** Settings of {@link readInputs}. */
export interface InputSources {
  readonly context: Context;
  readonly secrets: Secrets;
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
export async function readInputs({ context, secrets }: InputSources): Promise<Inputs> {
  const reader = createInputReader();
  const warnings = registerSecretInputs(reader, secrets);
  const texts = createInputTexts({ reader, secrets, files: { workspace: context.workspace, mayRead: true } });
  const command = reader.choice('command', COMMANDS, 'launch');
  const profile = await readProfile(reader, texts);
  const deployment = readDeployment(reader, profile);
  const credentials = await readCredentials({ reader, profile, privateKey: texts.pem('client-private-key') });
  const tls = await readTls(reader, texts);
  const content = uses(command, 'scenario')
    ? await readContent({
        reader,
        warnings,
        yaml: texts.yaml,
        required: true,
        defaultMaxDurationS: undefined,
      })
    : noContent(reader);
  const waiting = readWaiting(reader, command);
  const inputs = {
    command,
    deployment,
    tls,
    content,
    waiting,
    labIds: uses(command, 'lab-ids') ? readLabIds(reader) : [],
    cleanup: readCleanup({ reader, command, waiting, credentials }),
    cleanupMethod: reader.choice('cleanup-method', ['stop', 'delete'], 'stop'),
    summary: reader.flag('summary', true),
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
  const waitFor = reader.choice('wait-for', ['none', 'running', 'finished'], 'finished');
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
  if (uses(command, 'lab-ids')) return 'never';
  return waiting.waitFor !== 'none' && postCanLogIn ? 'always' : 'on-failure';
}

/** Ids by lines, a JSON array of ids, or the JSON of another step's output `labs`. */
function readLabIds(reader: InputReader): string[] {
  const given = reader.text('lab-ids');
  const parsed = given?.startsWith('[') ? parseJson(given)?.value : undefined;
  const items: readonly unknown[] = Array.isArray(parsed) ? parsed.map(idOf) : reader.list('lab-ids');
  const wrong = items.find((item) => !isLabId(item));
  if (items.length === 0 || wrong !== undefined) {
    reader.problems.push({
      what: line`use the input lab-ids`,
      why: wrong === undefined ? line`it names no lab` : line`'${cleanText(wrong, 60)}' is no lab id`,
      remedy: line`Write one id a line, or give the output lab-ids of another step`,
    });
  }
  return [...new Set(items.filter(isLabId))];
}

/** The item's own text, or the `id` of an item of the output `labs`. */
function idOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'id' in item ? item.id : item;
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
