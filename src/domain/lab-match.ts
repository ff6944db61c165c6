import { asObject } from './json';
import type { LabPlan } from './lab-plan';
import { labConfigOf } from './lab-plan';

/** A lab's config as the API gives it back. */
export type ReadConfig = Readonly<Record<string, unknown>>;

/**
 * Whether a lab was made from what a plan would send now. Only what is sent is compared: the server adds fields, and
 * fills in items of lists.
 */
export function fitsPlan(config: ReadConfig, plan: LabPlan): boolean {
  return holds(config, labConfigOf(plan));
}

function holds(actual: unknown, sent: unknown): boolean {
  if (Array.isArray(sent)) {
    return (
      Array.isArray(actual) &&
      actual.length === sent.length &&
      sent.every((item, index) => holds(actual[index], item))
    );
  }
  const fields = asObject(sent);
  if (fields === undefined) return actual === sent || (sent === null && actual === undefined);
  const given = asObject(actual);
  return given !== undefined && Object.entries(fields).every(([name, value]) => holds(given[name], value));
}
