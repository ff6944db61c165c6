import { json, type SandboxRequest, type SandboxResponse } from './handler';

/** Where GitHub's own documentation is linked from its errors. */
export const DOCS = 'https://docs.github.com/rest';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' } as const;

/** A JSON answer as GitHub's REST API sends it. */
export function answer(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): SandboxResponse {
  return json(status, value, { ...JSON_TYPE, ...headers });
}

export interface Refusal {
  readonly status: number;
  readonly message: string;
  /** The operation's page below the documentation's root; the root itself unless said otherwise. */
  readonly docs?: string;
  readonly errors?: readonly unknown[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error in GitHub's form, which repeats the status as text. */
export function refuse({ status, message, docs = '', errors, headers }: Refusal): SandboxResponse {
  const documentation = `${DOCS}${docs}`;
  return answer(
    status,
    {
      message,
      ...(errors === undefined ? {} : { errors }),
      documentation_url: documentation,
      status: String(status),
    },
    headers,
  );
}

/** The 422 about one field of one resource. */
export function invalid(
  docs: string,
  error: {
    readonly resource: string;
    readonly code: string;
    readonly field: string;
    readonly message: string;
  },
): SandboxResponse {
  return refuse({ status: 422, message: 'Validation Failed', docs, errors: [error] });
}

export interface Listing<Item> {
  /** All there is, in the order of the answer. */
  readonly items: readonly Item[];
  readonly show: (item: Item) => unknown;
  /** The list's own address, without a query. */
  readonly url: string;
}

/** One page of a list, with GitHub's Link header (RFC 8288) when there are more. */
export function page<Item>(request: SandboxRequest, { items, show, url }: Listing<Item>): SandboxResponse {
  const size = Math.min(positive(request.query.get('per_page')) ?? 30, 100);
  const number = positive(request.query.get('page')) ?? 1;
  const last = Math.max(1, Math.ceil(items.length / size));
  const link = (target: number, relation: string): string => {
    const query = new URLSearchParams(request.query);
    query.set('page', String(target));
    return `<${url}?${query}>; rel="${relation}"`;
  };
  const links: string[] = [];
  if (number > 1) links.push(link(Math.min(number - 1, last), 'prev'));
  if (number < last) links.push(link(number + 1, 'next'), link(last, 'last'));
  if (number > 1) links.push(link(1, 'first'));
  return answer(
    200,
    items.slice((number - 1) * size, number * size).map(show),
    links.length === 0 ? {} : { link: links.join(', ') },
  );
}

function positive(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d*$/.test(text) ? Number(text) : undefined;
}
