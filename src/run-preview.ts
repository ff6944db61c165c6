import { createGitHubWarnings } from './commands/github-warnings';
import type { Preview } from './commands/preview';
import { previewUp } from './commands/preview';
import { createPreviewDeployment } from './commands/preview-deployment';
import { previewDown } from './commands/preview-down';
import type { Step } from './commands/step';
import { createStickyComment } from './commands/sticky-comment';
import { sweep } from './commands/sweep';
import { connectGitHub, logUrlOf, scrubbedForComment } from './connect-github';
import { previewLabName } from './domain/lab-name';
import type { Outcome } from './domain/outcome';
import { previewComment } from './domain/preview-comment';
import { webLink } from './domain/web-link';
import type { HowToFollow } from './how-to-follow';
import type { PreviewInputs } from './runner/github-inputs';
import type { StepSettings } from './step-settings';

/** Runs the command `preview`; GitHub is told of every end, and what it refuses is one warning. */
export async function runPreview(
  step: Step,
  settings: StepSettings,
  following: HowToFollow,
): Promise<Outcome> {
  const { inputs, context, secrets, annotations, records, findings } = settings;
  const { preview: asked, content, cleanupMethod: method, dryRun } = inputs;
  if (asked === undefined) throw new Error('no preview and no problem');
  const { pull, commentKey, act } = asked;
  const { number } = pull;
  const { github, close } = connectGitHub(settings);
  const warnings = createGitHubWarnings(step);
  const logUrl = logUrlOf(context);
  const shown = { commentKey, runUrl: webLink(logUrl), commit: pull.headSha };
  const { scrub } = secrets;
  const comment = asked.comment
    ? createStickyComment({ github, warnings, number, mark: 'scenario-lab-preview', commentKey, scrub })
    : undefined;
  const deployment = deploymentOf(asked, { github, warnings, pull, commentKey, logUrl });
  const preview: Preview = {
    number,
    name: previewLabName({ repository: context.repository, number, commentKey }),
    requests: content.requests,
    records,
    maxParallel: content.maxParallel,
    following,
    method,
    dryRun,
    notice: annotations.notice,
    github,
    warnings,
    comment,
    deployment,
    view: ({ stage, ...now }) => previewComment({ ...shown, stage, ...scrubbedForComment(settings, now) }),
  };
  try {
    return await (act === 'up' ? previewUp(step, preview) : previewDown(step, preview));
  } finally {
    const [url, id] = await Promise.all([comment?.settled(), deployment?.settled()]);
    findings.outputs['comment-url'] = url ?? '';
    findings.outputs['deployment-id'] = id === undefined ? '' : String(id);
    warnings.say();
    close();
  }
}

type DeploymentParts = Omit<Parameters<typeof createPreviewDeployment>[0], 'environment'>;

function deploymentOf({ environment }: PreviewInputs, parts: DeploymentParts) {
  return environment === undefined ? undefined : createPreviewDeployment({ ...parts, environment });
}

/** Runs the command `sweep`. */
export async function runSweep(step: Step, { inputs, context, ...settings }: StepSettings): Promise<void> {
  const { github, close } = connectGitHub({ inputs, context, ...settings });
  const warnings = createGitHubWarnings(step);
  try {
    await sweep(step, {
      ...inputs.sweep,
      repository: context.repository,
      method: inputs.cleanupMethod,
      dryRun: inputs.dryRun,
      openPullRequests: github.openPullRequests,
      warnings,
      records: settings.records,
    });
  } finally {
    warnings.say();
    close();
  }
}
