import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = 'mantis_api_client==5.5.11';

/**
 * The interpreter of a virtual environment with the platform's public client, made once in the cache folder. An
 * installation that was broken off is made again.
 */
export function pythonWithClient(): string {
  const cache = process.env.SCENARIO_LAB_CACHE ?? join(__dirname, '..', '.cache');
  const home = join(cache, PACKAGE.replace('==', '-'));
  const windows = process.platform === 'win32';
  const python = windows ? join(home, 'Scripts', 'python.exe') : join(home, 'bin', 'python');
  const complete = join(home, 'complete');
  if (existsSync(complete)) return python;
  rmSync(home, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  const quiet: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'inherit'] };
  execFileSync(windows ? 'python' : 'python3', ['-m', 'venv', home], quiet);
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', PACKAGE], quiet);
  writeFileSync(complete, '');
  return python;
}
