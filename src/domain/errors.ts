import type { LogLine } from './foreign-text';
import { line } from './foreign-text';
import type { Failure } from './retry-policy';
import type { Scrub } from './secrets';

/** Every value of the output `error-code`; each has an entry in docs/troubleshooting.md. */
export const ERROR_CODES = [
  'input-invalid',
  'credentials-missing',
  'refresh-token-dead',
  'client-rejected',
  'scope-rejected',
  'scope-missing',
  'realm-not-found',
  'issuer-mismatch',
  'token-exchange-rejected',
  'id-token-unavailable',
  'unauthorized',
  'forbidden',
  'not-found',
  'request-rejected',
  'server-error',
  'rate-limited',
  'response-invalid',
  'network',
  'scenario-unknown',
  'profile-required',
  'profile-unknown',
  'lab-failed',
  'lab-paused',
  'timed-out',
  'cancelled',
  'internal',
] as const;

/** A stable word that a workflow can branch on. */
export type ErrorCode = (typeof ERROR_CODES)[number];

/** The three parts of every error sentence: `Cannot <what>: <why>. <remedy>.` */
export interface ErrorParts {
  /** Begins with a verb and names its object: "launch lab 'x'". */
  readonly what: LogLine;
  readonly why: LogLine;
  /** What the reader can do about it, in the imperative. */
  readonly remedy: LogLine;
  readonly cause?: unknown;
  /** Where a request failed: how, so that a command can tell whether it may have done its work. */
  readonly failure?: Failure;
}

/** The only error that commands and clients throw on purpose: one sentence for a person, one code for a workflow. */
export class ActionError extends Error {
  readonly code: ErrorCode;
  readonly parts: ErrorParts;

  constructor(code: ErrorCode, parts: ErrorParts) {
    super(sentence(parts), parts.cause === undefined ? undefined : { cause: parts.cause });
    this.name = 'ActionError';
    this.code = code;
    this.parts = parts;
  }
}

function sentence({ what, why, remedy }: ErrorParts): string {
  return `Cannot ${what}: ${withoutStop(why)}. ${withoutStop(remedy)}${/[?!]\s*$/.test(remedy) ? '' : '.'}`;
}

function withoutStop(text: string): string {
  return text.replace(/[.\s]+$/, '');
}

/** One thing that is wrong with the inputs, told together with all the others. */
export interface InputProblem {
  readonly what: LogLine;
  readonly why: LogLine;
  readonly remedy: LogLine;
  /** `credentials-missing` where the problem is that there is no way to log in. */
  readonly code?: 'credentials-missing';
}

/** More than this nobody reads, and a huge list would not fit into an annotation. */
const MOST_PROBLEMS = 20;

/**
 * Folds all that is wrong with the inputs into one error, so that a workflow is mended in one go.
 * @throws nothing; returns undefined when the list is empty
 */
export function inputError(problems: readonly InputProblem[]): ActionError | undefined {
  const [first] = problems;
  if (first === undefined) return undefined;
  const code = problems.every((problem) => problem.code === 'credentials-missing')
    ? 'credentials-missing'
    : 'input-invalid';
  if (problems.length === 1) return new ActionError(code, first);
  const list = problems
    .slice(0, MOST_PROBLEMS)
    .map((problem, index) => `(${index + 1}) Cannot ${sentence(problem).slice(7)}`)
    .join(' ');
  return new ActionError(code, {
    what: line`use the inputs`,
    why: `${problems.length} things are wrong` as LogLine,
    remedy: (problems.length > MOST_PROBLEMS
      ? `${list} And ${problems.length - MOST_PROBLEMS} more`
      : list) as LogLine,
  });
}

/** The same error with the secrets taken out of its sentence; the code and the causes stay. */
export function scrubbedError(error: ActionError, scrub: Scrub): ActionError {
  const { what, why, remedy } = error.parts;
  const parts = { what: scrub(what), why: scrub(why), remedy: scrub(remedy) };
  if (parts.what === what && parts.why === why && parts.remedy === remedy) return error;
  return new ActionError(error.code, { ...error.parts, ...parts } as ErrorParts);
}

/** Turns whatever was thrown into an ActionError; what nobody foresaw becomes `internal` and keeps its cause. */
export function asActionError(thrown: unknown, scrub: Scrub = (text) => text): ActionError {
  if (thrown instanceof ActionError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new ActionError('internal', {
    what: line`finish the step`,
    why: line`an unexpected error occurred (${scrub(message)})`,
    remedy: line`Run the job again with debug logging and report what it shows`,
    cause: thrown,
  });
}
