import { nodeId } from './github-accounts';
import { answer } from './github-answers';
import { admit, type GitHubSite } from './github-operation';
import { userId } from './github-state';
import type { Answerer, SandboxResponse } from './handler';
import { isRecord } from './tokens';

const DOCS = 'https://docs.github.com/graphql';

interface Field {
  readonly key: string;
  readonly name: string;
  readonly fields: readonly Field[] | undefined;
}

/** Answers queries for `viewer`, which works for every kind of token; an app is seen with its `[bot]`. */
export function graphql({ state, urls }: GitHubSite): Answerer {
  return (request) => {
    const admission = admit(state, request);
    if ('refusal' in admission) return denied('Bad credentials');
    const { token } = admission;
    if (token === undefined) return denied('This endpoint requires you to be authenticated.');
    const query = queryOf(request.body);
    if (query === undefined)
      return failed({ message: 'A query attribute must be specified and must be a string.' });
    const operation = parse(query);
    if (operation === undefined) return failed({ message: 'Parse error on the query', locations: [] });
    const { login } = token;
    const id = userId(login);
    const viewer = {
      __typename: 'User',
      login,
      databaseId: id,
      id: nodeId(login.endsWith('[bot]') ? 'BOT' : 'U', id),
      name: null,
      url: `${urls.server}/${login}`,
      isViewer: true,
    };
    const errors: unknown[] = [];
    const select = (
      type: string,
      value: Readonly<Record<string, unknown>>,
      fields: readonly Field[],
    ): unknown =>
      Object.fromEntries(
        fields.map(({ key, name, fields: inner }) => {
          const found = Object.hasOwn(value, name) ? value[name] : undefined;
          if (found === undefined) {
            errors.push(mistake('undefinedField', `Field '${name}' doesn't exist on type '${type}'`));
          } else if (isRecord(found) !== (inner !== undefined)) {
            const message = isRecord(found)
              ? `Field must have selections (field '${name}' returns User but has no selections.)`
              : `Selections can't be made on scalars (field '${name}' returns a scalar but has selections)`;
            errors.push(mistake('selectionMismatch', message));
          } else if (isRecord(found)) return [key, select('User', found, inner ?? [])];
          return [key, found ?? null];
        }),
      );
    const root = operation.kind === 'query' ? { __typename: 'Query', viewer } : {};
    const data = select(operation.kind === 'query' ? 'Query' : 'Mutation', root, operation.fields);
    return errors.length === 0 ? answer(200, { data }) : answer(200, { errors });
  };
}

function denied(message: string): SandboxResponse {
  return answer(401, { message, documentation_url: DOCS, status: '401' });
}

/** GraphQL's failures are answers of status 200. */
function failed(error: Readonly<Record<string, unknown>>): SandboxResponse {
  return answer(200, { errors: [error] });
}

function mistake(code: string, message: string): unknown {
  return { path: ['query'], extensions: { code }, locations: [], message };
}

function queryOf(body: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    return isRecord(parsed) && typeof parsed.query === 'string' ? parsed.query : undefined;
  } catch {
    return undefined;
  }
}

/** Reads one operation: names, aliases and selections; arguments are skipped, fragments are not known. */
function parse(query: string): { kind: string; fields: readonly Field[] } | undefined {
  const tokens = query.replace(/#[^\n]*/g, '').match(/"(?:\\.|[^"\\])*"|\w+|\S/g) ?? [];
  let at = 0;
  const skipArguments = (): void => {
    if (tokens[at] !== '(') return;
    while (at < tokens.length && tokens[at] !== ')') at += 1;
    at += 1;
  };
  const selection = (): Field[] | undefined => {
    if (tokens[at] !== '{') return undefined;
    at += 1;
    const fields: Field[] = [];
    while (tokens[at] !== '}') {
      const key = tokens[at] ?? '';
      if (key === ',') {
        at += 1;
        continue;
      }
      if (!/^[A-Za-z_]/.test(key)) return undefined;
      at += 1;
      let name = key;
      if (tokens[at] === ':') {
        name = tokens[at + 1] ?? '';
        at += 2;
      }
      skipArguments();
      const deeper = tokens[at] === '{';
      const inner = deeper ? selection() : undefined;
      if (deeper && inner === undefined) return undefined;
      fields.push({ key, name, fields: inner });
    }
    at += 1;
    return fields.length === 0 ? undefined : fields;
  };
  let kind = 'query';
  if (tokens[at] === 'query' || tokens[at] === 'mutation') {
    kind = tokens[at] ?? kind;
    at += 1;
    if (/^[A-Za-z_]/.test(tokens[at] ?? '')) at += 1;
    skipArguments();
  }
  const fields = selection();
  return fields === undefined || at !== tokens.length ? undefined : { kind, fields };
}
