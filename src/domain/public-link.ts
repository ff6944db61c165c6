import type { WebLink } from './web-link';
import { isLoopback, LONGEST_LINK, webLink } from './web-link';

/** Default of the input `public-link-template`; the path below the public app is open in the contract. */
export const DEFAULT_LINK_TEMPLATE = '{public-base-url}/{lab-id}';

/** The placeholders that a template may hold. */
export const LINK_PLACEHOLDERS = ['public-base-url', 'lab-id', 'domain', 'base-url'] as const;

/** What a link is made from. */
export interface LinkParts {
  readonly template: string;
  readonly labId: string;
  readonly publicBaseUrl: string | undefined;
  readonly domain: string | undefined;
  readonly baseUrl: string;
}

/** The public link of a lab; undefined where a needed part is missing or the result is not a fit link. */
export function publicLink(parts: LinkParts): WebLink | undefined {
  const values: Readonly<Record<string, string | undefined>> = {
    'public-base-url': parts.publicBaseUrl === undefined ? undefined : withScheme(parts.publicBaseUrl),
    'lab-id': encodeURIComponent(parts.labId),
    domain: parts.domain,
    'base-url': parts.baseUrl,
  };
  let complete = true;
  const address = parts.template.replace(/\{([a-z-]+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    if (value === undefined || value === '') complete = false;
    return value ?? placeholder;
  });
  return complete ? webLink(address) : undefined;
}

/** The server's `base_url` may come without a scheme (contract, "Lab"), and with a slash at its end. */
function withScheme(baseUrl: string): string | undefined {
  // Longer than any link; the expression below would take its time over a long row of slashes.
  if (baseUrl.length > LONGEST_LINK) return undefined;
  // A secret was taken out of it.
  if (baseUrl.includes('***')) return undefined;
  const trimmed = baseUrl.replace(/\/+$/, '');
  if (trimmed === '') return undefined;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) return trimmed;
  const [host = ''] = /^\[[^\]]*\]|^[^:/]*/.exec(trimmed) ?? [];
  return `${isLoopback(host) ? 'http' : 'https'}://${trimmed}`;
}

/** Names of placeholders in a template that do not exist. */
export function unknownPlaceholders(template: string): string[] {
  const known: readonly string[] = LINK_PLACEHOLDERS;
  return [...template.matchAll(/\{([^{}]*)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !known.includes(name));
}
