import type { EchoForm } from './faults';
import type { SandboxRequest, SandboxResponse } from './handler';
import { json } from './handler';

/** How a secret is to be told, and in what. */
export interface Echo {
  readonly status?: number;
  readonly as?: EchoForm;
}

/** An answer that quotes the request's own secrets in every field that a client may read. */
export function echo(request: SandboxRequest, { status = 500, as = 'raw' }: Echo): SandboxResponse {
  const { authorization = '' } = request.headers;
  const told = written(`${authorization.replace(/^\S+ /, '')}\n\n${request.body}`, as);
  const text =
    as === 'raw' ? `Cannot handle this request:\nauthorization: ${authorization}\n\n${request.body}` : told;
  const [, id = 'lab-1'] = /\/runner\/([^/]+)/.exec(request.path) ?? [];
  const fields = {
    detail: text,
    error: 'invalid_request',
    error_description: text,
    runner_id: id,
    status: text,
    name: text,
    scenario_profiles: [{ name: text }],
    public_access: { base_url: `https://public.lab.example/${text}` },
  };
  const answer = request.path.endsWith('/notifications') ? [JSON.stringify({ event_data: text })] : fields;
  const response = json(status, answer);
  return as === 'escaped' ? { ...response, body: escaped(answer) } : response;
}

/** A text as a server may write it. */
export function written(text: string, as: EchoForm): string {
  switch (as) {
    case 'raw':
    case 'escaped':
      return text;
    case 'uri':
      return encodeURIComponent(text);
    case 'base64':
      return Buffer.from(`x${text}`).toString('base64');
    case 'json':
      return JSON.stringify(text);
    case 'lines':
      return text.replace(/(.{20})/g, '$1\r\n');
    case 'cut':
      return text.slice(0, 120);
  }
}

/** JSON in which no character of a text stands as itself. */
export function escaped(value: unknown): string {
  if (typeof value === 'string') {
    return `"${[...Array(value.length).keys()].map((at) => `\\u${value.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`;
  }
  if (Array.isArray(value)) return `[${value.map(escaped).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value);
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${escaped(field)}`).join(',')}}`;
}
