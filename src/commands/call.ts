import type { AnyRequest } from '../clients/api-request';
import { errorDetail } from '../domain/api-error';
import { explainApiFailure } from '../domain/explain';
import type { Findings } from '../domain/findings';
import { line } from '../domain/foreign-text';
import { redact } from '../domain/redact';
import type { Step } from './step';

/** GitHub hands at most 1 MB of outputs from a job to others; a longer answer is left to another way. */
const LONGEST_RESPONSE = 900_000;

/**
 * Sends one request with the step's login, once. The answer becomes an output, without its tokens and passwords.
 * @throws ActionError when there is no answer, or one of status 400 and above
 */
export async function call(
  { api, limit, log, warn }: Step,
  { request, findings }: { readonly request: AnyRequest; readonly findings: Findings },
): Promise<void> {
  const what = line`call ${request.method} ${new URL(request.url).pathname}`;
  const { status, body } = await api.request(request, limit);
  const response = redact(body);
  const fits = Buffer.byteLength(response) <= LONGEST_RESPONSE;
  findings.outputs['response-status'] = String(status);
  findings.outputs.response = fits ? response : '';
  log.info(
    line`${request.method} ${new URL(request.url).pathname} answered ${status}, ${body.length} characters`,
  );
  if (!fits) warn(line`The answer is too large for an output, so response is empty.`);
  if (status < 400) return;
  const detail = errorDetail(response);
  throw explainApiFailure({ what, status, detail, why: line``, kind: 'status', cause: undefined });
}
