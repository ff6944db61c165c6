import { asActionError } from './domain/errors';
import { line } from './domain/foreign-text';
import type { JournalEntry } from './domain/journal-entry';
import { createAnnotations } from './runner/annotations';
import { systemClock } from './runner/clock';
import { readContext } from './runner/context';
import { readInputs } from './runner/inputs';
import { startDeadline } from './runner/limits';
import { createLog } from './runner/log';
import { createSecrets } from './runner/masks';
import type { LeftState } from './runner/state';
import { readLeftState } from './runner/state';
import { unmaskedTexts } from './runner/unmasked';

/** Post has this long against an API that does not answer. */
const LIMIT_MS = 28_000;

/** A lab whose creation was never answered is looked for twice: the server may finish it after main has died. */
const LOOKS_AFTER_MS = [0, 10_000];

/** The post step: removes what main left. Sends nothing when nothing is left, and never makes a job red. */
export async function post(): Promise<void> {
  const left = readLeftState(process.env);
  if (left.entries.length === 0) return;
  const context = readContext(process.env);
  const secrets = createSecrets({ neverMasked: unmaskedTexts(context), onRefused: () => {} });
  const annotations = createAnnotations(secrets, context.action);
  const warnOf = (entry: JournalEntry, why: string): void =>
    annotations.warning(
      line`Lab ${entry.id ?? ''} '${entry.name}' may still be running: ${why} Stop it on the platform, or by a step with command: stop and its id in lab-ids.`,
    );
  try {
    const inputs = await readInputs({ context, secrets, comments: false });
    const obstacle = obstacleTo(left, inputs.deployment);
    if (obstacle !== undefined) {
      for (const entry of left.entries) warnOf(entry, obstacle);
      return;
    }
    // Loaded here: most posts have nothing to remove, and end before this.
    const { connect, removeLabs } = await import('./online');
    const log = createLog(secrets);
    const clock = systemClock;
    const connected = connect({ inputs, clock, secrets, log, warn: annotations.warning, onSpent: () => {} });
    const limit = startDeadline({ clock, ms: LIMIT_MS, work: 'clean-up' });
    const cleanUp = {
      api: connected.api,
      clock,
      log,
      limit,
      method: inputs.cleanupMethod,
      looksAfterMs: LOOKS_AFTER_MS,
    };
    for (const { entry, removed, error } of await removeLabs(cleanUp, left.entries)) {
      if (error !== undefined) annotations.warning(line`${error.message}`);
      else if (removed.length === 0) log.info(line`There is no lab '${entry.name}': nothing to remove.`);
    }
    limit.clear();
    connected.close();
  } catch (thrown) {
    for (const entry of left.entries) warnOf(entry, asActionError(thrown, secrets.scrub).message);
  }
}

/** Why post must not even try. */
function obstacleTo(
  left: LeftState,
  now: { readonly baseUrl: string; readonly authUrl: string },
): string | undefined {
  if (left.spent) return 'the refresh token was single-use and is spent, so this step cannot log in again.';
  if (left.baseUrl !== now.baseUrl || left.authUrl !== now.authUrl) {
    return 'the addresses are not the ones that launched it.';
  }
  return undefined;
}
