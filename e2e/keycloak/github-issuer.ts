import { generateKeyPairSync, randomUUID } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import type { RealmVariables } from './realm';

/** What can be set at any time; the next id token is made of it. */
export interface IdTokenSettings {
  /** `sub`, which Keycloak compares as a whole. */
  subject: string;
  /** How far this issuer's clock is ahead of ours, in seconds. */
  clockOffsetS: number;
}

/** A local stand-in for `token.actions.githubusercontent.com` and for the runner's id-token service. */
export interface GithubIssuer {
  readonly issuer: string;
  readonly jwksUrl: string;
  readonly settings: IdTokenSettings;
  /** The two variables that `permissions: id-token: write` gives a step. */
  readonly environment: {
    readonly ACTIONS_ID_TOKEN_REQUEST_URL: string;
    readonly ACTIONS_ID_TOKEN_REQUEST_TOKEN: string;
  };
  /** The realm's part of the trust, for `ci-federated`. */
  readonly realmVariables: Partial<RealmVariables>;
  /** An id token as the service would give it, without asking the service. */
  mint(audience: string): Promise<string>;
  /** How many id tokens the service has given out. */
  issued(): number;
  close(): Promise<void>;
}

const KEY_ID = 'github-stand-in';
/** GitHub's own, where the workflow names none. */
const DEFAULT_AUDIENCE = 'https://github.com/acme';

/** Starts the issuer on a free loopback port with a key of its own. */
export async function startGithubIssuer(start: Partial<IdTokenSettings> = {}): Promise<GithubIssuer> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const settings: IdTokenSettings = {
    subject: 'repo:acme/widgets:ref:refs/heads/main',
    clockOffsetS: 0,
    ...start,
  };
  const trusted = settings.subject;
  const requestToken = randomUUID();
  let issued = 0;
  let issuer = '';

  async function mint(audience: string): Promise<string> {
    const now = Math.floor(Date.now() / 1000) + settings.clockOffsetS;
    // The lifetimes are those of GitHub's documented example.
    return await new SignJWT({
      ref: 'refs/heads/main',
      repository: 'acme/widgets',
      repository_owner: 'acme',
      actor: 'octocat',
      event_name: 'push',
      run_id: '1658821493',
      run_attempt: '1',
    })
      .setProtectedHeader({ typ: 'JWT', alg: 'RS256', kid: KEY_ID })
      .setJti(randomUUID())
      .setSubject(settings.subject)
      .setAudience(audience)
      .setIssuer(issuer)
      .setNotBefore(now - 600)
      .setExpirationTime(now + 300)
      .setIssuedAt(now)
      .sign(privateKey);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer);
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return reply(response, 200, {
          issuer,
          jwks_uri: `${issuer}/.well-known/jwks`,
          subject_types_supported: ['public'],
          response_types_supported: ['id_token'],
          id_token_signing_alg_values_supported: ['RS256'],
          scopes_supported: ['openid'],
        });
      case '/.well-known/jwks': {
        const jwk = { ...publicKey.export({ format: 'jwk' }), kid: KEY_ID, use: 'sig', alg: 'RS256' };
        return reply(response, 200, { keys: [jwk] });
      }
      case '/id-token':
        if (request.headers.authorization !== `Bearer ${requestToken}`) {
          return reply(response, 401, { message: 'Unauthorized' });
        }
        issued += 1;
        return reply(response, 200, {
          value: await mint(url.searchParams.get('audience') ?? DEFAULT_AUDIENCE),
        });
      default:
        return reply(response, 404, { message: 'Not Found' });
    }
  }

  const server = http.createServer((request, response) => {
    answer(request, response).catch((error: unknown) => reply(response, 500, { message: String(error) }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const jwksUrl = `${issuer}/.well-known/jwks`;
  return {
    issuer,
    jwksUrl,
    settings,
    environment: {
      // The real one has a query too: `&audience=` gets appended to it.
      ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer}/id-token?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: requestToken,
    },
    realmVariables: { githubIssuer: issuer, githubJwksUrl: jwksUrl, githubSubject: trusted },
    mint,
    issued: () => issued,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
