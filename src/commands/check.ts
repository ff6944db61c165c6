import type { Login } from '../clients/access-token';
import type { Reach } from '../clients/discovery';
import type { Limit } from '../clients/retry';
import type { ClientAuthentication } from '../domain/client-authentication';
import { ActionError } from '../domain/errors';
import type { Findings } from '../domain/findings';
import type { LogLine } from '../domain/foreign-text';
import { line, quoteList } from '../domain/foreign-text';
import { code, joinMarkdown, type Markdown, md, plain } from '../domain/markdown';
import type { Step } from './step';

/** What is checked, and the means that only this command needs. */
export interface Check {
  readonly baseUrl: string;
  readonly authUrl: string;
  /** What the discovery document must name: `<auth-url>/realms/<realm>`. */
  readonly issuer: string;
  /** How the step logs in, in words. */
  readonly login: LogLine;
  readonly reach: (url: string, limit: Limit) => Promise<Reach>;
  readonly discoverIssuer: (limit: Limit) => Promise<string>;
  /** After the login; undefined where nothing tells. */
  readonly scopes: () =>
    | { readonly granted: readonly string[]; readonly missing: readonly string[] }
    | undefined;
  readonly findings: Findings;
}

/** How a step logs in, in words. */
export function describeLogin({
  login,
  authentication,
}: {
  readonly login: Login;
  readonly authentication: ClientAuthentication;
}): LogLine {
  const { method } = authentication;
  const client =
    method === 'github-oidc' ? line`the client of this workflow` : line`client '${authentication.clientId}'`;
  return login.kind === 'person'
    ? line`a person, by refresh token (${client})`
    : line`${client}, by ${method}`;
}

interface CheckLine {
  readonly name: string;
  readonly verdict: 'ok' | 'failed' | 'not checked';
  readonly text: LogLine;
  readonly error?: ActionError;
}

/**
 * Tells somebody who sets this up what works: one line and one verdict each. A line that fails stops only those that
 * need it; no lab is created.
 * @throws ActionError of the first line that failed, or the limit's reason
 */
export async function check(step: Step, checked: Check): Promise<void> {
  const lines: CheckLine[] = [];
  try {
    await checkAll(step, checked, lines);
  } finally {
    checked.findings.sections.push(table(lines));
  }
  const failed = lines.flatMap(({ error }) => (error === undefined ? [] : [error]));
  const [first] = failed;
  if (first === undefined) return;
  if (failed.length === 1) throw first;
  const more = line`${first.parts.why}; ${failed.length - 1} more of ${lines.length} checks failed (see the summary)`;
  throw new ActionError(first.code, { ...first.parts, why: more, cause: first });
}

async function checkAll(step: Step, checked: Check, lines: CheckLine[]): Promise<void> {
  const { api, limit, log, tokens } = step;
  const { baseUrl, authUrl, findings } = checked;

  /** Adds a line; true when it is good. What it needs is either fine (undefined) or the name of a line that is not. */
  async function tell(
    name: string,
    obstacle: string | undefined,
    work: () => Promise<LogLine>,
  ): Promise<boolean> {
    const told = obstacle === undefined ? await tryOut(name, work) : skipped(name, obstacle);
    lines.push(told);
    log.info(line`${SIGNS[told.verdict]} ${name}: ${told.text}`);
    return told.verdict === 'ok';
  }

  async function tryOut(name: string, work: () => Promise<LogLine>): Promise<CheckLine> {
    try {
      return { name, verdict: 'ok', text: await work() };
    } catch (error) {
      limit.signal.throwIfAborted();
      if (!(error instanceof ActionError)) throw error;
      return { name, verdict: 'failed', text: line`${error.message}`, error };
    }
  }

  const [atApi, atProvider] = await Promise.all([
    checked.reach(`${baseUrl}/version`, limit),
    checked.reach(checked.issuer, limit),
  ]);
  const ends = [
    { name: 'base-url', url: baseUrl, reached: atApi },
    { name: 'auth-url', url: authUrl, reached: atProvider },
  ];
  await tell('Address', undefined, async () => answersAt(ends));
  const silent = ends.every(({ reached }) => reached.kind === 'silent');
  await tell('TLS', silent ? 'Address' : undefined, async () => trustOf(ends));

  const obstacleAt = ({ kind }: Reach): string | undefined =>
    kind === 'answers' ? undefined : kind === 'tls' ? 'TLS' : 'Address';
  const providerObstacle = obstacleAt(atProvider);
  await tell('Discovery and issuer', providerObstacle, async () => {
    const issuer = await checked.discoverIssuer(limit);
    if (issuer !== checked.issuer) throw issuerMismatch(issuer, checked);
    return line`${issuer}`;
  });
  const loggedIn = await tell('Login', providerObstacle, async () => {
    await tokens.get(limit);
    return checked.login;
  });
  const loginObstacle = loggedIn ? undefined : 'Login';
  await tell('Granted scopes', loginObstacle, async () => scopesOf(checked));
  const apiObstacle = loginObstacle ?? obstacleAt(atApi);
  const member = await tell('Ids', apiObstacle, async () => {
    // Everything below the workspace asks who is a member; the list of labs is the cheapest that does.
    const { total } = await api.labs({ all: false, page: 1 }, limit);
    return line`this login is a member of the workspace; labs that are up there: ${total}`;
  });
  await tell('Version', apiObstacle, async () => {
    const version = await api.version(limit);
    findings.outputs.version = version;
    return line`${version}`;
  });
  await tell('Scenario list', apiObstacle ?? (member ? undefined : 'Ids'), async () => {
    const names = (await api.scenarios('scenario', limit)).map(({ name }) => name);
    return line`${names.length} to launch${names.length === 0 ? '' : line`: ${quoteList(names, 3)}`}`;
  });
}

const SIGNS = { ok: '✅', failed: '❌', 'not checked': '⏭️' } as const;

function skipped(name: string, obstacle: string): CheckLine {
  return { name, verdict: 'not checked', text: line`not checked, because of: ${obstacle}` };
}

interface End {
  readonly name: string;
  readonly url: string;
  readonly reached: Reach;
}

function answersAt(ends: readonly End[]): LogLine {
  for (const { name, url, reached } of ends) {
    if (reached.kind !== 'silent') continue;
    throw new ActionError('network', {
      what: line`reach ${url}`,
      why: reached.why,
      remedy: line`Check ${name} (or domain), and that the runner may reach it (proxy, firewall)`,
    });
  }
  return line`${ends.map(({ url }) => new URL(url).host).join(' and ')} answer`;
}

function trustOf(ends: readonly End[]): LogLine {
  for (const { url, reached } of ends) {
    if (reached.kind !== 'tls') continue;
    throw new ActionError('network', {
      what: line`trust ${url}`,
      why: reached.why,
      remedy: line`If the deployment uses a private certificate authority, give it with the input ca-certificate`,
    });
  }
  const plainHttp = ends.every(({ url }) => url.startsWith('http:'));
  return plainHttp ? line`plain http to this machine` : line`the certificates are trusted`;
}

function issuerMismatch(issuer: string, { issuer: wanted, authUrl }: Check): ActionError {
  return new ActionError('issuer-mismatch', {
    what: line`use the realm at ${authUrl}`,
    why: line`its discovery document names the issuer '${issuer}', not '${wanted}'`,
    remedy: line`Set auth-url and realm so that <auth-url>/realms/<realm> is that issuer, or let the administrator correct the address that the realm gives itself`,
  });
}

function scopesOf({ scopes }: Check): LogLine {
  const known = scopes();
  if (known === undefined) return line`the identity provider does not tell them`;
  if (known.missing.length === 0) return line`${known.granted.join(' ')}`;
  throw new ActionError('scope-missing', {
    what: line`use every operation of the platform`,
    why: line`the login did not grant ${quoteList(known.missing)}`,
    remedy: line`Let the administrator add it to the client, or log in again with it`,
  });
}

function table(lines: readonly CheckLine[]): Markdown {
  const rows = lines.map(({ name, verdict, text, error }) => {
    const errorCode = error === undefined ? md`` : md` ${code(error.code)}`;
    return md`| ${plain(name)} | ${SIGNS[verdict] as Markdown} ${plain(verdict)}${errorCode} | ${plain(text, 600)} |`;
  });
  return joinMarkdown([md`| Check | Verdict | What was found |`, md`|---|---|---|`, ...rows], '\n');
}
