import type { LogLine } from '../domain/foreign-text';
import { line } from '../domain/foreign-text';
import type { Secrets } from '../domain/secrets';
import { registerSecret } from './credential-inputs';
import type { FileRules } from './input-files';
import { readInputFile } from './input-files';
import type { InputReader } from './input-reader';
import { parseYaml } from './yaml';

/** Reads the inputs whose value is a text or the path of a file that holds it. */
export interface InputTexts {
  /** YAML or JSON, parsed; undefined where it is absent or wrong. */
  yaml(name: string): Promise<unknown>;
  /** PEM (or a JWK); undefined where it is absent or unreadable. */
  pem(name: string): string | undefined;
}

/** The inputs that carry a secret as their text. */
const SECRET_INPUTS = [
  'refresh-token',
  'client-secret',
  'client-private-key',
  'client-certificate-key',
  'github-token',
];

/** Settings of {@link createInputTexts}. */
export interface InputTextSettings {
  readonly reader: InputReader;
  readonly secrets: Secrets;
  readonly files: FileRules;
}

/** Creates the reader of texts and files; problems go to the input reader. */
export function createInputTexts({ reader, secrets, files }: InputTextSettings): InputTexts {
  const wrong = (name: string, why: LogLine, remedy: LogLine): undefined => {
    reader.problems.push({ what: line`use the input ${name}`, why, remedy });
    return undefined;
  };

  return {
    pem: (name) => {
      const given = reader.text(name);
      if (given === undefined || !isPemPath(given)) return given;
      const secret = SECRET_INPUTS.includes(name);
      const file = readInputFile(given, { ...files, absoluteAllowed: true, secret });
      if ('why' in file) return wrong(name, file.why, file.remedy);
      if (secret) registerSecret(secrets, file.text);
      return file.text;
    },

    yaml: async (name) => {
      const given = reader.block(name);
      if (given === undefined) return undefined;
      let text = given;
      if (/^[^\r\n]+\.(ya?ml|json)$/.test(given)) {
        const file = readInputFile(given, {
          ...files,
          absoluteAllowed: false,
          secret: name === 'cli-config',
        });
        if ('why' in file) return wrong(name, file.why, file.remedy);
        text = file.text;
      }
      const parsed = await parseYaml(text, secrets.scrub);
      if ('value' in parsed) return parsed.value ?? undefined;
      return wrong(name, parsed.why, line`Give YAML or JSON, or the path of a .yml, .yaml or .json file`);
    },
  };
}

/** One line without "-----" or "{" is a path. */
function isPemPath(value: string): boolean {
  return !/[\r\n{]|-----/.test(value);
}

/**
 * Registers the secrets among the inputs before anything else is done, so that whatever happens next they are masked.
 * Returns a warning for each whose short lines the runner's own masking turns into harm.
 */
export function registerSecretInputs(reader: InputReader, secrets: Secrets): LogLine[] {
  // The file's other lines are domains and ids, which outputs hold: only what looks like a token is secret.
  for (const [token] of (reader.text('cli-config') ?? '').matchAll(/[\w.+/=-]{32,}/g)) secrets.add(token);
  return SECRET_INPUTS.flatMap((name) => {
    const secret = reader.secret(name);
    if (secret === undefined || (name.includes('key') && isPemPath(secret))) return [];
    if (!registerSecret(secrets, secret).harmful) return [];
    return [
      line`The secret in ${name} has lines shorter than four characters. The runner masks each line of a secret, so these blank ordinary text and empty JSON outputs: store it without line breaks.`,
    ];
  });
}
