import { ActionError } from './errors';
import { cleanText, type LogLine, line } from './foreign-text';
import type { LabRecord, Result } from './lab-record';

/** How the step ended. */
export interface Outcome {
  readonly result: Result;
  readonly error: ActionError | undefined;
}

/** Gives every lab without a verdict the result that the end of the step means for it. */
export function closeRecords(
  records: readonly LabRecord[],
  thrown: ActionError | undefined,
  now: number,
): void {
  if (thrown === undefined) return;
  for (const record of records.filter(({ until }) => until === undefined)) {
    record.result = resultOf(thrown);
    record.error = thrown;
    record.until = now;
  }
}

/** The step's result: what ended it, else the worst of its labs'. */
export function outcomeOf(records: readonly LabRecord[], thrown: ActionError | undefined): Outcome {
  if (thrown !== undefined) return { result: resultOf(thrown), error: withLabs(thrown, records) };
  const failed = records.filter(({ error }) => error !== undefined);
  const [first] = failed;
  if (first?.error !== undefined) {
    return {
      result: 'failed',
      error: failed.length === 1 ? first.error : severalFailed(failed, records.length),
    };
  }
  return {
    result: records.some(({ result }) => result === 'paused') ? 'paused' : 'succeeded',
    error: undefined,
  };
}

function resultOf({ code }: ActionError): Result {
  if (code === 'timed-out' || code === 'cancelled') return code;
  return 'failed';
}

/** A timeout says which labs it left waiting, with their last status and link. */
function withLabs(thrown: ActionError, records: readonly LabRecord[]): ActionError {
  const waiting = records.filter(({ error }) => error === thrown);
  if (thrown.code !== 'timed-out' || waiting.length === 0) return thrown;
  const labs = waiting.slice(0, 5).map(({ id, name, status, link }) => {
    const who = id === null ? line`'${name}' (no id yet)` : line`${id}`;
    return line`${who}${status === '' ? '' : ` was ${status}`}${link === undefined ? '' : ` at ${link}`}`;
  });
  const rest = waiting.length > labs.length ? line` and ${waiting.length - labs.length} more` : line``;
  return new ActionError('timed-out', {
    ...thrown.parts,
    why: line`${thrown.parts.why}; ${labs.join(', ')}${rest}`,
  });
}

function severalFailed(failed: readonly LabRecord[], total: number): ActionError {
  const [first] = failed;
  const names = failed.slice(0, 10).map(({ id, content, error }) => {
    const who = id === null ? line`'${content}'` : line`${id} (${content})`;
    return line`${who}: ${cleanText(error?.parts.why ?? '', 150)}`;
  });
  const rest = failed.length > names.length ? line`; and ${failed.length - names.length} more` : line``;
  return new ActionError(first?.error?.code ?? 'lab-failed', {
    what: line`finish ${failed.length} of ${total} labs`,
    why: `${names.join('; ')}${rest}` as LogLine,
    remedy: first?.error?.parts.remedy ?? line`Look at each lab's error in the output labs`,
    cause: new AggregateError(failed.flatMap(({ error }) => error ?? [])),
  });
}
