import type { AccessTokens } from './clients/access-token';
import { createAccessTokens } from './clients/access-token';
import type { Dialled } from './clients/dial';
import { discoverIssuer, reach } from './clients/discovery';
import { openConnections } from './clients/http';
import type { LabApi } from './clients/lab-api';
import { createLabApi } from './clients/lab-api';
import type { Check } from './commands/check';
import type { Clock } from './domain/clock';
import type { LogLine } from './domain/foreign-text';
import { cleanText, line, quoteList } from './domain/foreign-text';
import { missingScopes } from './domain/scopes';
import type { Secrets } from './domain/secrets';
import { createAssertionMaker } from './runner/client-assertions';
import { DEFAULT_SCOPES } from './runner/credential-inputs';
import type { Inputs } from './runner/inputs';
import type { Log } from './runner/log';

/** A deployment that can be talked to. */
export interface Connected {
  readonly api: LabApi;
  readonly tokens: AccessTokens;
  /** For the command check; the scopes are known after the login, undefined where nothing tells. */
  readonly probes: Pick<Check, 'reach' | 'discoverIssuer' | 'scopes'>;
  close(): void;
}

/** Settings of {@link connect}. */
export interface ConnectSettings {
  readonly inputs: Inputs;
  /** A connection that is opening to where the login goes. */
  readonly dialled?: Dialled | undefined;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly warn: (text: LogLine) => void;
  /** A single-use refresh token is about to be used up. */
  readonly onSpent: () => void;
}

/** Builds the clients of a deployment from the inputs, for main and for post; nothing is sent yet. */
export function connect({ inputs, dialled, clock, secrets, log, warn, onSpent }: ConnectSettings): Connected {
  const { deployment, credentials, tls, content } = inputs;
  const { login, authentication } = credentials;
  const connections = openConnections(tls, dialled);
  const settings = {
    send: connections.send,
    clock,
    random: Math.random,
    requestTimeoutMs: deployment.requestTimeoutMs,
    retries: deployment.retries,
    log,
    secrets,
  };
  const twoHosts = new URL(deployment.authUrl).origin !== new URL(deployment.baseUrl).origin;
  let scopes: ReturnType<Check['scopes']>;
  const tokens = createAccessTokens({
    ...settings,
    // A token is only asked for when a request to the API waits for it, and the way there takes round trips of its own.
    send: (request) => {
      const answer = connections.send(request);
      if (twoHosts) connections.prepare(deployment.baseUrl);
      return answer;
    },
    authUrl: deployment.authUrl,
    realm: deployment.realm,
    authentication,
    assertion: createAssertionMaker({ authentication, clock, secrets }),
    login,
    exchangeOverrides: content.exchangeOverrides,
    onSpent: () => {
      onSpent();
      warn(
        line`The refresh token is single-use (the realm has "Revoke Refresh Token" on): the stored secret is spent now, and the next run needs a new login. Use a service account instead.`,
      );
    },
    onGranted: (granted, holder) => {
      log.info(loginLine(inputs, holder && secrets.scrub(holder)));
      const missing = missingScopes(login.scope ?? DEFAULT_SCOPES, granted);
      scopes = granted === undefined ? undefined : { granted, missing };
      // The command check has a verdict of its own on them.
      if (missing.length > 0 && inputs.command !== 'check') {
        warn(
          line`The login did not grant ${quoteList(missing)}: operations that need it will be refused. Let the administrator add it to the client, or log in again with it.`,
        );
      }
    },
  });
  const api = createLabApi({ ...settings, ...deployment, endpoints: inputs.endpoints, tokens });
  return {
    api,
    tokens,
    probes: {
      reach: (url, limit) => reach(settings, url, limit),
      discoverIssuer: (limit) => discoverIssuer({ ...settings, ...deployment }, limit),
      scopes: () => scopes,
    },
    close: connections.close,
  };
}

/** Where and as whom the step works; `holder` is what the token says, without secrets. */
function loginLine({ deployment, credentials }: Inputs, holder: string | undefined): LogLine {
  const { authentication } = credentials;
  const client =
    authentication.method === 'github-oidc' ? line`` : line` with client '${authentication.clientId}'`;
  const who = holder === undefined ? client : line` as '${cleanText(holder, 100)}'`;
  const { host } = new URL(deployment.baseUrl);
  return line`Logged in to ${host}${who}; organization ${deployment.organizationId}, workspace ${deployment.workspaceId}.`;
}
