import type { Markdown } from './markdown';

/** What a command found besides labs; filled in as the story goes on, and reported whatever happens. */
export interface Findings {
  /** Outputs that only this command has, by name. */
  readonly outputs: Record<string, string>;
  /** More sections of the job summary. */
  readonly sections: Markdown[];
}
