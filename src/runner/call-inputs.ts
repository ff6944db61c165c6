import type { AnyRequest } from '../clients/api-request';
import type { Endpoints } from '../domain/call-url';
import { endpointFault, resolveUrl } from '../domain/call-url';
import type { LogLine } from '../domain/foreign-text';
import { cleanText, line, quoteList } from '../domain/foreign-text';
import { asObject } from '../domain/json';
import { describe } from '../domain/lab-config';
import { nearest } from '../domain/nearest';
import type { Operation } from '../domain/routes';
import { OPERATIONS } from '../domain/routes';
import type { InputReader } from './input-reader';

/** What {@link readEndpoints} and {@link readRequest} read from. */
export interface CallSources {
  readonly reader: InputReader;
  /** Parses a YAML input, or the file it names; undefined where it is absent or wrong. */
  readonly yaml: (name: string) => Promise<unknown>;
  /** "" where it is wrong itself. */
  readonly baseUrl: string;
}

/** Stands for a base-url that is wrong itself, so that the rest is checked all the same. */
const ANY_BASE_URL = 'https://base-url.invalid';

/** Input `endpoints`: each path replaces that of an operation. */
export async function readEndpoints({ reader, yaml, baseUrl }: CallSources): Promise<Endpoints> {
  const wrong = (why: LogLine, remedy: LogLine): void => {
    reader.problems.push({ what: line`use the input endpoints`, why, remedy });
  };
  const value = await yaml('endpoints');
  if (value === undefined) return {};
  const fields = asObject(value);
  if (fields === undefined) {
    wrong(line`endpoints is ${describe(value)}, not a map`, line`Write it like "get-lab: /runner/{lab-id}"`);
    return {};
  }
  const operations = Object.keys(OPERATIONS);
  for (const [name, path] of Object.entries(fields)) {
    if (!operations.includes(name)) {
      const near = nearest(name, operations, 1);
      const remedy = line`Use ${near.length > 0 ? '' : 'one of '}${quoteList(near.length > 0 ? near : operations, 20)}`;
      wrong(line`endpoints.${cleanText(name, 60)} is no operation`, remedy);
      continue;
    }
    const usual = OPERATIONS[name as Operation].path;
    const remedy = line`Write a path below base-url, like ${usual}`;
    if (typeof path !== 'string') {
      wrong(line`endpoints.${name} is ${describe(path)}, not a path`, remedy);
      continue;
    }
    const fault = endpointFault(name as Operation, path, baseUrl || ANY_BASE_URL);
    if (fault !== undefined) wrong(line`endpoints.${name}: ${fault}`, remedy);
  }
  return fields as Endpoints;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Inputs `request` and `request-body`; undefined where they are wrong. */
export async function readRequest(
  { reader, yaml, baseUrl }: CallSources,
  labIds: readonly string[],
): Promise<AnyRequest | undefined> {
  const wrong = (name: string, why: LogLine, remedy: LogLine): undefined => {
    reader.problems.push({ what: line`use the input ${name}`, why, remedy });
  };
  const example = line`Write a method and a path below base-url, like GET /runner/{lab-id}/attack_report`;
  const given = reader.text('request');
  const value = await yaml('request-body');
  if (given === undefined) return wrong('request', line`it is missing`, example);
  const [, method = '', path = ''] = /^(\S+) +(\S[\s\S]*)$/.exec(given) ?? [];
  if (path === '')
    return wrong('request', line`'${cleanText(given, 80)}' is not a method and a path`, example);
  if (!METHODS.includes(method)) {
    return wrong(
      'request',
      line`there is no method '${cleanText(method, 20)}'`,
      line`Use one of ${quoteList(METHODS)}`,
    );
  }
  if (value !== undefined && method === 'GET') {
    return wrong('request-body', line`a GET has no body`, line`Take it out, or use another method`);
  }
  const [other] = [...path.matchAll(/\{([a-z-]+)\}/g)].filter(([, name]) => name !== 'lab-id');
  if (other !== undefined) {
    return wrong(
      'request',
      line`there is no placeholder '${other[0]}' here`,
      line`Use {lab-id}, or write it out`,
    );
  }
  const [labId] = labIds;
  if (labId === undefined && path.includes('{lab-id}')) {
    return wrong('request', line`it holds {lab-id}, and lab-ids names no lab`, line`Set lab-ids`);
  }
  const values = labId === undefined ? {} : { 'lab-id': labId };
  const resolved = resolveUrl({ baseUrl: baseUrl || ANY_BASE_URL, path, values });
  if ('why' in resolved) return wrong('request', resolved.why, example);
  return { method, url: resolved.url, ...(value === undefined ? {} : { body: JSON.stringify(value) }) };
}
