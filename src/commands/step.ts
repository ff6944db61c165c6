import type { AccessTokens } from '../clients/access-token';
import type { LabApi } from '../clients/lab-api';
import type { Limit } from '../clients/retry';
import type { Clock } from '../domain/clock';
import type { LogLine } from '../domain/foreign-text';
import type { Journal } from '../runner/state';

/** What a command works with. */
export interface Step {
  readonly api: LabApi;
  readonly tokens: AccessTokens;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly log: { info(text: LogLine): void; debug(text: LogLine): void };
  readonly warn: (text: LogLine) => void;
  readonly journal: Journal;
  /** The step's one deadline; also aborted by a cancellation. */
  readonly limit: Limit;
  /** Tries after the first (input `retries`). */
  readonly retries: number;
}
