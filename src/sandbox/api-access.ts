import { json, type SandboxRequest, type SandboxResponse } from './handler';
import type { Claims, TokenVerdict } from './tokens';
import { type Complaint, missing } from './validation';

/** Who asks, once token and headers have been accepted. */
export interface Caller {
  readonly subject: string;
  readonly organizationId: string;
  readonly workspaceId: string;
}

export type CallerOrRefusal<Accepted> = { readonly caller: Accepted } | { readonly refusal: SandboxResponse };

/** What the API needs to know in order to let somebody in. */
export interface AccessRules {
  /** Checks signature and expiry; by default the sandbox's own, else the hook for another identity provider. */
  readonly validateToken: (token: string) => TokenVerdict | Promise<TokenVerdict>;
  /** What a token's `aud` must hold. */
  readonly apiClientId: string;
  /** Workspaces by organization. */
  readonly workspaces: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Checks the Authorization header and, where asked for, a scope (contract, "server-side checks"). */
export async function admitToken(
  request: SandboxRequest,
  rules: AccessRules,
  scope?: string,
): Promise<CallerOrRefusal<Claims>> {
  const { authorization } = request.headers;
  if (authorization === undefined) return { refusal: unauthorized('Bearer token required') };
  const [scheme, token] = splitOnce(authorization.trim());
  if (scheme !== 'Bearer' || token === '') return { refusal: unauthorized('Invalid token type') };
  const verdict = await rules.validateToken(token);
  if ('refusal' in verdict) return { refusal: unauthorized(verdict.refusal) };
  const { claims } = verdict;
  const audiences = Array.isArray(claims.aud) ? claims.aud : [claims.aud];
  if (!audiences.includes(rules.apiClientId)) return { refusal: unauthorized('Token is invalid') };
  const granted = typeof claims.scope === 'string' ? claims.scope.split(' ') : [];
  if (scope !== undefined && !granted.includes(scope))
    return { refusal: unauthorized('Not enough permission') };
  return { caller: claims };
}

/** Checks the two context headers of every endpoint that resolves permissions. */
export function admitToWorkspace(
  request: SandboxRequest,
  rules: AccessRules,
  claims: Claims,
): CallerOrRefusal<Caller> {
  const organizationId = request.headers['x-organization-id'];
  const workspaceId = request.headers['x-workspace-id'];
  // Seed, 5.3: the workspace id alone is a server error.
  if (organizationId === undefined && workspaceId !== undefined) {
    return {
      refusal: {
        status: 500,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: 'Internal Server Error',
      },
    };
  }
  if (organizationId === undefined || workspaceId === undefined) {
    const complaints: Complaint[] = [];
    if (organizationId === undefined) complaints.push(missing(['header', 'x-organization-id']));
    complaints.push(missing(['header', 'x-workspace-id']));
    return { refusal: json(422, { detail: complaints }) };
  }
  const workspaces = rules.workspaces.get(organizationId);
  if (workspaces === undefined) {
    return { refusal: json(403, { detail: 'You are not a member of this organization' }) };
  }
  if (!workspaces.has(workspaceId)) {
    return { refusal: json(403, { detail: 'You are not a member of this workspace' }) };
  }
  return { caller: { subject: String(claims.sub ?? ''), organizationId, workspaceId } };
}

function unauthorized(detail: string): SandboxResponse {
  return json(401, { detail }, { 'www-authenticate': 'Bearer' });
}

function splitOnce(text: string): [string, string] {
  const gap = /\s+/.exec(text);
  return gap === null ? [text, ''] : [text.slice(0, gap.index), text.slice(gap.index + gap[0].length)];
}
