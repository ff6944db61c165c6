import { appendFileSync } from 'node:fs';
import { EOL } from 'node:os';
import type { Markdown } from '../domain/markdown';
import type { Secrets } from '../domain/secrets';

/**
 * Appends to the job summary. Does nothing where the runner gives no place for one. Not by `@actions/core`, whose
 * summary writes with promises: loading those takes Node longer than all the writing of a step.
 */
export function writeSummary(secrets: Secrets, text: Markdown): void {
  const file = process.env.GITHUB_STEP_SUMMARY;
  if (file === undefined || file === '') return;
  appendFileSync(file, `${secrets.scrub(text)}${EOL}`);
}
