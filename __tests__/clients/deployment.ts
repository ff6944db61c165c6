import { type AccessTokenSettings, createAccessTokens } from '../../src/clients/access-token';
import { openConnections } from '../../src/clients/http';
import { createLabApi } from '../../src/clients/lab-api';
import { secretForms } from '../../src/domain/secret-forms';
import type { Secrets } from '../../src/domain/secrets';
import type { Sandbox } from '../../src/sandbox/deployment';
import { type FakeClock, fakeClock, limitOver } from './fake-clock';

/** The clients of a sandbox, as a step would have them, over a clock that a test drives. */
export function clientsOf(sandbox: Sandbox, changes: Partial<AccessTokenSettings> = {}) {
  const clock: FakeClock = fakeClock();
  const known = new Set<string>();
  const forms: string[] = [];
  const secrets: Secrets = {
    add: (secret) => {
      if (!known.has(secret)) forms.push(...secretForms(secret));
      known.add(secret);
    },
    scrub: (text) => forms.reduce((rest, form) => rest.replaceAll(form, '***'), text),
  };
  const { send, close } = openConnections({});
  const told: string[] = [];
  const settings = {
    send,
    clock,
    random: () => 0.5,
    requestTimeoutMs: 2_000,
    retries: 4,
    log: { info: (text: string) => void told.push(text), debug: (text: string) => void told.push(text) },
    secrets,
  };
  let spent = 0;
  const granted: (readonly string[] | undefined)[] = [];
  const tokens = createAccessTokens({
    ...settings,
    authUrl: sandbox.authUrl,
    realm: sandbox.realm,
    authentication: { method: 'none', clientId: 'frontend' },
    assertion: () => Promise.reject(new Error('no assertion is wanted')),
    login: { kind: 'person', refreshToken: sandbox.person.refreshToken },
    exchangeOverrides: {},
    onSpent: () => {
      spent += 1;
    },
    onGranted: (scopes) => void granted.push(scopes),
    ...changes,
  });
  const api = createLabApi({
    endpoints: {},
    ...settings,
    baseUrl: sandbox.baseUrl,
    organizationId: sandbox.organizationId,
    workspaceId: sandbox.workspaceId,
    tokens,
  });
  const limit = limitOver(clock, 24 * 3_600_000);
  return { tokens, api, clock, limit, known, told, granted, close, spent: () => spent };
}

/** The requests to the token endpoint since some moment. */
export function logins(sandbox: Sandbox, from = 0) {
  return sandbox.requests.slice(from).filter(({ path }) => path.endsWith('/token'));
}
