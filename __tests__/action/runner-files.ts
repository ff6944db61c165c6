import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder and files that the runner gives to a step. */
export interface RunnerFiles {
  readonly folder: string;
  readonly workspace: string;
  readonly env: Readonly<Record<string, string>>;
  outputs(): Record<string, string>;
  state(): Record<string, string>;
  summary(): string;
  /** Everything a step wrote, as it stands in the files. */
  raw(): string;
  remove(): void;
}

/** Makes fresh files for one step. */
export function runnerFiles(): RunnerFiles {
  const folder = mkdtempSync(join(tmpdir(), 'scenario-lab-'));
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  mkdirSync(join(folder, 'temp'));
  const paths = {
    GITHUB_OUTPUT: 'output',
    GITHUB_STATE: 'state',
    GITHUB_STEP_SUMMARY: 'summary',
    GITHUB_ENV: 'env',
  };
  const env: Record<string, string> = { GITHUB_WORKSPACE: workspace, RUNNER_TEMP: join(folder, 'temp') };
  for (const [name, file] of Object.entries(paths)) {
    env[name] = join(folder, file);
    writeFileSync(join(folder, file), '');
  }
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  return {
    folder,
    workspace,
    env,
    outputs: () => parseFileCommands(read('output')),
    state: () => parseFileCommands(read('state')),
    summary: () => read('summary'),
    raw: () => Object.values(paths).map(read).join('\n'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Reads `name=value` and `name<<DELIMITER` records; a later record wins, as at the runner. */
export function parseFileCommands(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  const lines = text.split(/\r?\n/);
  for (let index = 0; index < lines.length; index += 1) {
    const current = lines[index] ?? '';
    const heredoc = /^([^=]+?)<<(.+)$/.exec(current);
    if (heredoc?.[1] !== undefined) {
      const end = lines.indexOf(heredoc[2] ?? '', index + 1);
      if (end < 0) throw new Error(`unterminated value of ${heredoc[1]}`);
      values[heredoc[1]] = lines.slice(index + 1, end).join('\n');
      index = end;
    } else if (current.includes('=')) {
      const at = current.indexOf('=');
      values[current.slice(0, at)] = current.slice(at + 1);
    }
  }
  return values;
}
