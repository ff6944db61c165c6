import { error, info, notice, warning } from '@actions/core';
import type { ActionError } from '../domain/errors';
import { cleanText, type LogLine, line } from '../domain/foreign-text';
import type { Secrets } from '../domain/secrets';

/** The annotations of the step: the only place that makes any. */
export interface Annotations {
  notice(text: LogLine): void;
  warning(text: LogLine): void;
  /** The one red annotation of a failed step; its causes go to the log below, in grey. */
  failure(failed: ActionError): void;
}

const GUIDE = 'docs/troubleshooting.md';
const TITLE = 'Scenario Lab';

/** The runner shows ten of a step; the rest go to the log, up to a limit. */
const MOST_WARNINGS = 10;
const MOST_LINES = 200;

/** Of several labs that failed, each has its own. */
const MOST_CAUSES = 10;

/** The runner cuts at 4,096, which would cost the code and the link at the end. */
const LONGEST_MESSAGE = 3_500;

/** Where the error codes are explained: the guide of the release that is running. */
function guideLink(code: string, action: { readonly repository: string; readonly ref: string }): string {
  const { repository, ref } = action;
  return repository === ''
    ? `${GUIDE}#${code}`
    : `https://github.com/${repository}/blob/${ref || 'main'}/${GUIDE}#${code}`;
}

/** Creates the annotations. */
export function createAnnotations(
  secrets: Secrets,
  action: { readonly repository: string; readonly ref: string },
): Annotations {
  let warned = 0;
  return {
    notice: (text) => notice(secrets.scrub(text), { title: TITLE }),
    warning: (text) => {
      warned += 1;
      if (warned <= MOST_WARNINGS) warning(secrets.scrub(text), { title: TITLE });
      else if (warned <= MOST_LINES) info(secrets.scrub(line`Warning: ${text}`));
    },
    failure: (failed) => {
      const text = cut(secrets.scrub(failed.message));
      error(`${text} [${failed.code}] ${guideLink(failed.code, action)}`, { title: TITLE });
      for (const cause of causesOf(failed))
        info(`\u001b[90m  caused by: ${cleanText(secrets.scrub(cause))}\u001b[39m`);
    },
  };
}

function cut(message: string): string {
  return message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message;
}

function causesOf(failed: Error): string[] {
  const causes: string[] = [];
  const queue: unknown[] = [failed.cause];
  for (const cause of queue) {
    if (!(cause instanceof Error) || causes.length >= MOST_CAUSES) continue;
    if (cause instanceof AggregateError) {
      queue.push(...cause.errors);
      continue;
    }
    const { code } = cause as NodeJS.ErrnoException;
    causes.push(code === undefined ? cause.message : `${code} ${cause.message}`);
    queue.push(cause.cause);
  }
  return [...new Set(causes)].filter((cause) => cause !== '');
}
