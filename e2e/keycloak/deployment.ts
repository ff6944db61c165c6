import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose';
import { type Inputs, type RunOptions, runAction, type StepResult } from '../../__tests__/action/run-action';
import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import type { TokenVerdict } from '../../src/sandbox/tokens';
import { type ClientKey, clientKeys, keyVariables } from './client-keys';
import { type Door, openDoor } from './door';
import { type GithubIssuer, startGithubIssuer } from './github-issuer';
import { offlineToken } from './login';
import { CLIENT_SECRETS, PERSON, REALM } from './realm';
import { type Keycloak, LEGACY_EXCHANGE, startKeycloak } from './server';

/** A platform whose logins are a real Keycloak's and whose API is the sandbox's. */
export interface Deployment {
  readonly keycloak: Keycloak;
  readonly github: GithubIssuer;
  readonly sandbox: Sandbox;
  /** What the action takes for the identity provider. */
  readonly door: Door;
  readonly keys: readonly ClientKey[];
  /** As the door is called, so that its tokens are good there. */
  readonly issuer: string;
  /** Where everything is, without a way to log in. */
  readonly inputs: Inputs;
  /** Runs the committed bundle; fails when a secret shows. */
  run(inputs: Inputs, more?: Partial<RunOptions>): Promise<StepResult>;
  /** A new login of the person. */
  logIn(scope?: string): Promise<string>;
  /** Token requests since the last call of `forget`. */
  requests(): Door['requests'];
  forget(): void;
  close(): Promise<void>;
}

/** Which clients may exchange tokens is for the tests to say; by default nobody may. */
export async function startDeployment({
  emptyRealm = false,
}: {
  readonly emptyRealm?: boolean;
} = {}): Promise<Deployment> {
  const keys = clientKeys();
  const github = await startGithubIssuer();
  const keycloak = await startKeycloak({
    features: LEGACY_EXCHANGE,
    emptyRealm,
    realmVariables: { ...keyVariables(keys), ...github.realmVariables },
  });
  const door = await openDoor(keycloak.authUrl);
  const issuer = `${door.url}/realms/${REALM}`;
  const sandbox = await startSandbox({ phaseMs: 30, validateToken: await verifier(issuer) });
  for (const secret of [...Object.values(CLIENT_SECRETS), PERSON.password]) door.secrets.add(secret);
  const place = {
    'base-url': sandbox.baseUrl,
    'auth-url': door.url,
    'organization-id': sandbox.organizationId,
    'workspace-id': sandbox.workspaceId,
    'poll-interval': '100ms',
    scenario: 'small-company/ransomware',
  };
  let from = 0;
  return {
    keycloak,
    github,
    sandbox,
    door,
    keys,
    issuer,
    inputs: place,
    run(inputs, more = {}) {
      return runAction({
        ...more,
        inputs: { ...place, ...inputs },
        // Read when the step has ended: by then it holds what passed meanwhile.
        sandbox: {
          get secrets() {
            return new Set([...sandbox.secrets, ...door.secrets]);
          },
        },
      });
    },
    async logIn(scope) {
      const token = await offlineToken(issuer, scope);
      from = door.requests.length;
      return token;
    },
    requests: () => door.requests.slice(from),
    forget: () => {
      from = door.requests.length;
    },
    async close() {
      await Promise.all([sandbox.close(), door.close(), github.close(), keycloak.close()]);
    },
  };
}

/** What a platform's API does with a token: issuer, signature by the realm's published keys, expiry. */
async function verifier(issuer: string): Promise<(token: string) => Promise<TokenVerdict>> {
  const response = await fetch(`${issuer}/protocol/openid-connect/certs`);
  const keys = createLocalJWKSet((await response.json()) as JSONWebKeySet);
  return async (token) => {
    try {
      return { claims: (await jwtVerify(token, keys, { issuer, algorithms: ['RS256'] })).payload };
    } catch (error) {
      return { refusal: error instanceof errors.JWTExpired ? 'Token has expired' : 'Token is invalid' };
    }
  };
}
