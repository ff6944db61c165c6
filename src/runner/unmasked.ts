import { getInput } from '@actions/core';
import { ERROR_CODES } from '../domain/errors';
import { CONTENT_TYPES } from '../domain/lab-config';
import type { RunIdentity } from '../domain/lab-name';
import { labOutput, RESULTS, recordOfId } from '../domain/lab-record';
import { STATUS_WORDS } from '../domain/lab-status';
import { PICTURE_FENCE, TABLE_RULE } from '../domain/report';

/** Inputs whose values stand in outputs. */
const INPUTS = [
  'organization-id',
  'workspace-id',
  'domain',
  'base-url',
  'auth-url',
  'realm',
  'scenario',
  'scenario-profile',
  'lab-name',
  'lab-ids',
];

/** The words that outputs are made of whatever the lab. */
const WORDS = [
  ...RESULTS,
  ...ERROR_CODES,
  ...STATUS_WORDS,
  ...Object.values(CONTENT_TYPES),
  ...Object.keys(labOutput(recordOfId(''))),
  'true',
  'false',
  'null',
  'https://',
];

/** Lines of the job summary that say nothing: starring them as a line of a secret would break its table or picture. */
const MARKUP = [TABLE_RULE, PICTURE_FENCE];

/**
 * Texts that no mask may touch, in main as in post: masks hold for the whole job, and the runner drops a job output in
 * which one would replace anything.
 */
export function unmaskedTexts({ repository, runId }: RunIdentity): string[] {
  return [repository, runId, ...INPUTS.map((name) => getInput(name)), ...WORDS, ...MARKUP].filter(Boolean);
}
