import { createGitHubWarnings } from './commands/github-warnings';
import type { Step } from './commands/step';
import type { StepComment } from './commands/step-comment';
import { createStepComment } from './commands/step-comment';
import { createStickyComment } from './commands/sticky-comment';
import { connectGitHub, logUrlOf, scrubbedForComment } from './connect-github';
import { resultComment } from './domain/result-comment';
import { webLink } from './domain/web-link';
import type { CommentInputs } from './runner/github-inputs';
import type { StepSettings } from './step-settings';

/** The comment of a step that is no preview (input `comment`); what GitHub refuses is one warning. */
export function openComment(step: Step, settings: StepSettings, asked: CommentInputs): StepComment {
  const { inputs, context, clock, secrets, records, findings } = settings;
  const { command, cleanup, cleanupMethod: method, waiting } = inputs;
  const { number, commit, commentKey } = asked;
  const { github, close } = connectGitHub(settings);
  const warnings = createGitHubWarnings(step);
  const shown = { commentKey, command, waitFor: waiting.waitFor, cleanup, method };
  const foot = { runUrl: webLink(logUrlOf(context)), commit };
  const { scrub } = secrets;
  const comment = createStickyComment({
    github,
    warnings,
    number,
    mark: 'scenario-lab-result',
    commentKey,
    scrub,
  });
  const { moved, end } = createStepComment({
    clock,
    github,
    comment,
    records,
    view: (outcome) => {
      const { error, ...labs } = scrubbedForComment(settings, { records, error: outcome?.error });
      return resultComment({
        ...shown,
        ...foot,
        ...labs,
        date: clock.date(),
        outcome: outcome && { ...outcome, error },
      });
    },
  });
  return {
    moved,
    end: async (outcome) => {
      findings.outputs['comment-url'] = (await end(outcome)) ?? '';
      warnings.say();
      close();
    },
  };
}
