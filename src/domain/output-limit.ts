import type { LogLine } from './foreign-text';
import { line, quoteList } from './foreign-text';
import { asObject, parseJson } from './json';

/** GitHub takes 1 MB of outputs from a job and counts about two bytes a character. */
export const MOST_OUTPUT_BYTES = 1_000_000;

/** The outputs of a step. */
export type Outputs = Readonly<Record<string, string>>;

/** What is left of an item of `labs` where all of it would be too much. */
const ESSENTIAL = ['id', 'name', 'status', 'result', 'error-code'];

/**
 * Makes the outputs of a step fit: first the details of `labs` go, then one output after the other, the largest first.
 * @returns the outputs, and what to warn of where something was left out
 */
export function fitOutputs(outputs: Outputs): { readonly outputs: Outputs; readonly warning?: LogLine } {
  if (sizeOf(outputs) <= MOST_OUTPUT_BYTES) return { outputs };
  let fitted: Outputs = { ...outputs, labs: withoutDetails(outputs.labs ?? '') };
  const emptied: string[] = [];
  while (sizeOf(fitted) > MOST_OUTPUT_BYTES) {
    const [largest] = Object.entries(fitted).sort(([, a], [, b]) => b.length - a.length);
    if (largest === undefined || largest[1].length < 3) break;
    fitted = { ...fitted, [largest[0]]: emptyForm(largest[1]) };
    emptied.push(largest[0]);
  }
  const rest = emptied.length === 0 ? line`` : line`, and nothing in ${quoteList(emptied)}`;
  return {
    outputs: fitted,
    warning: line`The outputs would be larger than the 1 MB that GitHub takes, so there are no details in labs${rest}.`,
  };
}

function sizeOf(outputs: Outputs): number {
  return Object.entries(outputs).reduce(
    (size, [name, value]) => size + Math.max(2 * (name.length + value.length), Buffer.byteLength(value)),
    0,
  );
}

function withoutDetails(labs: string): string {
  const items = parseJson(labs)?.value;
  if (!Array.isArray(items)) return labs;
  return JSON.stringify(
    items.map((item) => Object.fromEntries(ESSENTIAL.map((key) => [key, asObject(item)?.[key] ?? null]))),
  );
}

/** JSON stays JSON. */
function emptyForm(value: string): string {
  if (value.startsWith('[')) return '[]';
  return value.startsWith('{') ? '{}' : '';
}
