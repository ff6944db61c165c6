import { asObject } from './json';

/** Nothing that names a content or a profile is longer; what is would only fill logs and outputs. */
const LONGEST_NAME = 500;

/** A scenario or unit attack: its name and the names of its profiles. */
export interface Scenario {
  readonly name: string;
  readonly profiles: readonly string[];
}

/** Reads a Scenario or UnitAttack (contract, "Scenario"); undefined when it has no name. */
export function readScenario(value: unknown): Scenario | undefined {
  const fields = asObject(value);
  if (fields === undefined || !isName(fields.name)) return undefined;
  const profiles = Array.isArray(fields.scenario_profiles) ? fields.scenario_profiles : [];
  return {
    name: fields.name,
    profiles: profiles.map((profile) => asObject(profile)?.name).filter(isName),
  };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME;
}
