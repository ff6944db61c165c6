import { debug, info } from '@actions/core';
import type { LogLine } from '../domain/foreign-text';
import type { Secrets } from '../domain/secrets';

/** The step's log. Only text that passed the gate for foreign text gets in, and secrets are taken out once more. */
export interface Log {
  info(text: LogLine): void;
  /** Shown when the job runs with debug logging. */
  debug(text: LogLine): void;
}

/** Creates the log. */
export function createLog(secrets: Secrets): Log {
  return {
    info: (text) => info(secrets.scrub(text)),
    debug: (text) => debug(secrets.scrub(text)),
  };
}
