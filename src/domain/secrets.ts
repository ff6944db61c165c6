/** Knows every secret of the run: masks it in the log and takes it out of texts that the runner does not mask. */
export interface Secrets {
  /** Registers a secret the moment it is known, before anything can print it. */
  add(secret: string): void;
  /** Replaces every known secret, in every form it can appear in, by `***`. */
  scrub(text: string): string;
}
