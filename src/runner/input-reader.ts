import { getInput } from '@actions/core';
import { parseDuration } from '../domain/duration';
import type { InputProblem } from '../domain/errors';
import type { LogLine } from '../domain/foreign-text';
import { cleanText, line, quoteList } from '../domain/foreign-text';
import { parseJson } from '../domain/json';
import { nearest } from '../domain/nearest';

/** Reads inputs one by one and collects what is wrong with them, so that everything is told at once. */
export interface InputReader {
  readonly problems: InputProblem[];
  /** The trimmed text; undefined when it is empty, which means absent. */
  text(name: string): string | undefined;
  /** Like {@link text}, for YAML: what the first line is indented by is taken off all lines, so that they stay aligned. */
  block(name: string): string | undefined;
  /** The text with its spaces, which may belong to a secret; line breaks around it never do. */
  secret(name: string): string | undefined;
  /** @param most the longest that is taken; by default what a timer can hold */
  duration(name: string, fallback: number, most?: number): number;
  /** YAML 1.2 core booleans. */
  flag(name: string, fallback: boolean): boolean;
  flagIfGiven(name: string): boolean | undefined;
  count(
    name: string,
    limits: { readonly fallback: number; readonly min: number; readonly max: number },
  ): number;
  choice<const T extends string>(name: string, options: readonly T[], fallback: T): T;
  choiceIfGiven<const T extends string>(name: string, options: readonly T[]): T | undefined;
  /** One item per line, or a JSON array of texts. */
  list(name: string): string[];
}

/** Twenty days: Node's timers fire at once when they are set beyond 24.8. */
const LONGEST_TIMER_MS = 20 * 24 * 3_600_000;

function whyNoDuration(given: string | undefined, value: number | undefined): LogLine {
  if (value === undefined) return line`'${cleanText(given, 60)}' is not a duration`;
  return value === 0
    ? line`a duration of nothing is no limit`
    : line`'${cleanText(given, 60)}' is longer than a step can wait`;
}

const TRUE = ['true', 'True', 'TRUE'];
const FALSE = ['false', 'False', 'FALSE'];

/** Creates a reader of the step's inputs. */
export function createInputReader(): InputReader {
  const problems: InputProblem[] = [];
  const text = (name: string): string | undefined => getInput(name) || undefined;

  const reader: InputReader = {
    problems,
    text,

    block: (name) => {
      const whole = getInput(name, { trimWhitespace: false });
      const before = whole.slice(0, whole.length - whole.trimStart().length);
      const indent = before.slice(before.lastIndexOf('\n') + 1);
      const lines = whole.split('\n').map((row) => (row.startsWith(indent) ? row.slice(indent.length) : row));
      return lines.join('\n').trim() || undefined;
    },

    secret: (name) =>
      text(name) && getInput(name, { trimWhitespace: false }).replace(/^[\r\n]+|[\r\n]+$/g, ''),

    duration: (name, fallback, most = LONGEST_TIMER_MS) => {
      const given = text(name);
      const value = given === undefined ? fallback : parseDuration(given);
      if (value !== undefined && value > 0 && value <= most) return value;
      problems.push({
        what: line`use the input ${name}`,
        why: whyNoDuration(given, value),
        remedy: line`Write one number with one unit, like 500ms, 5s, 90m or 2h, or plain seconds`,
      });
      return fallback;
    },

    flag: (name, fallback) => reader.flagIfGiven(name) ?? fallback,

    flagIfGiven: (name) => {
      const given = text(name);
      if (given === undefined) return undefined;
      if (TRUE.includes(given)) return true;
      if (FALSE.includes(given)) return false;
      problems.push({
        what: line`use the input ${name}`,
        why: line`'${cleanText(given, 60)}' is not a boolean`,
        remedy: line`Write true or false`,
      });
      return undefined;
    },

    count: (name, { fallback, min, max }) => {
      const given = text(name);
      if (given === undefined) return fallback;
      const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
      if (value >= min && value <= max) return value;
      problems.push({
        what: line`use the input ${name}`,
        why: line`'${cleanText(given, 60)}' is not a whole number from ${min} to ${max}`,
        remedy: line`Correct it`,
      });
      return fallback;
    },

    choice: (name, options, fallback) => reader.choiceIfGiven(name, options) ?? fallback,

    choiceIfGiven: (name, options) => {
      const given = text(name);
      if (given === undefined) return undefined;
      const chosen = options.find((option) => option === given);
      if (chosen !== undefined) return chosen;
      const [near] = nearest(given, options);
      problems.push({
        what: line`use the input ${name}`,
        why: line`there is no '${cleanText(given, 60)}'`,
        remedy:
          near === undefined
            ? line`Write one of ${quoteList(options, 20)}`
            : line`Did you mean '${near}'? It is one of ${quoteList(options, 20)}`,
      });
      return undefined;
    },

    list: (name) => {
      const given = text(name);
      if (given === undefined) return [];
      if (!given.startsWith('['))
        return given
          .split(/\r?\n/)
          .map((item) => item.trim())
          .filter(Boolean);
      const items = parseJson(given)?.value;
      if (Array.isArray(items) && items.every((item) => typeof item === 'string')) return items;
      problems.push({
        what: line`use the input ${name}`,
        why: line`it begins like a JSON array but is not one of texts`,
        remedy: line`Write one item per line, or a JSON array like ["a", "b"]`,
      });
      return [];
    },
  };
  return reader;
}
