import { randomBytes } from 'node:crypto';
import { issuerOf } from './clients/token-endpoint';
import { call } from './commands/call';
import { check, describeLogin } from './commands/check';
import { collectDetails } from './commands/collect';
import { tellGiven, tellPlans, tellRequest } from './commands/dry-run';
import { followGiven, removeGiven } from './commands/given-labs';
import { launch } from './commands/launch';
import { tellLabs, tellScenarios } from './commands/list';
import type { Naming } from './commands/resolve-labs';
import { resolveLabs } from './commands/resolve-labs';
import type { Step } from './commands/step';
import type { StepComment } from './commands/step-comment';
import type { Connected } from './connect';
import { randomSuffix, stepLabName } from './domain/lab-name';
import { recordOfId, recordOfPlan } from './domain/lab-record';
import type { Outcome } from './domain/outcome';
import { outcomeOf } from './domain/outcome';
import type { HowToFollow } from './how-to-follow';
import { howToFollow } from './how-to-follow';
import { createCollectedFiles } from './runner/collected-files';
import type { StepSettings } from './step-settings';

/** What a command is given besides its step. */
export interface CommandMeans extends Pick<Connected, 'probes'> {
  /** Of a preview the command itself takes care of it. */
  readonly comment: StepComment | undefined;
}

/** Runs the command that the inputs name; what came of it is in the records and findings. */
export async function runCommand(step: Step, settings: StepSettings, means: CommandMeans): Promise<Outcome> {
  const { inputs } = settings;
  const following = howToFollow(inputs);
  // Loaded where it is wanted: launches start faster without it.
  if (inputs.command === 'preview') {
    const { runPreview } = await import('./at-github');
    const outcome = await runPreview(step, settings, following);
    if (inputs.preview?.act === 'up' && outcome.result !== 'skipped' && !inputs.dryRun)
      await collect(step, settings);
    return outcome;
  }
  await runLabCommand(step, settings, { ...means, following });
  return outcomeOf(settings.records, undefined);
}

async function runLabCommand(
  step: Step,
  settings: StepSettings,
  { probes, comment, ...how }: CommandMeans & { readonly following: HowToFollow },
): Promise<void> {
  const following = { ...how.following, ...(comment && { onMove: comment.moved }) };
  const { inputs, records, findings } = settings;
  const { command, content, deployment, request, dryRun } = inputs;
  switch (command) {
    case 'launch':
    case 'create': {
      const plans = await resolveLabs(step, content.requests, namingOf(settings));
      records.push(...plans.map(recordOfPlan));
      const run = command === 'launch';
      if (dryRun) return tellPlans(step, plans, run);
      comment?.moved();
      await launch(step, { plans, records, run, maxParallel: content.maxParallel, following });
      return collect(step, settings);
    }
    case 'run':
    case 'resume':
    case 'wait':
      records.push(...inputs.labIds.map(recordOfId));
      if (dryRun) return tellGiven(step, command, records);
      comment?.moved();
      await followGiven(step, command, { records, adopt: inputs.cleanup !== 'never', following });
      return collect(step, settings);
    case 'stop':
    case 'delete':
      records.push(...inputs.labIds.map(recordOfId));
      if (dryRun) return tellGiven(step, command, records);
      return removeGiven(step, command, { records, adopt: false, following });
    case 'list-scenarios':
      return tellScenarios(step, findings);
    case 'list-labs':
      return tellLabs(step, { findings, linkOf: following.linkOf });
    case 'check': {
      const login = describeLogin(inputs.credentials);
      return check(step, { ...deployment, ...probes, issuer: issuerOf(deployment), login, findings });
    }
    case 'call':
      if (request === undefined) throw new Error('no request and no problem');
      return dryRun ? tellRequest(step, request) : call(step, { request, findings });
    case 'sweep':
      return (await import('./at-github')).runSweep(step, settings);
  }
}

/** Input `collect`, once the wait is over; also for labs that failed, whose details tell why. */
async function collect(step: Step, { inputs, context, records, findings }: StepSettings): Promise<void> {
  const { collect: details } = inputs;
  if (details.length === 0) return;
  const files = createCollectedFiles(context.temp);
  findings.outputs['collected-path'] = files.path;
  await collectDetails(step, { records, details, files });
}

/** Input `lab-name`, or a name drawn for this step alone. */
function namingOf({ inputs, context }: StepSettings): Naming {
  const { labName } = inputs.content;
  if (labName !== undefined) return { base: labName, unique: false };
  return { base: stepLabName(context, randomSuffix(randomBytes)), unique: true };
}
