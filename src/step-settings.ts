import type { Dialled } from './clients/dial';
import type { Clock } from './domain/clock';
import type { Findings } from './domain/findings';
import type { LabRecord } from './domain/lab-record';
import type { Secrets } from './domain/secrets';
import type { Annotations } from './runner/annotations';
import type { Context } from './runner/context';
import type { Inputs } from './runner/inputs';
import type { Log } from './runner/log';
import type { Journal } from './runner/state';

/** What a step runs with. */
export interface StepSettings {
  readonly inputs: Inputs;
  /** A connection that is opening to where the login goes. */
  readonly dialled: Dialled | undefined;
  /** What post will find. */
  readonly journal: Journal;
  readonly context: Context;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly annotations: Annotations;
  readonly cancelled: AbortSignal;
  /** Filled as the story goes on, so that it can be reported wherever it ends. */
  readonly records: LabRecord[];
  /** Likewise. */
  readonly findings: Findings;
}
