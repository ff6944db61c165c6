import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What to start. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** An end with another status is an error of the bench. */
  readonly exitCode: number;
}

/** How one process fared, in milliseconds from the moment it was started. */
export interface Run {
  readonly ms: number;
  /** Until it told the id of a lab; undefined where it told none. */
  readonly idMs: number | undefined;
  /** Its own peak, without its children; undefined where the system does not tell. */
  readonly peakMib: number | undefined;
}

const IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const LIMIT_MS = 120_000;
const MEMORY_EVERY_MS = 25;

/** Runs a command to its end. */
export async function run({ file, args, env, cwd, exitCode }: Command): Promise<Run> {
  // The log also tells where it logged in: ids that the process was given are no news.
  const given = Object.values(env).join(' ');
  const tellsLab = (text: string): boolean => (text.match(IDS) ?? []).some((id) => !given.includes(id));
  const startedAt = performance.now();
  const child = spawn(file, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: LIMIT_MS });
  let text = '';
  let idMs: number | undefined;
  let peakMib: number | undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (idMs === undefined && tellsLab(text)) idMs = performance.now() - startedAt;
    });
  }
  const sampling = setInterval(() => {
    peakMib = highWaterMark(child.pid) ?? peakMib;
  }, MEMORY_EVERY_MS);
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const ms = performance.now() - startedAt;
  clearInterval(sampling);
  if (status !== exitCode) throw new Error(`${file} ended with ${status}:\n${text}`);
  return { ms, idMs, peakMib };
}

/** Linux keeps the peak itself, so that a sample seldom misses it. */
function highWaterMark(pid: number | undefined): number | undefined {
  try {
    const kib = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kib === undefined ? undefined : Number(kib) / 1_024;
  } catch {
    return undefined;
  }
}
