/** Where a step runs, as far as lab names need it. */
export interface RunIdentity {
  /** `<owner>/<repo>` */
  readonly repository: string;
  readonly runId: string;
  readonly runAttempt: string;
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Six random characters; matrix legs share run, job and step, so only these tell their labs apart. */
export function randomSuffix(randomBytes: (size: number) => Uint8Array): string {
  // 252 is the largest multiple of 36 below 256: larger bytes are drawn again, so each character is equally likely.
  let suffix = '';
  while (suffix.length < 6) {
    for (const byte of randomBytes(12)) {
      if (byte < 252 && suffix.length < 6) suffix += ALPHABET[byte % 36];
    }
  }
  return suffix;
}

/** The `config_name` of a step's labs: `<owner>/<repo>@<run id>.<attempt>.<6 random characters>`. */
export function stepLabName(run: RunIdentity, suffix: string): string {
  return `${run.repository}@${run.runId}.${run.runAttempt}.${suffix}`;
}

/** The second, third… lab of a set adds `+2`, `+3`…; the first bears the name as it is. */
export function nameInSet(name: string, index: number): string {
  return index === 0 ? name : `${name}+${index + 1}`;
}
