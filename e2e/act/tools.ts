import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** The release of act that the facts in this folder were seen on. */
const ACT_VERSION = '0.2.89';

/** The runner that executes workflows as plain processes; installed once by Go. */
export function act(): Promise<string> {
  return installed(`act-${ACT_VERSION}`, 'act', (folder) =>
    run('go', ['install', `github.com/nektos/act@v${ACT_VERSION}`], { GOBIN: folder }),
  );
}

/** The runtime that action.yml names; act takes whatever node is first on its PATH. */
export async function node24(): Promise<string> {
  const given = process.env.SCENARIO_LAB_NODE;
  if (given !== undefined) return given;
  return installed('node24', path.join('node_modules', 'node', 'bin', 'node'), (folder) =>
    run('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, 'node@24'], {}),
  );
}

/** A file below the cache; fills a folder beside its place first, so that one left half-done is never used. */
export async function installed(
  name: string,
  file: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const cache = path.resolve(process.env.SCENARIO_LAB_CACHE ?? path.join(__dirname, '..', '..', '.cache'));
  const place = path.join(cache, name);
  const wanted = path.join(place, file);
  if (existsSync(wanted)) return wanted;
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(`${place}.draft-`);
  try {
    await fill(draft);
    await rm(place, { recursive: true, force: true });
    await rename(draft, place);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Somebody else was quicker: theirs is as good.
    if (!existsSync(wanted)) throw error;
  }
  return wanted;
}

/** Fails with the end of what the command said. */
export async function run(
  command: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<void> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const keep = (chunk: Buffer): void => {
    said = (said + chunk.toString()).slice(-2_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const failure = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? undefined : `exit ${code}`));
  });
  if (failure !== undefined) throw new Error(`Cannot run ${command} ${args.join(' ')}: ${failure}.\n${said}`);
}
