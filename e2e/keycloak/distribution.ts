import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** The release that every fact in these checks was seen on. */
export const KEYCLOAK_VERSION = '26.7.5';

const ARTIFACT = `org.keycloak:keycloak-quarkus-dist:${KEYCLOAK_VERSION}:zip`;
const UNPACK = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack';

/**
 * The home of a Keycloak that is built for these features and needs no further build to start.
 * Downloaded, unpacked and built once; every later call only looks.
 */
export async function builtKeycloak(features: readonly string[]): Promise<string> {
  const cache = cacheFolder();
  const name = ['built', ...[...features].sort().map((feature) => feature.replaceAll(':', '-'))].join('_');
  return await made(path.join(cache, name), async (home) => {
    const pristine = await made(path.join(cache, 'pristine'), unpack);
    await cp(pristine, home, { recursive: true });
    const options = ['--db=dev-mem'];
    if (features.length > 0) options.push(`--features=${features.join(',')}`);
    await run(path.join(home, 'bin', 'kc.sh'), ['build', ...options], {
      purpose: 'build Keycloak',
      cwd: home,
    });
  });
}

/** What Keycloak gets of our environment: any `KC_*` variable of the caller would be an option to it. */
export function keycloakEnvironment(): Record<string, string> {
  const names = ['PATH', 'HOME', 'JAVA_HOME', 'LANG', 'TMPDIR'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

function cacheFolder(): string {
  const root = process.env.SCENARIO_LAB_CACHE ?? path.join(__dirname, '..', '..', '.cache');
  return path.resolve(root, `keycloak-${KEYCLOAK_VERSION}`);
}

async function unpack(folder: string): Promise<void> {
  // Maven has its own cache, resumes, and checks the checksum.
  const options = ['-q', '-B', UNPACK, `-Dartifact=${ARTIFACT}`, `-DoutputDirectory=${folder}`];
  // Maven leaves markers of what it has unpacked in its working directory, and skips what they name.
  await run('mvn', options, { purpose: 'download Keycloak with Maven', cwd: folder });
  const inner = path.join(folder, `keycloak-${KEYCLOAK_VERSION}`);
  const moved = `${folder}.inner`;
  await rename(inner, moved);
  await rm(folder, { recursive: true });
  await rename(moved, folder);
}

/** Fills a folder beside its place and moves it there, so that one that was left half-done is never used. */
async function made(folder: string, fill: (folder: string) => Promise<void>): Promise<string> {
  if (await exists(folder)) return folder;
  await mkdir(path.dirname(folder), { recursive: true });
  const draft = await mkdtemp(`${folder}.draft-`);
  try {
    await fill(draft);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Somebody else was quicker: theirs is as good.
    if (await exists(folder)) return folder;
    throw error;
  }
  return folder;
}

async function exists(folder: string): Promise<boolean> {
  return await stat(folder).then(
    () => true,
    () => false,
  );
}

interface Errand {
  readonly purpose: string;
  readonly cwd: string;
}

/** Runs a command to its end; what it printed is told only when it failed. */
async function run(command: string, args: readonly string[], { purpose, cwd }: Errand): Promise<void> {
  const maven = command === 'mvn';
  const child = spawn(command, args, {
    // Maven may need proxy and repository settings; for Keycloak see keycloakEnvironment.
    env: maven ? process.env : keycloakEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd,
  });
  let printed = '';
  const keep = (chunk: Buffer): void => {
    printed = (printed + chunk.toString()).slice(-4000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const failure = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : `exit ${code ?? signal}`));
  });
  if (failure !== undefined) {
    const remedy = maven ? 'Install Maven and Java 17 or newer' : 'Install Java 17 or newer';
    throw new Error(`Cannot ${purpose}: ${failure}. ${remedy}.\n${printed}`);
  }
}
