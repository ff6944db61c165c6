import { setOutput } from '@actions/core';
import type { LogLine } from '../domain/foreign-text';
import type { LabRecord } from '../domain/lab-record';
import { labOutput } from '../domain/lab-record';
import type { Outcome } from '../domain/outcome';
import { fitOutputs } from '../domain/output-limit';
import type { Secrets } from '../domain/secrets';
import { scrubJson } from '../domain/secrets';

/**
 * Sets the outputs; also after a failure, as far as things are known.
 * @param found outputs that only this command has; they go before those that every command has
 * @returns what to warn of where they were too large
 */
export function setOutputs(
  secrets: Secrets,
  outcome: Outcome,
  records: readonly LabRecord[],
  found: Readonly<Record<string, string>> = {},
): LogLine | undefined {
  const [first] = records;
  const all: Readonly<Record<string, string>> = {
    'lab-id': first?.id ?? '',
    'lab-ids': JSON.stringify(records.map(({ id }) => id).filter((id) => id !== null)),
    'public-link': first?.link ?? '',
    'public-links': JSON.stringify(records.filter(({ id }) => id !== null).map(({ link }) => link ?? null)),
    status: first?.status ?? '',
    labs: JSON.stringify(records.map(labOutput)),
    created: String(records.some(({ created }) => created)),
    result: outcome.result,
    'error-code': outcome.error?.code ?? '',
    'error-message': outcome.error?.message ?? '',
    ...found,
  };
  const scrubbed = Object.entries(all).map(([name, value]) => [name, scrubJson(secrets.scrub, value)]);
  const { outputs, warning } = fitOutputs(Object.fromEntries(scrubbed));
  for (const [name, value] of Object.entries(outputs)) setOutput(name, value);
  return warning;
}
