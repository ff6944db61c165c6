import type { LogLine } from './foreign-text';
import { line } from './foreign-text';
import { nearest } from './nearest';

/** What a lab is made of; the word stands in the creation routes (contract, "create a lab"). */
export type LabKind = 'scenario' | 'unit_attack' | 'topology' | 'basebox' | 'bas' | 'dfir';

/** `content_type` of each kind (contract, "LabConfig"). */
export const CONTENT_TYPES: Readonly<Record<LabKind, string>> = {
  scenario: 'KILLCHAIN',
  unit_attack: 'ATTACK',
  topology: 'TOPOLOGY',
  basebox: 'BASEBOX',
  bas: 'BAS',
  dfir: 'DFIR',
};

/** The fields of LabConfig as they go over the wire and as users write them, with the contract's defaults. */
export const LAB_CONFIG_DEFAULTS = {
  config_name: 'default',
  content_type: 'KILLCHAIN',
  content_name: '',
  scenario_profile: null as string | null,
  random_waiting_minutes: [0, 0] as readonly number[],
  scenario_execution_mode: 'automatic',
  step_waiting_list: [] as readonly unknown[],
  max_duration: 3300,
  enable_evaluation: false,
  net_capture: false,
  forensic_artifacts: false,
  create_dataset: false,
  log_collectors: [] as readonly unknown[],
  public_access_enabled: false,
  internet_connectivity: false,
  user_activity_background: false,
  compromission_overload: null as unknown,
};

/** One lab's configuration. */
export type LabConfig = typeof LAB_CONFIG_DEFAULTS;

/** The part of a LabConfig that a user may set: everything but what other inputs decide. */
export type LabConfigFields = Partial<LabConfig>;

type Field = keyof LabConfig;

/** Fields that have an input of their own, and that input. */
const OWN_INPUT: Partial<Record<Field, string>> = {
  config_name: 'lab-name',
  content_type: 'scenario or lab-set',
  content_name: 'scenario or lab-set',
  scenario_profile: 'scenario-profile',
  public_access_enabled: 'public-access',
};

const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

interface FieldRule {
  readonly wanted: string;
  readonly fits: (value: unknown) => boolean;
}

const BOOLEAN: FieldRule = { wanted: 'true or false', fits: isBoolean };

const RULES: Partial<Record<Field, FieldRule>> = {
  random_waiting_minutes: {
    wanted: 'a list of two whole numbers, the smaller first',
    fits: (value) =>
      Array.isArray(value) &&
      value.length === 2 &&
      value.every(isCount) &&
      Number(value[0]) <= Number(value[1]),
  },
  scenario_execution_mode: {
    wanted: 'automatic, step_by_step or custom',
    fits: (value) => value === 'automatic' || value === 'step_by_step' || value === 'custom',
  },
  step_waiting_list: { wanted: 'a list', fits: Array.isArray },
  max_duration: { wanted: 'a whole number of seconds, 0 for no limit', fits: isCount },
  enable_evaluation: BOOLEAN,
  net_capture: BOOLEAN,
  forensic_artifacts: BOOLEAN,
  create_dataset: BOOLEAN,
  log_collectors: { wanted: 'a list', fits: Array.isArray },
  internet_connectivity: BOOLEAN,
  user_activity_background: BOOLEAN,
  compromission_overload: {
    wanted: 'a map or null',
    fits: (value) => typeof value === 'object' && !Array.isArray(value),
  },
};

/** What came of reading a user's LabConfig fields. */
export interface CheckedLabConfig {
  readonly fields: LabConfigFields;
  readonly warnings: readonly LogLine[];
  /** Each says the place and what is wanted there. */
  readonly problems: readonly { readonly why: LogLine; readonly remedy: LogLine }[];
}

/**
 * Checks LabConfig fields one by one: an unknown one is a warning (the server drops it silently), a wrong type a
 * problem, a field with an input of its own a problem that names the input.
 * @param place where the fields stand, for the messages: "lab-config" or "lab-set[2].config"
 */
export function checkLabConfig(value: unknown, place: string): CheckedLabConfig {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const why = line`${place} is ${describe(value)}, not a map of LabConfig fields`;
    return { fields: {}, warnings: [], problems: [{ why, remedy: line`Write it like "max_duration: 600"` }] };
  }
  const fields: Record<string, unknown> = {};
  const warnings: LogLine[] = [];
  const problems: { why: LogLine; remedy: LogLine }[] = [];
  for (const [name, given] of Object.entries(value)) {
    if (!Object.hasOwn(LAB_CONFIG_DEFAULTS, name)) {
      const [near] = nearest(name, Object.keys(LAB_CONFIG_DEFAULTS));
      const hint = near === undefined ? '' : `; did you mean '${near}'`;
      warnings.push(line`${place}.${name} is not a field of LabConfig, so the platform ignores it${hint}`);
      continue;
    }
    const field = name as Field;
    const owner = OWN_INPUT[field];
    const rule = RULES[field];
    if (owner !== undefined || rule === undefined) {
      problems.push({
        why: line`${place}.${name} is set by the input ${owner}`,
        remedy: line`Take it out of ${place} and use ${owner}`,
      });
    } else if (rule.fits(given)) {
      fields[name] = given;
    } else {
      problems.push({
        why: line`${place}.${name} is ${describe(given)}`,
        remedy: line`Make it ${rule.wanted}`,
      });
    }
  }
  return { fields: fields as LabConfigFields, warnings, problems };
}

/** Names a value's type, and the value where it is short and cannot be a secret. */
export function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object') return 'a map';
  if (typeof value === 'string') return 'a text';
  return `${typeof value === 'number' ? 'the number' : 'the value'} ${String(value)}`;
}
