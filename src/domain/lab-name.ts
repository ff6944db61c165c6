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

/** The comment key that adds nothing to a name. */
export const DEFAULT_COMMENT_KEY = 'default';

/** A key becomes part of names and of a hidden marker; `:`, `#` and `+` have a meaning in names. */
export function isCommentKey(key: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$/.test(key);
}

/** The pull request that a preview is for. */
export interface PreviewIdentity {
  /** `<owner>/<repo>` */
  readonly repository: string;
  readonly number: number;
  readonly commentKey: string;
}

/** The `config_name` of a preview's lab: `<owner>/<repo>#<number>`, and `:<comment-key>` for another key. */
export function previewLabName({ repository, number, commentKey }: PreviewIdentity): string {
  return `${repository}#${number}${commentKey === DEFAULT_COMMENT_KEY ? '' : `:${commentKey}`}`;
}

/** Whether a name is that of a set's first, second, third… lab. Compared whole: pull request 7 is not 70. */
export function isNameInSet(name: string, base: string): boolean {
  return name === base || (name.startsWith(`${base}+`) && /^[1-9]\d*$/.test(name.slice(base.length + 1)));
}

/** The pull request that a preview's name refers to; undefined for every other name. */
export function pullRequestOfName(
  name: string,
): { readonly repository: string; readonly number: number } | undefined {
  const match = /^([^/#@\s]+\/[^/#@\s]+)#([1-9]\d{0,14})(?:[:+]|$)/.exec(name);
  return match?.[1] === undefined ? undefined : { repository: match[1], number: Number(match[2]) };
}
