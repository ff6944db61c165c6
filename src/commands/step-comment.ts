import type { GitHub } from '../clients/github';
import type { Clock } from '../domain/clock';
import { phasesOf } from '../domain/lab-comment';
import type { LabRecord } from '../domain/lab-record';
import type { Markdown } from '../domain/markdown';
import type { Outcome } from '../domain/outcome';
import { GITHUB_AFTER_CANCEL_MS } from './github-warnings';
import type { StickyComment } from './sticky-comment';

/** Tells a pull request how the labs of a step fare. */
export interface StepComment {
  /** The step begins with its labs, or some have moved; what is worth telling is told in the background. */
  moved(): void;
  /** Tells how the step ended, and resolves once GitHub has it or has used up its time. */
  end(outcome: Outcome): Promise<void>;
}

/** What the comment is made of. */
export interface StepCommentSettings {
  readonly clock: Clock;
  readonly github: Pick<GitHub, 'hurry' | 'leftMs'>;
  readonly comment: StickyComment;
  readonly records: readonly LabRecord[];
  /** The text as things are now; the outcome is undefined until the end. */
  readonly view: (outcome: Outcome | undefined) => Markdown;
}

/** Of the time that GitHub may take, this is kept for the end: how labs ended counts more than how they got there. */
const KEPT_FOR_THE_END_MS = 10_000;

/** The more labs, the more moves: many at once become one edit. */
const PAUSE_PER_FURTHER_LAB_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** Creates the handle; nothing is told before the first call. */
export function createStepComment(settings: StepCommentSettings): Omit<StepComment, 'end'> & {
  /** Resolves to the comment's address; undefined where there is none. */
  end(outcome: Outcome): Promise<string | undefined>;
} {
  const { clock, github, comment, records, view } = settings;
  const ended = new AbortController();
  let told: { readonly at: number; readonly phases: string } | undefined;
  let waiting = false;

  function tell(): void {
    waiting = false;
    const phases = phasesOf(records);
    if (phases === told?.phases || github.leftMs() < KEPT_FOR_THE_END_MS) return;
    told = { at: clock.now(), phases };
    comment.show(view(undefined));
  }

  return {
    moved: () => {
      if (waiting) return;
      const pause = Math.min(LONGEST_PAUSE_MS, (records.length - 1) * PAUSE_PER_FURTHER_LAB_MS);
      const rest = told === undefined ? 0 : told.at + pause - clock.now();
      if (rest <= 0) return tell();
      waiting = true;
      clock.sleep(rest, ended.signal).then(tell, () => {});
    },
    end: (outcome) => {
      ended.abort();
      if (outcome.result === 'cancelled') github.hurry(GITHUB_AFTER_CANCEL_MS);
      comment.show(view(outcome));
      return comment.settled();
    },
  };
}
