import type { SandboxGitHub } from '../../src/sandbox/github';
import { type Answer, send } from './caller';

type GitHubCaller = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT',
  path: string,
  body?: unknown,
) => Promise<Answer>;

/** A caller below the repository's own address. */
export function gitHubCaller(github: SandboxGitHub, token = github.token): GitHubCaller {
  return (method, path, body) =>
    send(`${github.apiUrl}/repos/${github.repository}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
}
