import type { LogLine } from '../domain/foreign-text';
import { cleanText, line } from '../domain/foreign-text';
import type { LabConfigFields } from '../domain/lab-config';
import { checkLabConfig } from '../domain/lab-config';
import type { LabRequest } from '../domain/lab-request';
import { isContentName, isLabName, readLabSet, UNFIT_NAME } from '../domain/lab-request';
import { DEFAULT_LINK_TEMPLATE, LINK_PLACEHOLDERS, unknownPlaceholders } from '../domain/public-link';
import type { InputReader } from './input-reader';

/** What is to be launched. */
export interface ContentInputs {
  readonly requests: readonly LabRequest[];
  readonly labName: string | undefined;
  readonly linkTemplate: string;
  readonly maxParallel: number;
  readonly exchangeOverrides: Readonly<Record<string, string | null>>;
}

/** Settings of {@link readContent}. */
export interface ContentSources {
  readonly reader: InputReader;
  readonly warnings: LogLine[];
  /** Parses a YAML input, or the file it names; undefined where it is absent or wrong. */
  readonly yaml: (name: string) => Promise<unknown>;
  /** Whether a content must be named (not when a preview is only removed). */
  readonly required: boolean;
  /** Input `max-duration` when it is not given, in seconds; undefined leaves the platform's. */
  readonly defaultMaxDurationS: number | undefined;
}

/** Reads scenarios or a lab set with all that applies to each lab; problems go to the reader. */
export async function readContent(sources: ContentSources): Promise<ContentInputs> {
  const { reader } = sources;
  const labName = readLabName(reader);
  return {
    requests: await readRequests(sources),
    labName,
    linkTemplate: readLinkTemplate(reader),
    maxParallel: reader.count('max-parallel', { fallback: 10, min: 1, max: 1_000 }),
    exchangeOverrides: await readExchange(sources),
  };
}

/** For the commands that create nothing: only how links are made. */
export function noContent(reader: InputReader): ContentInputs {
  const linkTemplate = readLinkTemplate(reader);
  return { requests: [], labName: undefined, linkTemplate, maxParallel: 1, exchangeOverrides: {} };
}

async function readRequests(sources: ContentSources): Promise<readonly LabRequest[]> {
  const { reader, yaml, warnings } = sources;
  const scenarios = reader.list('scenario');
  const labSet = reader.text('lab-set');
  const defaults = {
    profile: reader.text('scenario-profile'),
    config: await readLabConfig(sources),
    publicAccess: reader.flag('public-access', false),
  };
  if (scenarios.length > 0 && labSet !== undefined) {
    reader.problems.push({
      what: line`choose what to launch`,
      why: line`both scenario and lab-set are given`,
      remedy: line`Keep one of the two; a lab-set can hold scenarios`,
    });
    return [];
  }
  if (labSet !== undefined) {
    const value = await yaml('lab-set');
    if (value === undefined) return [];
    const set = readLabSet(value, defaults);
    reader.problems.push(...set.problems);
    warnings.push(...set.warnings);
    return set.requests;
  }
  if (scenarios.length === 0 && sources.required) {
    reader.problems.push({
      what: line`choose what to launch`,
      why: line`neither scenario nor lab-set is given`,
      remedy: line`Set scenario to the name of a scenario`,
    });
  }
  for (const name of scenarios.filter((scenario) => !isContentName(scenario))) {
    reader.problems.push({
      what: line`use the input scenario`,
      why: line`'${cleanText(name, 60)}' cannot be the name of a scenario`,
      remedy: line`Write one name a line`,
    });
  }
  return scenarios.map((content) => ({ kind: 'scenario', content, name: undefined, ...defaults }));
}

async function readLabConfig({
  reader,
  yaml,
  warnings,
  defaultMaxDurationS,
}: ContentSources): Promise<LabConfigFields> {
  const value = await yaml('lab-config');
  const checked = value === undefined ? undefined : checkLabConfig(value, 'lab-config');
  for (const { why, remedy } of checked?.problems ?? []) {
    reader.problems.push({ what: line`use the input lab-config`, why, remedy });
  }
  warnings.push(...(checked?.warnings ?? []));
  const given = reader.text('max-duration');
  if (given !== undefined && checked?.fields.max_duration !== undefined) {
    reader.problems.push({
      what: line`limit the lab's life`,
      why: line`both max-duration and lab-config.max_duration are given`,
      remedy: line`Keep one of the two`,
    });
  }
  const maxDuration = readMaxDuration(reader, given) ?? checked?.fields.max_duration ?? defaultMaxDurationS;
  return { ...checked?.fields, ...(maxDuration === undefined ? {} : { max_duration: maxDuration }) };
}

/** Whole seconds, since the platform counts in them; `unlimited` is its 0. */
function readMaxDuration(reader: InputReader, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (given === 'unlimited') return 0;
  const seconds = reader.duration('max-duration', 1_000, Number.MAX_SAFE_INTEGER) / 1_000;
  if (Number.isInteger(seconds)) return seconds;
  reader.problems.push({
    what: line`use the input max-duration`,
    why: line`the platform counts whole seconds, and '${cleanText(given, 60)}' is not a number of them`,
    remedy: line`Write it like 90s, 55m or 2h`,
  });
  return undefined;
}

function readLabName(reader: InputReader): string | undefined {
  const name = reader.text('lab-name');
  if (name === undefined || isLabName(name)) return name;
  reader.problems.push({
    what: line`use the input lab-name`,
    why: line`it ${UNFIT_NAME}`,
    remedy: line`Shorten it`,
  });
  return undefined;
}

function readLinkTemplate(reader: InputReader): string {
  const template = reader.text('public-link-template') ?? DEFAULT_LINK_TEMPLATE;
  const [unknown] = unknownPlaceholders(template);
  if (unknown !== undefined) {
    reader.problems.push({
      what: line`use the input public-link-template`,
      why: line`there is no placeholder '{${unknown}}'`,
      remedy: line`Use {${LINK_PLACEHOLDERS.join('}, {')}}`,
    });
  }
  return template;
}

/** Form fields that replace or add to the exchange's; null leaves one out. */
async function readExchange({
  reader,
  yaml,
}: ContentSources): Promise<Readonly<Record<string, string | null>>> {
  const value = await yaml('public-access-exchange');
  if (value === undefined) return {};
  const entries =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : undefined;
  if (entries?.every(([, field]) => field === null || typeof field === 'string')) {
    return Object.fromEntries(entries);
  }
  reader.problems.push({
    what: line`use the input public-access-exchange`,
    why: line`it is not a map of form fields to texts or null`,
    remedy: line`Write it like "audience: other-client"`,
  });
  return {};
}
