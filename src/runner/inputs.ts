import { getInput } from '@actions/core';
import type { TlsSettings } from '../clients/http';
import type { CliProfile } from '../domain/cli-config';
import { readCliConfig, refreshTokensOf } from '../domain/cli-config';
import type { Command } from '../domain/command-inputs';
import { COMMANDS, unusedInputs } from '../domain/command-inputs';
import { inputError } from '../domain/errors';
import type { LogLine } from '../domain/foreign-text';
import { line, quoteList } from '../domain/foreign-text';
import type { WaitFor } from '../domain/lab-status';
import type { Secrets } from '../domain/secrets';
import type { ContentInputs } from './content-inputs';
import { readContent } from './content-inputs';
import type { Context } from './context';
import type { CredentialInputs } from './credential-inputs';
import { givenWays, readCredentials, registerSecret } from './credential-inputs';
import type { DeploymentInputs } from './deployment-inputs';
import { readDeployment } from './deployment-inputs';
import { readInputFile } from './input-files';
import type { InputReader } from './input-reader';
import { createInputReader } from './input-reader';
import { parseYaml } from './yaml';

/** Input `cleanup`. */
export type Cleanup = 'never' | 'on-failure' | 'always';

/** All inputs, checked. */
export interface Inputs {
  readonly command: Command;
  readonly deployment: DeploymentInputs;
  readonly tls: TlsSettings;
  readonly credentials: CredentialInputs;
  readonly content: ContentInputs;
  readonly waiting: {
    readonly waitFor: WaitFor;
    readonly timeoutMs: number;
    readonly pollIntervalMs: number;
  };
  readonly cleanup: Cleanup;
  readonly cleanupMethod: 'stop' | 'delete';
  readonly summary: boolean;
  /** To be said before anything is done. */
  readonly warnings: readonly LogLine[];
}

/** Whether there is anything to log in with: a secret, or the service that gives the workflow's own id token. */
export function hasCredentials({ hasIdTokenService }: Context): boolean {
  const ways = givenWays(createInputReader());
  return ways.some((way) => !way.endsWith('github-oidc') || hasIdTokenService);
}

/** Settings of {@link readInputs}. */
export interface InputSources {
  readonly context: Context;
  readonly secrets: Secrets;
}

/**
 * Reads and checks every input; nothing has been sent by then.
 * @throws ActionError (`input-invalid` or `credentials-missing`) that tells all that is wrong
 */
export async function readInputs({ context, secrets }: InputSources): Promise<Inputs> {
  const reader = createInputReader();
  const warnings: LogLine[] = [];
  const files = { workspace: context.workspace, mayRead: true };
  const yaml = (name: string): Promise<unknown> => readYaml({ reader, name, files });
  registerSecrets({ reader, secrets, warnings });

  const command = reader.choice('command', COMMANDS, 'launch');
  const profile = await readProfile({ reader, secrets, yaml });
  const deployment = readDeployment(reader, profile);
  const pem = (name: string): string | undefined => readPem({ reader, name, files, secrets });
  const credentials = readCredentials({ reader, secrets, profile, privateKey: pem('client-private-key') });
  const tls = readTls(reader, pem);
  const content = await readContent({
    reader,
    warnings,
    yaml,
    required: true,
    defaultMaxDurationS: undefined,
  });
  const waitFor = reader.choice('wait-for', ['none', 'running', 'finished'], 'finished');
  const inputs = {
    command,
    deployment,
    tls,
    content,
    waiting: {
      waitFor,
      timeoutMs: reader.duration('timeout', 3_600_000),
      pollIntervalMs: Math.max(10, reader.duration('poll-interval', 5_000)),
    },
    cleanup: reader.choice(
      'cleanup',
      ['never', 'on-failure', 'always'],
      waitFor === 'none' ? 'on-failure' : 'always',
    ),
    cleanupMethod: reader.choice('cleanup-method', ['stop', 'delete'], 'stop'),
    summary: reader.flag('summary', true),
  };
  const error = inputError(reader.problems);
  if (error !== undefined || credentials === undefined)
    throw error ?? new Error('credentials without a problem');
  const unused = unusedInputs(command, (name) => getInput(name) !== '');
  if (unused.length > 0)
    warnings.push(line`The command '${command}' does not use the input ${quoteList(unused, 50)}.`);
  return { ...inputs, credentials, warnings };
}

const SECRET_INPUTS = ['refresh-token', 'client-secret', 'client-private-key', 'client-certificate-key'];

/** Before anything else: whatever happens next, these are masked. */
function registerSecrets(sources: { reader: InputReader; secrets: Secrets; warnings: LogLine[] }): void {
  const { reader, secrets, warnings } = sources;
  for (const name of SECRET_INPUTS) {
    const secret = reader.text(name);
    if (secret === undefined || isPath(secret, name)) continue;
    if (registerSecret(secrets, secret).harmful) {
      warnings.push(
        line`The secret in ${name} has lines shorter than four characters. The runner masks each line of a secret, so these blank ordinary text and empty JSON outputs: store it without line breaks.`,
      );
    }
  }
}

/** PEM inputs may name a file: one line without "-----" or "{". */
function isPath(value: string, name: string): boolean {
  return name !== 'refresh-token' && name !== 'client-secret' && !/[\r\n{]|-----/.test(value);
}

interface FileInput {
  readonly reader: InputReader;
  readonly name: string;
  readonly files: { readonly workspace: string; readonly mayRead: boolean };
}

function readPem({ reader, name, files, secrets }: FileInput & { secrets: Secrets }): string | undefined {
  const given = reader.text(name);
  if (given === undefined || !isPath(given, name)) return given;
  const file = readInputFile(given, { ...files, absoluteAllowed: true });
  if ('text' in file) {
    if (SECRET_INPUTS.includes(name)) registerSecret(secrets, file.text);
    return file.text;
  }
  reader.problems.push({ what: line`use the input ${name}`, why: file.why, remedy: file.remedy });
  return undefined;
}

async function readYaml({ reader, name, files }: FileInput): Promise<unknown> {
  const given = reader.text(name);
  if (given === undefined) return undefined;
  let text = given;
  if (/^[^\r\n]+\.(ya?ml|json)$/.test(given)) {
    const file = readInputFile(given, { ...files, absoluteAllowed: false });
    if ('why' in file) {
      reader.problems.push({ what: line`use the input ${name}`, why: file.why, remedy: file.remedy });
      return undefined;
    }
    text = file.text;
  }
  const parsed = await parseYaml(text);
  if ('value' in parsed) return parsed.value ?? undefined;
  const remedy = line`Correct it; YAML or JSON is wanted, or the path of a .yml, .yaml or .json file`;
  reader.problems.push({ what: line`use the input ${name}`, why: parsed.why, remedy });
  return undefined;
}

async function readProfile(sources: {
  reader: InputReader;
  secrets: Secrets;
  yaml: (name: string) => Promise<unknown>;
}): Promise<CliProfile | undefined> {
  const { reader, secrets, yaml } = sources;
  if (reader.text('cli-config') === undefined) return undefined;
  const value = await yaml('cli-config');
  for (const token of refreshTokensOf(value)) secrets.add(token);
  const read = readCliConfig(value);
  if ('profile' in read) return read.profile;
  if (reader.problems.every(({ what }) => !what.endsWith('cli-config'))) {
    reader.problems.push({
      what: line`use the input cli-config`,
      why: line`${read.why}`,
      remedy: line`${read.remedy}`,
    });
  }
  return undefined;
}

function readTls(reader: InputReader, pem: (name: string) => string | undefined): TlsSettings {
  const [ca, cert, key] = [pem('ca-certificate'), pem('client-certificate'), pem('client-certificate-key')];
  if ((cert === undefined) !== (key === undefined)) {
    reader.problems.push({
      what: line`use a client certificate`,
      why: line`only one of client-certificate and client-certificate-key is usable`,
      remedy: line`Give both or none`,
    });
  }
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}
