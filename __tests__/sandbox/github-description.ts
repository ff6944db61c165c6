import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Sandbox } from '../../src/sandbox/deployment';
import type { GitHubExchange, SandboxGitHub } from '../../src/sandbox/github';
import type { SandboxRequest } from '../../src/sandbox/handler';

type Json = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly in: 'path' | 'query';
  readonly name: string;
  readonly schema: Json;
  readonly required?: boolean;
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Json }>>;
}
interface Operation {
  readonly parameters?: readonly Json[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Json>>;
}
interface Described {
  readonly template: string;
  readonly operation: Operation;
  readonly values: Readonly<Record<string, string>>;
}

const JSON_CONTENT = 'application/json';
/** What GitHub answers anywhere, although the description lists it for some operations only. */
const ERRORS: Readonly<Record<string, string>> = { 422: 'validation-error' };
const BODILESS = new Set([204, 304]);

let loaded: ReturnType<typeof load> | undefined;

/**
 * Holds everything that a sandbox's GitHub was asked and has answered against GitHub's own OpenAPI description;
 * returns what does not fit, one sentence each. GraphQL has no part in that description and is left out.
 */
export function gitHubComplaints({ requests, github }: Pick<Sandbox, 'requests' | 'github'>): string[] {
  const asked = requests.filter(({ origin }) => origin === 'github');
  return [
    ...asked.flatMap((request) => requestComplaints(request, github)),
    ...github.exchanges.flatMap((exchange) => responseComplaints(exchange, github)),
  ];
}

/** What does not fit in one request. */
export function requestComplaints(request: SandboxRequest, github: SandboxGitHub): string[] {
  if (isGraphql(request, github)) return [];
  loaded ??= load();
  const found = loaded.find(request, github);
  const say = (text: string): string => `${request.method} ${request.url}: ${text}`;
  if (found === undefined) return [say('no such operation')];
  const { operation, template, values } = found;
  const parameters = (operation.parameters ?? []).map((one) => loaded?.resolve(one) as unknown as Parameter);
  const complaints: string[] = [];
  for (const place of ['path', 'query'] as const) {
    const mine = parameters.filter((parameter) => parameter.in === place);
    const schema = {
      type: 'object',
      properties: Object.fromEntries(mine.map(({ name, schema: type }) => [name, type])),
      required: mine.filter(({ required }) => required === true).map(({ name }) => name),
      additionalProperties: false,
    };
    const value = place === 'path' ? values : Object.fromEntries(request.query);
    const key = `${request.method} ${template} ${place}`;
    complaints.push(...loaded.check({ key, schema, value: { ...value }, coerce: true }));
  }
  const body = operation.requestBody?.content?.[JSON_CONTENT]?.schema;
  if (body === undefined) {
    if (request.body !== '') complaints.push('takes no body');
  } else if (request.body === '') {
    if (operation.requestBody?.required === true) complaints.push('needs a body');
  } else {
    // GitHub lets unknown fields pass; a client that sends one has made a mistake.
    const schema = { ...body, ...(body.properties === undefined ? {} : { additionalProperties: false }) };
    const key = `${request.method} ${template} body`;
    complaints.push(...loaded.check({ key, schema, value: parsed(request.body) }));
  }
  return complaints.map(say);
}

/** What does not fit in one answer. */
export function responseComplaints({ request, response }: GitHubExchange, github: SandboxGitHub): string[] {
  if (isGraphql(request, github)) return [];
  loaded ??= load();
  const found = loaded.find(request, github);
  if (found === undefined) return [];
  const { status, body, headers } = response;
  const say = (text: string): string => `${request.method} ${request.url} -> ${status}: ${text}`;
  const listed = found.operation.responses[status];
  if (listed === undefined && status < 400) return [say('no such status')];
  const described = listed === undefined ? undefined : (loaded.resolve(listed) as Content);
  if (BODILESS.has(status)) return body === '' ? [] : [say('has a body')];
  if (!headers['content-type']?.startsWith(JSON_CONTENT)) return [say('is no JSON')];
  const fallback = { $ref: `#/components/schemas/${ERRORS[status] ?? 'basic-error'}` };
  const schema = described?.content?.[JSON_CONTENT]?.schema ?? fallback;
  const key = `${request.method} ${found.template} ${status}`;
  return loaded.check({ key, schema, value: parsed(body) }).map(say);
}

function isGraphql({ path }: SandboxRequest, { graphqlUrl }: SandboxGitHub): boolean {
  return path === new URL(graphqlUrl).pathname;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Check {
  /** Checks with one key share their compiled schema. */
  readonly key: string;
  readonly schema: Json;
  readonly value: unknown;
  /** Path and query hold texts; `7` is then a number. */
  readonly coerce?: boolean;
}

function load() {
  const path = require.resolve('@octokit/openapi/generated/api.github.com.json');
  const description = JSON.parse(readFileSync(path, 'utf8')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  };
  const validators = { strict: newAjv(false), coercing: newAjv(true) };
  const compiled = new Map<string, ValidateFunction>();
  /** Makes an OpenAPI 3.0 schema a JSON schema and adds the ones that it refers to. */
  const converted = (value: unknown, ajv: Ajv): unknown => {
    if (Array.isArray(value)) return value.map((item) => converted(item, ajv));
    if (typeof value !== 'object' || value === null) return value;
    const { nullable, $ref, example, examples, ...rest } = value as Json;
    if (typeof $ref === 'string') {
      const name = $ref.slice($ref.lastIndexOf('/') + 1);
      const id = `schema:${name}`;
      if (!known.has(`${ajv.opts.coerceTypes} ${id}`)) {
        known.add(`${ajv.opts.coerceTypes} ${id}`);
        ajv.addSchema(converted(description.components.schemas?.[name], ajv) as Json, id);
      }
      return { $ref: id };
    }
    const schema = Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, converted(item, ajv)]));
    return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema;
  };
  const known = new Set<string>();
  const routes = Object.keys(description.paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replace(/[.+]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }));
  // The more a path says itself, the better it fits: `/issues/comments/7` before `/issues/{number}/…`.
  const vagueness = ({ template }: { template: string }): number => template.split('{').length;
  routes.sort((one, other) => vagueness(one) - vagueness(other));
  return {
    resolve(value: Json): Json {
      if (typeof value.$ref !== 'string') return value;
      const [kind = '', name = ''] = value.$ref.split('/').slice(-2);
      return description.components[kind]?.[name] ?? {};
    },
    find({ method, path: sent }: SandboxRequest, github: SandboxGitHub): Described | undefined {
      const below = sent.slice(new URL(github.apiUrl).pathname.replace(/\/$/, '').length);
      const named = below.replace(`/repositories/${github.repositoryId}/`, `/repos/${github.repository}/`);
      for (const { template, pattern } of routes) {
        const match = pattern.exec(named);
        const operation = description.paths[template]?.[method.toLowerCase()];
        if (match !== null && operation !== undefined) {
          return { template, operation, values: { ...match.groups } };
        }
      }
      return undefined;
    },
    check({ key, schema, value, coerce = false }: Check): string[] {
      const ajv = coerce ? validators.coercing : validators.strict;
      const validate = compiled.get(key) ?? ajv.compile(converted(schema, ajv) as Json);
      compiled.set(key, validate);
      if (validate(value)) return [];
      return (validate.errors ?? []).map(({ instancePath, message, params }) =>
        `${instancePath} ${message} ${JSON.stringify(params)}`.trim(),
      );
    },
  };
}

function newAjv(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({ strict: false, coerceTypes, validateSchema: false });
  addFormats(ajv);
  const uri = ajv.formats.uri;
  // The description itself gives "" as the default of addresses that nobody has set.
  ajv.addFormat('uri', (text: string) => text === '' || (typeof uri === 'function' && uri(text) === true));
  return ajv;
}
