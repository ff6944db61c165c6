import { asActionError } from '../domain/errors';
import type { LogLine } from '../domain/foreign-text';
import { line } from '../domain/foreign-text';

/** What GitHub is used for; each fails for itself. */
export type GitHubFeature = (typeof FEATURES)[number];

const FEATURES = ['pull-request', 'comment', 'deployment'] as const;

/** After a cancellation the runner gives ten seconds in all, and the labs come first. */
export const GITHUB_AFTER_CANCEL_MS = 2_000;

/** Keeps what goes wrong at GitHub away from the labs: it ends in one warning. */
export interface GitHubWarnings {
  /** Undefined where it did not work; what works later makes good what did not before. */
  attempt<T>(feature: GitHubFeature, work: () => Promise<T>): Promise<T | undefined>;
  /** Says what is still wrong, once. */
  say(): void;
}

/** After these answers asking again is of no use. */
const FINAL = ['forbidden', 'unauthorized', 'input-invalid', 'timed-out'];

/** Creates an empty collection. */
export function createGitHubWarnings(step: {
  readonly warn: (text: LogLine) => void;
  readonly log: { debug(text: LogLine): void };
}): GitHubWarnings {
  const problems = new Map<GitHubFeature, ReturnType<typeof asActionError>>();
  return {
    attempt: async (feature, work) => {
      if (FINAL.includes(problems.get(feature)?.code ?? '')) return undefined;
      try {
        const result = await work();
        problems.delete(feature);
        return result;
      } catch (thrown) {
        const error = asActionError(thrown);
        step.log.debug(line`${error.message}`);
        problems.set(feature, error);
        return undefined;
      }
    },
    say: () => {
      const sentences = new Set(FEATURES.flatMap((feature) => problems.get(feature)?.message ?? []));
      if (sentences.size > 0) step.warn(line`${[...sentences].join(' ')} The labs are not affected.`);
      problems.clear();
    },
  };
}
