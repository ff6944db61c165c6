import { ActionError } from '../domain/errors';
import type { LogLine } from '../domain/foreign-text';
import { cleanText, line } from '../domain/foreign-text';
import type { LabDetail } from '../domain/lab-details';
import type { LabRecord } from '../domain/lab-record';
import { redact } from '../domain/redact';
import type { CollectedFiles } from '../runner/collected-files';
import type { Step } from './step';

/** What to collect, and where to. */
export interface Collection {
  readonly records: readonly LabRecord[];
  readonly details: readonly LabDetail[];
  readonly files: CollectedFiles;
}

/** Details read at once; more would crowd out other jobs. */
const AT_ONCE = 8;
const MOST_NAMED = 10;

/** Saves details of each lab that exists, without passwords and tokens. One that fails is told in a warning. */
export async function collectDetails(step: Step, { records, details, files }: Collection): Promise<void> {
  const ids = records.map(({ id }) => id).filter((id) => id !== null);
  const queue = ids.flatMap((labId) => details.map((detail) => ({ labId, detail })));
  const total = queue.length;
  const failures: LogLine[] = [];
  async function collectInTurn(): Promise<void> {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { labId, detail } = next;
      try {
        const text = redact(await step.api.detail(labId, detail, step.limit));
        files.save({ labId, name: detail, text });
      } catch (error) {
        step.limit.signal.throwIfAborted();
        failures.push(line`${detail} of lab ${labId} (${reasonOf(error)})`);
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, collectInTurn));
  step.log.info(line`Collected ${total - failures.length} of ${total} details in ${files.path}`);
  if (failures.length === 0) return;
  const rest = failures.length > MOST_NAMED ? `; and ${failures.length - MOST_NAMED} more` : '';
  step.warn(line`Cannot collect ${failures.slice(0, MOST_NAMED).join('; ')}${rest}.`);
}

function reasonOf(error: unknown): LogLine {
  if (error instanceof ActionError) return error.parts.why;
  return cleanText(error instanceof Error ? error.message : error);
}
