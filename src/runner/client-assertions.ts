import { randomUUID } from 'node:crypto';
import type { Limit } from '../clients/retry';
import { readSigningKey, signAssertion } from '../domain/client-assertion';
import type { ClientAuthentication } from '../domain/client-authentication';
import type { Clock } from '../domain/clock';
import { ActionError } from '../domain/errors';
import { cleanText, line } from '../domain/foreign-text';
import type { Secrets } from '../domain/secrets';

/** Settings of {@link createAssertionMaker}. */
export interface AssertionSettings {
  readonly authentication: ClientAuthentication;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

/** Makes a fresh client assertion for each token request: signed with the key, or the workflow's own id token. */
export function createAssertionMaker({ authentication, clock, secrets }: AssertionSettings) {
  return async (audience: string, limit: Limit): Promise<string> => {
    const assertion =
      authentication.method === 'private_key_jwt'
        ? await signed(authentication, audience, clock)
        : await workflowIdToken(audience, limit);
    secrets.add(assertion);
    return assertion;
  };
}

async function signed(
  { privateKey, clientId, keyId }: Extract<ClientAuthentication, { method: 'private_key_jwt' }>,
  audience: string,
  clock: Clock,
): Promise<string> {
  const signingKey = await readSigningKey(privateKey);
  if ('why' in signingKey) {
    throw new ActionError('input-invalid', {
      what: line`use the input client-private-key`,
      why: line`${signingKey.why}`,
      remedy: line`Give a private key as PEM or JWK`,
    });
  }
  return signAssertion({ signingKey, clientId, audience, keyId, now: clock.date(), jti: randomUUID() });
}

/** Each call asks for a new token; the runner's service is there only with the permission. */
async function workflowIdToken(audience: string, limit: Limit): Promise<string> {
  if (!process.env.ACTIONS_ID_TOKEN_REQUEST_URL) {
    throw new ActionError('id-token-unavailable', {
      what: line`get the workflow's id token`,
      why: line`this job may not have one`,
      remedy: line`Give the job "permissions: id-token: write" (a reusable workflow needs it from its caller too)`,
    });
  }
  const { OidcClient } = await import('@actions/core/lib/oidc-utils');
  try {
    return await untilAborted(OidcClient.getIDToken(audience), limit.signal);
  } catch (error) {
    limit.signal.throwIfAborted();
    throw new ActionError('id-token-unavailable', {
      what: line`get the workflow's id token`,
      why: line`${cleanText(error instanceof Error ? error.message : error)}`,
      remedy: line`Run the job again; when it goes on, look at GitHub's state and at the job's permission "id-token: write"`,
      cause: error,
    });
  }
}

/** The toolkit's function knows no abort signal. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
