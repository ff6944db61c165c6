import type { ErrorCode } from './errors';
import { ActionError } from './errors';
import type { LogLine } from './foreign-text';
import { line } from './foreign-text';
import type { Failure } from './retry-policy';

/** A request to the scenario API that did not succeed, in the domain's terms. */
export interface ApiFailure {
  /** "launch lab 'x'" */
  readonly what: LogLine;
  readonly status?: number;
  /** What the answer said, cleaned and scrubbed; "" for nothing. */
  readonly detail: LogLine;
  /** What went wrong where there was no answer. */
  readonly why: LogLine;
  /** Whether a broken certificate is to blame, or an answer that is not the API's. */
  readonly kind: 'no-answer' | 'certificate' | 'not-usable' | 'status';
  readonly cause: unknown;
  /** Where a request failed: how. */
  readonly failure?: Failure;
}

/** Turns a failed API request into the error that a reader can act upon. */
export function explainApiFailure(failure: ApiFailure): ActionError {
  const { code, remedy } = advice(failure);
  const answered = failure.status === undefined ? failure.why : line`the API answered ${failure.status}`;
  const why = failure.detail === '' ? answered : line`${answered} (${failure.detail})`;
  const how = failure.failure === undefined ? {} : { failure: failure.failure };
  return new ActionError(code, { what: failure.what, why, remedy, cause: failure.cause, ...how });
}

interface Advice {
  readonly code: ErrorCode;
  readonly remedy: LogLine;
}

function advice({ kind, status, detail }: ApiFailure): Advice {
  switch (kind) {
    case 'certificate':
      return CERTIFICATE;
    case 'no-answer':
      return NO_ANSWER;
    case 'not-usable':
      return NOT_USABLE;
    case 'status':
      return statusAdvice(status ?? 0, detail);
  }
}

/** For a TLS connection that failed, wherever it led. */
export const CERTIFICATE_REMEDY = line`If the deployment uses a private certificate authority, give it with the input ca-certificate; if it asks for a client certificate, set client-certificate and client-certificate-key`;

const CERTIFICATE: Advice = { code: 'network', remedy: CERTIFICATE_REMEDY };
const NO_ANSWER: Advice = {
  code: 'network',
  remedy: line`Check base-url (or domain), and that the runner may reach it (proxy, firewall)`,
};
const NOT_USABLE: Advice = {
  code: 'response-invalid',
  remedy: line`Check that base-url (or domain) is the address of the scenario API, not of a web page or a proxy`,
};

function statusAdvice(status: number, detail: LogLine): Advice {
  if (status === 401 && /not enough permission/i.test(detail)) {
    return {
      code: 'scope-missing',
      remedy: line`The access token lacks a scope that this operation needs: let the administrator add scenario:run to the client, or log in again with it`,
    };
  }
  if (status === 401) {
    return {
      code: 'unauthorized',
      remedy: line`Check that the credentials belong to this deployment (domain, base-url, auth-url, realm)`,
    };
  }
  if (status === 403) {
    return {
      code: 'forbidden',
      remedy: line`Check organization-id and workspace-id, and that this login is a member of the workspace with the permission`,
    };
  }
  if (status === 404) {
    return { code: 'not-found', remedy: line`Check the name or id, base-url and workspace-id` };
  }
  if (status === 429) {
    return { code: 'rate-limited', remedy: line`Run fewer jobs at once, or raise retries` };
  }
  if (status >= 500) {
    return { code: 'server-error', remedy: line`Check the platform's state and run the job again` };
  }
  if (status >= 400)
    return { code: 'request-rejected', remedy: line`Correct the inputs that the answer names` };
  return NOT_USABLE;
}
