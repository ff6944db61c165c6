/** Which service a request was meant for: a half of the deployment, or GitHub. */
export type Origin = 'idp' | 'api' | 'github';

/** A request as handlers see it: no socket, the body read to its end. */
export interface SandboxRequest {
  readonly method: string;
  /** The request target as it was sent, with its query. */
  readonly url: string;
  /** The target without its query, still percent-encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case; a repeated header is joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SandboxResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The decoded values of a route's placeholders. */
export type PathParameters = Readonly<Record<string, string>>;

/** One route of one service, free of any transport. */
export interface Handler {
  readonly method: string;
  /** `{name}` stands for one segment, `{name:path}` for the rest of the path with the slashes in it. */
  readonly path: string;
  handle(request: SandboxRequest, parameters: PathParameters): SandboxResponse | Promise<SandboxResponse>;
}

/** Answers a request whatever its route. */
export type Answerer = (request: SandboxRequest) => SandboxResponse | Promise<SandboxResponse>;

export interface RouteRefusals {
  readonly unknownPath: (request: SandboxRequest) => SandboxResponse;
  readonly wrongMethod: (allowed: string) => SandboxResponse;
}

interface CompiledRoute {
  readonly handler: Handler;
  readonly pattern: RegExp;
}

/** Makes one answering function of a list of routes; the first route whose path and method fit answers. */
export function route(handlers: readonly Handler[], refusals: RouteRefusals): Answerer {
  const routes = handlers.map((handler): CompiledRoute => ({ handler, pattern: compile(handler.path) }));
  return (request) => {
    let allowed: string | undefined;
    for (const { handler, pattern } of routes) {
      const match = pattern.exec(request.path);
      if (match === null) continue;
      if (handler.method !== request.method) {
        allowed ??= handler.method;
        continue;
      }
      const parameters = decoded(match.groups ?? {});
      return parameters === undefined ? refusals.unknownPath(request) : handler.handle(request, parameters);
    }
    return allowed === undefined ? refusals.unknownPath(request) : refusals.wrongMethod(allowed);
  };
}

/** A JSON answer as FastAPI and Keycloak send it: `application/json` without a charset. */
export function json(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): SandboxResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

function compile(path: string): RegExp {
  const source = path
    .split(/(\{[a-z_]+(?::path)?\})/)
    .map((part) => {
      const placeholder = /^\{([a-z_]+)(:path)?\}$/.exec(part);
      if (placeholder === null) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      return placeholder[2] === undefined ? `(?<${placeholder[1]}>[^/]+)` : `(?<${placeholder[1]}>.*[^/])`;
    })
    .join('');
  return new RegExp(`^${source}$`);
}

function decoded(groups: Readonly<Record<string, string | undefined>>): PathParameters | undefined {
  try {
    return Object.fromEntries(
      Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value ?? '')]),
    );
  } catch {
    return undefined;
  }
}
