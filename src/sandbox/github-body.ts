import { refuse } from './github-answers';
import type { SandboxRequest, SandboxResponse } from './handler';
import { isRecord } from './tokens';

type FieldType = 'string' | 'boolean' | 'strings' | 'string or null' | 'string or object';

/** The fields that an operation knows; `!` marks one that must be there. Others are ignored, as GitHub does. */
export type BodyRules = Readonly<Record<string, FieldType | `${FieldType}!`>>;

const FITS: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  strings: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  'string or null': (value) => value === null || typeof value === 'string',
  'string or object': (value) => typeof value === 'string' || isRecord(value),
};

/** Reads a JSON body the way GitHub does: 400 for what is no JSON object, 422 for fields that do not fit. */
export function readBody(
  request: SandboxRequest,
  rules: BodyRules,
  docs: string,
): { readonly body: Readonly<Record<string, unknown>> } | { readonly refusal: SandboxResponse } {
  let body: unknown = {};
  try {
    if (request.body !== '') body = JSON.parse(request.body);
  } catch {
    return { refusal: refuse({ status: 400, message: 'Problems parsing JSON', docs }) };
  }
  if (!isRecord(body)) {
    return { refusal: refuse({ status: 400, message: 'Body should be a JSON object', docs }) };
  }
  const complaints: string[] = [];
  for (const [field, rule] of Object.entries(rules)) {
    const value = body[field];
    const type = rule.replace('!', '') as FieldType;
    if (value === undefined) {
      if (rule.endsWith('!')) complaints.push(`"${field}" wasn't supplied.`);
    } else if (!FITS[type](value)) {
      const shown = value === null ? 'nil' : JSON.stringify(value);
      complaints.push(`For 'properties/${field}', ${shown} is not ${words(type)}.`);
    }
  }
  if (complaints.length === 0) return { body };
  return {
    refusal: refuse({ status: 422, message: `Invalid request.\n\n${complaints.join('\n')}`, docs }),
  };
}

function words(type: FieldType): string {
  return type === 'strings' ? 'an array of strings' : `a ${type.replace(' or ', ' or a ')}`;
}
