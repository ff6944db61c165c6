import type { Sandbox } from '../../src/sandbox/deployment';

/** An answer as tests look at it. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the body holds
  readonly body: any;
}

/** One request over a real socket. */
export async function send(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status: response.status, headers: response.headers, text, body };
}

/** A request to the token endpoint. */
export function token(
  sandbox: Sandbox,
  form: Readonly<Record<string, string>> | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return send(`${sandbox.issuer}/protocol/openid-connect/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
  });
}

/** A fresh access token of the person's login. */
export async function accessToken(sandbox: Sandbox): Promise<string> {
  const answer = await token(sandbox, refreshForm(sandbox));
  return answer.body.access_token;
}

/** The contract's refresh form. */
export function refreshForm(
  sandbox: Sandbox,
  refreshToken = sandbox.person.refreshToken,
): Record<string, string> {
  return { grant_type: 'refresh_token', client_id: 'frontend', refresh_token: refreshToken };
}

/** The contract's exchange form. */
export function exchangeForm(subjectToken: string): Record<string, string> {
  return {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    client_id: 'frontend',
    subject_token: subjectToken,
    requested_token_type: 'urn:ietf:params:oauth:token-type:refresh_token',
    audience: 'crisis',
    scope: 'basic offline_access',
  };
}

/** All headers that the API wants. */
export function contextHeaders(sandbox: Sandbox, bearer: string): Record<string, string> {
  return {
    authorization: `Bearer ${bearer}`,
    'x-organization-id': sandbox.organizationId,
    'x-workspace-id': sandbox.workspaceId,
  };
}

/** A caller of the API who is logged in. */
export async function apiCaller(
  sandbox: Sandbox,
): Promise<(method: string, path: string, body?: unknown) => Promise<Answer>> {
  const headers = {
    ...contextHeaders(sandbox, await accessToken(sandbox)),
    'content-type': 'application/json',
  };
  return (method, path, body) =>
    send(`${sandbox.baseUrl}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
}

/** A LabRequest for a scenario. */
export function labRequest(labConfig: Readonly<Record<string, unknown>> = {}): {
  lab_config: Record<string, unknown>;
} {
  return {
    lab_config: {
      config_name: 'a test',
      content_type: 'KILLCHAIN',
      content_name: 'small-company/ransomware',
      scenario_profile: 'windows10-simple',
      ...labConfig,
    },
  };
}

/** The claims of a JWT, unchecked. */
export function claims(jwt: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
}
