import type { InputProblem } from './errors';
import type { LogLine } from './foreign-text';
import { cleanText, line, quoteList } from './foreign-text';
import { asObject } from './json';
import type { LabConfigFields, LabKind } from './lab-config';
import { checkLabConfig, describe } from './lab-config';
import { nearest } from './nearest';

/** A lab as the user asks for it, before names and profiles are looked up. */
export interface LabRequest {
  readonly kind: LabKind;
  readonly content: string;
  /** Undefined: looked up; `*`: every profile that exists. */
  readonly profile: string | undefined;
  /** The whole `config_name`, where the user wants to choose it. */
  readonly name: string | undefined;
  readonly config: LabConfigFields;
  readonly publicAccess: boolean;
}

/** What applies to every lab of a set that does not say otherwise. */
export interface RequestDefaults {
  readonly profile: string | undefined;
  readonly config: LabConfigFields;
  readonly publicAccess: boolean;
}

/** The requests of a `lab-set`, and what is wrong with it. */
export interface ReadLabSet {
  readonly requests: readonly LabRequest[];
  readonly problems: readonly InputProblem[];
  readonly warnings: readonly LogLine[];
}

/** The keys that say what an item is, and the kinds they mean (interface, `lab-set`). */
const KINDS: Readonly<Record<string, LabKind>> = {
  scenario: 'scenario',
  attack: 'unit_attack',
  topology: 'topology',
  basebox: 'basebox',
  dfir: 'dfir',
  bas: 'bas',
};

const KEYS = [...Object.keys(KINDS), 'profile', 'name', 'config', 'public-access'];

/** More labs than this in one step are a mistake. */
export const MOST_LABS = 1_000;

/** Reads the parsed YAML of `lab-set`; each problem names its place. */
export function readLabSet(value: unknown, defaults: RequestDefaults): ReadLabSet {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_LABS) {
    const why = Array.isArray(value)
      ? line`it has ${value.length} items`
      : line`it is ${describe(value)}, not a list`;
    const remedy = line`Write a list of 1 to ${MOST_LABS} items like "- scenario: name"`;
    return { requests: [], problems: [{ what: line`use the input lab-set`, why, remedy }], warnings: [] };
  }
  const items = value.map((item, index) => readItem(item, `lab-set[${index}]`, defaults));
  return {
    requests: items.flatMap(({ requests }) => requests),
    problems: items.flatMap(({ problems }) => problems),
    warnings: items.flatMap(({ warnings }) => warnings),
  };
}

function readItem(item: unknown, place: string, defaults: RequestDefaults): ReadLabSet {
  const problems: InputProblem[] = [];
  const wrong = (why: LogLine, remedy: LogLine): void => {
    problems.push({ what: line`use the input lab-set`, why, remedy });
  };
  const fields = asObject(item);
  if (fields === undefined) {
    wrong(line`${place} is ${describe(item)}, not a map`, line`Write it like "scenario: name"`);
    return { requests: [], problems, warnings: [] };
  }
  for (const key of Object.keys(fields).filter((name) => !KEYS.includes(name))) {
    const [near] = nearest(key, KEYS);
    wrong(
      line`${place}.${key} is no key of a lab`,
      line`Use one of ${quoteList(near === undefined ? KEYS : [near])}`,
    );
  }
  const named = Object.keys(KINDS).filter((key) => fields[key] !== undefined);
  const [key] = named;
  if (key === undefined || named.length > 1) {
    const count = key === undefined ? 'none' : `${named.length}`;
    wrong(line`${place} names ${count} of ${quoteList(Object.keys(KINDS))}`, line`Name exactly one`);
    return { requests: [], problems, warnings: [] };
  }
  const kind = KINDS[key] ?? 'scenario';
  const content = readContent(kind, fields[key]);
  if (content === undefined) {
    const wanted = kind === 'bas' ? 'true' : 'a name';
    wrong(line`${place}.${key} is ${describe(fields[key])}`, line`Make it ${wanted}`);
  }
  const profile =
    textAt(fields, 'profile', place, wrong) ?? (kind === 'scenario' ? defaults.profile : undefined);
  const name = textAt(fields, 'name', place, wrong);
  if (name !== undefined && !isLabName(name)) {
    wrong(line`${place}.name ${UNFIT_NAME}`, line`Shorten it`);
  }
  if (profile !== undefined && !['scenario', 'unit_attack', 'dfir'].includes(kind)) {
    wrong(line`${place}.profile is given, and a ${key} has no profiles`, line`Take it out`);
  }
  const given = fields['public-access'];
  if (given !== undefined && typeof given !== 'boolean') {
    wrong(line`${place}.public-access is ${describe(given)}`, line`Make it true or false`);
  }
  const publicAccess = typeof given === 'boolean' ? given : defaults.publicAccess;
  if (kind === 'bas' && publicAccess) {
    wrong(
      line`${place} is a BAS lab, and the platform has no public links for these`,
      line`Set public-access: false there`,
    );
  }
  const checked = fields.config === undefined ? undefined : checkLabConfig(fields.config, `${place}.config`);
  for (const { why, remedy } of checked?.problems ?? []) wrong(why, remedy);
  return {
    requests: [
      {
        kind,
        content: content ?? '',
        profile,
        name,
        publicAccess,
        config: { ...defaults.config, ...checked?.fields },
      },
    ],
    problems,
    warnings: checked?.warnings ?? [],
  };
}

/** BAS labs have one content, called "bas"; everything else has a name (contract, `content_name`). */
function readContent(kind: LabKind, value: unknown): string | undefined {
  if (kind === 'bas') return value === true ? 'bas' : undefined;
  return typeof value === 'string' && isContentName(value) ? value : undefined;
}

function textAt(
  fields: Readonly<Record<string, unknown>>,
  key: string,
  place: string,
  wrong: (why: LogLine, remedy: LogLine) => void,
): string | undefined {
  const value = fields[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && value !== '') return value;
  wrong(line`${place}.${key} is ${cleanText(describe(value))}`, line`Make it a text`);
  return undefined;
}

/** What is wrong with a name that {@link isLabName} refuses. */
export const UNFIT_NAME = line`is longer than 200 characters or holds characters that do not belong in a name`;

/** Names are shown in logs and lists, so they are one short line of visible characters. */
export function isLabName(name: string): boolean {
  return name.length <= 200 && cleanText(name, 300) === name;
}

/** A name becomes one segment of a path: "." and ".." would climb, and controls are no name. */
export function isContentName(name: string): boolean {
  return (
    name.length <= 500 &&
    name.isWellFormed() &&
    name.trim() !== '' &&
    !/^\.{1,2}$/.test(name) &&
    !/[\u0000-\u001f\u007f]/.test(name)
  );
}
