// The bundle behind `npm run demo` and `npm run sandbox`; their launchers in dist/demo call one of these.
import { main as sandboxCommand } from './sandbox/command';

/** Plays the demonstration against the action's bundle in that folder; the exit status says whether all went as it should. */
export async function demo(dist: string): Promise<void> {
  const { playDemo } = await import('./demo/play');
  process.exitCode = (await playDemo(dist, process.stdout)) ? 0 : 1;
}

/** A sandbox that stays up until it is interrupted. */
export async function sandbox(): Promise<void> {
  process.exitCode = await sandboxCommand(process.argv.slice(2));
}
