import { setOutput } from '@actions/core';
import type { LabRecord } from '../domain/lab-record';
import { labOutput } from '../domain/lab-record';
import type { Outcome } from '../domain/outcome';
import type { Secrets } from '../domain/secrets';

/** Sets the outputs that every command has; also after a failure, as far as things are known. */
export function setOutputs(secrets: Secrets, records: readonly LabRecord[], outcome: Outcome): void {
  const set = (name: string, value: string): void => setOutput(name, secrets.scrub(value));
  const [first] = records;
  set('lab-id', first?.id ?? '');
  set('lab-ids', JSON.stringify(records.map(({ id }) => id).filter((id) => id !== null)));
  set('public-link', first?.link ?? '');
  set(
    'public-links',
    JSON.stringify(records.filter(({ id }) => id !== null).map(({ link }) => link ?? null)),
  );
  set('status', first?.status ?? '');
  set('labs', JSON.stringify(records.map(labOutput)));
  set('created', String(records.some(({ created }) => created)));
  set('result', outcome.result);
  set('error-code', outcome.error?.code ?? '');
  set('error-message', outcome.error?.message ?? '');
}
