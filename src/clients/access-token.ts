import type { ClientAuthentication } from '../domain/client-authentication';
import type { ErrorCode } from '../domain/errors';
import { ActionError } from '../domain/errors';
import { NO_REFRESH_TOKEN_REMEDY } from '../domain/explain-login';
import { line } from '../domain/foreign-text';
import type { Grant } from '../domain/grant';
import { isSingleUse } from '../domain/jwt';
import type { Effect } from '../domain/retry-policy';
import type { TokenSet } from '../domain/token-response';
import type { Limit } from './retry';
import { RequestFailed } from './retry';
import type { TokenEndpointSettings } from './token-endpoint';
import { requestToken } from './token-endpoint';

/** A way to log in, as the inputs describe it. */
export type Login =
  | { readonly kind: 'person'; readonly refreshToken: string; readonly scope?: string }
  | { readonly kind: 'service-account'; readonly scope: string };

/** What a login may tell the rest of the step. */
export interface LoginEvents {
  /** A single-use refresh token is about to be sent: from now on the stored secret is worthless. */
  readonly onSpent: () => void;
  /** After the first login: what was granted, and whose the token is; undefined where nothing tells. */
  readonly onGranted: (scopes: readonly string[] | undefined, holder: string | undefined) => void;
}

/** The pair that a public link is made of. */
export interface LinkTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** The access token of this step: got when first needed, kept in memory only, renewed before it ends. */
export interface AccessTokens {
  /** A token that is good for a while yet. */
  get(limit: Limit): Promise<string>;
  /** After the API refused this token: a new one (the same for all who were refused the same token). */
  renew(refusedToken: string, limit: Limit): Promise<string>;
  /** Token exchange for a public link, from a fresh access token. */
  mintLinkTokens(limit: Limit): Promise<LinkTokens>;
}

/** Settings of {@link createAccessTokens}. */
export interface AccessTokenSettings extends TokenEndpointSettings, LoginEvents {
  readonly login: Login;
  /** Input `public-access-exchange`. */
  readonly exchangeOverrides: Readonly<Record<string, string | null>>;
}

interface Current {
  readonly accessToken: string;
  /** On the monotonic clock, like {@link endsAt}. */
  readonly renewAt: number;
  readonly endsAt: number;
}

/** Creates the step's access tokens; nothing is sent until one is asked for. */
export function createAccessTokens(settings: AccessTokenSettings): AccessTokens {
  const { clock, login } = settings;
  let current: Current | undefined;
  let underWay: Promise<Current> | undefined;
  let refreshToken = login.kind === 'person' ? login.refreshToken : undefined;
  let first = true;
  let spent = false;
  let hopeless: ActionError | undefined;

  /** One login at a time: parallel callers share it. */
  function renewed(limit: Limit): Promise<Current> {
    underWay ??= logIn(limit).finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  async function logIn(limit: Limit): Promise<Current> {
    if (hopeless !== undefined) throw hopeless;
    const { grant, effect } = nextGrant();
    // Once: the tokens that follow it are this run's own, and were never stored.
    if (effect === 'once' && !spent) settings.onSpent();
    spent ||= effect === 'once';
    const startedAt = clock.now();
    const tokens = await requestToken(settings, { grant, effect, limit }).catch((error: unknown) => {
      hopeless = hopelessAfter(error, effect);
      throw error;
    });
    // Keycloak returns a new refresh token each time; with rotation on, the old one is dead from here on.
    if (login.kind === 'person') refreshToken = tokens.refreshToken ?? refreshToken;
    if (first) settings.onGranted(tokens.grantedScopes, tokens.holder);
    first = false;
    current = {
      accessToken: tokens.accessToken,
      renewAt: startedAt + lifetimeToUse(tokens),
      endsAt: startedAt + tokens.expiresIn * 1_000,
    };
    return current;
  }

  function nextGrant(): { readonly grant: Grant; readonly effect: Effect } {
    if (login.kind === 'service-account') {
      return { grant: { type: 'client_credentials', scope: login.scope }, effect: 'repeatable' };
    }
    const token = refreshToken ?? login.refreshToken;
    const grant: Grant = {
      type: 'refresh_token',
      refreshToken: token,
      ...(login.scope === undefined ? {} : { scope: login.scope }),
    };
    return { grant, effect: isSingleUse(token) ? 'once' : 'refresh' };
  }

  async function get(limit: Limit): Promise<string> {
    // When no login is to be had any more, the rest of the last one's life still removes labs.
    const until = hopeless === undefined ? current?.renewAt : current?.endsAt;
    if (current !== undefined && until !== undefined && clock.now() < until) return current.accessToken;
    return (await renewed(limit)).accessToken;
  }

  return {
    get,
    renew: async (refusedToken, limit) => {
      if (current !== undefined && current.accessToken !== refusedToken) return current.accessToken;
      return (await renewed(limit)).accessToken;
    },
    mintLinkTokens: async (limit) => {
      const subjectToken = await get(limit);
      const clientId = clientIdOf(settings.authentication);
      const grant: Grant = {
        type: 'token_exchange',
        subjectToken,
        ...(clientId === undefined ? {} : { clientId }),
        overrides: settings.exchangeOverrides,
      };
      const tokens = await requestToken(settings, { grant, effect: 'repeatable', limit });
      if (tokens.refreshToken === undefined) throw noRefreshToken();
      return { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken };
    },
  };
}

/** Refusals that no repetition changes. */
const FINAL: readonly ErrorCode[] = ['refresh-token-dead', 'client-rejected', 'scope-rejected'];

/**
 * What every later login of this run ends with, without a request; undefined where one may be tried. A refresh token
 * that may have been received and is, or may be, single-use is not sent again: the server takes that for a theft and
 * ends the whole login.
 */
function hopelessAfter(error: unknown, effect: Effect): ActionError | undefined {
  const failure = error instanceof ActionError ? error.cause : undefined;
  if (failure instanceof RequestFailed) {
    const lost = failure.failure.kind === 'lost' && effect === 'refresh';
    return error instanceof ActionError &&
      (lost || (effect === 'once' && failure.failure.kind !== 'unreachable'))
      ? error
      : undefined;
  }
  if (error instanceof ActionError && FINAL.includes(error.code)) return error;
  return effect === 'once' ? spentToken(error) : undefined;
}

/** The step ended, or the server failed, while the token was under way. */
function spentToken(cause: unknown): ActionError {
  return new ActionError('network', {
    what: line`log in again`,
    why: line`the refresh token is single-use and was sent without a usable answer, so it is not sent a second time`,
    remedy: line`Log in again and store the new refresh token, or use a service account`,
    cause,
  });
}

/** Renewed when four fifths of the life are over, at most 10 s early: late enough to cost one request per lifetime. */
function lifetimeToUse({ expiresIn }: TokenSet): number {
  const lifetimeMs = expiresIn * 1_000;
  return lifetimeMs - Math.min(10_000, lifetimeMs / 5);
}

function clientIdOf(authentication: ClientAuthentication): string | undefined {
  return authentication.method === 'github-oidc' ? undefined : authentication.clientId;
}

/** Contract, "…for a service account": Keycloak leaves it out when the subject's session is transient. */
function noRefreshToken(): ActionError {
  return new ActionError('token-exchange-rejected', {
    what: line`mint the public link's token`,
    why: line`the identity provider's answer to the token exchange holds no refresh token, and the link needs one`,
    remedy: NO_REFRESH_TOKEN_REMEDY,
  });
}
