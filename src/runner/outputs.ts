import { setOutput } from '@actions/core';
import type { LabRecord } from '../domain/lab-record';
import { labOutput } from '../domain/lab-record';
import type { Outcome } from '../domain/outcome';
import type { Secrets } from '../domain/secrets';

/**
 * Sets the outputs; also after a failure, as far as things are known.
 * @param found outputs that only this command has; they go before those that every command has
 */
export function setOutputs(
  secrets: Secrets,
  outcome: Outcome,
  records: readonly LabRecord[],
  found: Readonly<Record<string, string>> = {},
): void {
  const set = (name: string, value: string): void => {
    if (!Object.hasOwn(found, name)) setOutput(name, secrets.scrub(value));
  };
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
  for (const [name, value] of Object.entries(found)) setOutput(name, secrets.scrub(value));
}
