import type { LogLine } from './foreign-text';
import { cleanText, line } from './foreign-text';
import type { Operation, RouteValues } from './routes';
import { OPERATIONS, routePath } from './routes';

/** An address below base-url. */
export interface UrlParts {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Path and perhaps query, with placeholders; from the contract's routes or from a user. */
  readonly path: string;
  readonly values?: RouteValues;
  /** Added to the path's own query. */
  readonly query?: Readonly<Record<string, string>>;
}

/** The address, or why there is none that is certainly below base-url. */
export type ResolvedUrl = { readonly url: string } | { readonly why: LogLine };

/**
 * Resolves a path below base-url: the one place where addresses of the API are made. Whatever the path and the values
 * hold, the result has the origin and the path prefix of base-url, also for a server or proxy that decodes once more,
 * takes `\` for `/`, or leaves out what follows a `;`.
 */
export function resolveUrl({ baseUrl, path, values = {}, query = {} }: UrlParts): ResolvedUrl {
  const fault = pathFault(path);
  if (fault !== undefined) return { why: fault };
  if (Object.values(values).some((value) => /\p{Cs}/u.test(String(value)))) {
    return { why: line`a value for its placeholders is half a character` };
  }
  const [route = '', ...ownQuery] = routePath(path, values).split('?');
  const climbing = climbFault(route);
  if (climbing !== undefined) return { why: climbing };
  const search = [ownQuery.join('?'), new URLSearchParams(query).toString()].filter(Boolean).join('&');
  const address = `${baseUrl}${route}${search === '' ? '' : `?${search}`}`;
  // What a parser of addresses makes of it must be what was written: nothing moved, nothing was left out.
  const [url, base] = [new URL(address), new URL(baseUrl)];
  const prefix = base.pathname.replace(/\/+$/, '');
  if (url.origin !== base.origin || url.pathname !== `${prefix}${route}` || url.username !== '') {
    return { why: line`'${cleanText(path, 80)}' leads away from base-url` };
  }
  return { url: address };
}

/** The placeholders that a path may hold. */
const PLACEHOLDERS = ['kind', 'name', 'lab-id', 'detail'];

function pathFault(path: string): LogLine | undefined {
  const shown = cleanText(path, 80);
  if (path.length > 2_000) return line`it is longer than 2000 characters`;
  if (!path.startsWith('/')) return line`'${shown}' does not begin with /`;
  const bare = path.replace(/\{([a-z-]+)\}/g, (all, name: string) =>
    PLACEHOLDERS.includes(name) ? '' : all,
  );
  const [placeholder] = /\{[^}]*\}?/.exec(bare) ?? [];
  if (placeholder !== undefined) return line`there is no placeholder '${placeholder}'`;
  // RFC 3986, section 3.3 and 3.4: what may stand in a path and a query as it is.
  const [stranger] = /[^A-Za-z0-9._~!$&'()*+,;=:@/?%-]/.exec(bare) ?? [];
  if (stranger !== undefined) return line`'${shown}' holds ${nameOf(stranger)}, which has no place in a path`;
  const route = path.split('?', 1)[0] ?? '';
  if (route.includes('//')) return line`'${shown}' has an empty segment (//)`;
  return undefined;
}

const NAMES: Readonly<Record<string, string>> = {
  '\t': 'a tab',
  '\n': 'a line break',
  '\r': 'a line break',
  ' ': 'a space',
};

function nameOf(char: string): string {
  return NAMES[char] ?? (/[\x21-\x7e]/.test(char) ? `'${char}'` : `the character U+${hex(char)}`);
}

function hex(char: string): string {
  return (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

/** Decodes as often as anybody on the way might, and looks for segments that climb. */
function climbFault(route: string): LogLine | undefined {
  const shown = cleanText(route, 80);
  try {
    decodeURIComponent(route);
  } catch {
    return line`'${shown}' has a broken percent escape`;
  }
  let text = route;
  for (let times = 0; times < 6; times += 1) {
    // Only ASCII can climb; a "%" that belongs to a name stays as it is.
    text = text.replace(/%([0-7][0-9a-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  }
  if (/[\u0000-\u001f\u007f]/.test(text)) return line`'${shown}' hides a control character`;
  const climbs = text.split(/[/\\]/).some((segment) => /^\s*\.{1,2}\s*([;?#].*)?$/.test(segment));
  return climbs ? line`'${shown}' climbs (a segment is . or ..)` : undefined;
}

/** Input `endpoints`: paths that replace those of the contract. */
export type Endpoints = Readonly<Partial<Record<Operation, string>>>;

/** What an operation's path must hold, because each lab, name or detail has an address of its own. */
const NEEDED = ['name', 'lab-id', 'detail'] as const;

/** Values that stand for any others when a path is only checked. */
const SAMPLE: RouteValues = { kind: 'scenario', name: 'name', 'lab-id': 'lab', detail: 'nodes' };

/** Why a path cannot replace that of an operation; undefined where it can. */
export function endpointFault(operation: Operation, path: string, baseUrl: string): LogLine | undefined {
  const resolved = resolveUrl({ baseUrl, path, values: SAMPLE });
  if ('why' in resolved) return resolved.why;
  const usual = OPERATIONS[operation].path;
  const has = (text: string, name: string): boolean => text.includes(`{${name}}`);
  const lacking = NEEDED.find((name) => has(usual, name) && !has(path, name));
  if (lacking !== undefined) return line`it lacks the placeholder {${lacking}}`;
  const extra = PLACEHOLDERS.find((name) => has(path, name) && !has(usual, name));
  return extra === undefined ? undefined : line`{${extra}} means nothing for ${operation}`;
}
