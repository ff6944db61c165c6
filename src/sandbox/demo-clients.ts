import type { SandboxClient } from './realm';

/** The clients that every deployment has, by what they are good for. */
export interface DemoClients {
  /** The public client of people's logins. */
  readonly frontend: SandboxClient;
  /** A service account set up as it should be, public links included. */
  readonly launcher: SandboxClient;
  /** Keycloak's default: no refresh tokens for client credentials, so no public links. */
  readonly withoutRefreshTokens: SandboxClient;
  /** The administrator forgot the exchange permission. */
  readonly withoutExchange: SandboxClient;
  /** `scenario:run` is not assigned: asking for it is refused. */
  readonly withoutRunScope: SandboxClient;
  /** `scenario:run` may be asked for and is not granted. */
  readonly withheldRunScope: SandboxClient;
  /** Id and secret survive client_secret_basic only when they are form-encoded first. */
  readonly awkward: SandboxClient;
  readonly disabled: SandboxClient;
}

const account = { exchange: true, useRefreshTokenForClientCredentials: true } as const;

/** Published on purpose: these secrets open nothing but a sandbox. */
export const DEMO_CLIENTS: DemoClients = {
  frontend: { clientId: 'frontend', public: true, exchange: true },
  launcher: { ...account, clientId: 'lab-launcher', secret: 'sandbox-launcher-secret-8b1f6c2e' },
  withoutRefreshTokens: {
    ...account,
    clientId: 'lab-launcher-transient',
    secret: 'sandbox-transient-secret-41d07a95',
    useRefreshTokenForClientCredentials: false,
  },
  withoutExchange: {
    ...account,
    clientId: 'lab-launcher-private',
    secret: 'sandbox-private-secret-c90e3b17',
    exchange: false,
  },
  withoutRunScope: {
    ...account,
    clientId: 'lab-reader',
    secret: 'sandbox-reader-secret-7f52ad60',
    scopes: ['groups', 'offline_access'],
  },
  withheldRunScope: {
    ...account,
    clientId: 'lab-watcher',
    secret: 'sandbox-watcher-secret-e36b9d08',
    withheldScopes: ['scenario:run'],
  },
  awkward: { ...account, clientId: 'lab launcher: ä/+%41', secret: 'p%41+b c:d&e=f/ü"\'sandbox' },
  disabled: {
    ...account,
    clientId: 'lab-retired',
    secret: 'sandbox-retired-secret-05ac7e41',
    enabled: false,
  },
};
