/** The wanted scopes that were not granted; nothing when what was granted is unknown. Order means nothing. */
export function missingScopes(wanted: string, granted: readonly string[] | undefined): string[] {
  if (granted === undefined) return [];
  return wanted.split(' ').filter((scope) => scope !== '' && !granted.includes(scope));
}
