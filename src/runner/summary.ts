import { summary } from '@actions/core';
import type { Markdown } from '../domain/markdown';
import type { Secrets } from '../domain/secrets';

/** Appends to the job summary. Does nothing where the runner gives no place for one. */
export async function writeSummary(secrets: Secrets, text: Markdown): Promise<void> {
  if (!process.env.GITHUB_STEP_SUMMARY) return;
  await summary.addRaw(secrets.scrub(text), true).write();
}
