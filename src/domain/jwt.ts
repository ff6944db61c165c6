/** The claims of a JWT, unverified: for reading scopes, `sub` and `reuse_id`, never for trusting anything. */
export function decodeClaims(token: string): Readonly<Record<string, unknown>> | undefined {
  const payload = token.split('.')[1];
  if (payload === undefined) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether a refresh token says of itself that it is single-use: Keycloak puts `reuse_id` into tokens minted while
 * "Revoke Refresh Token" is on. Its absence proves nothing (a token from before the switch has none).
 */
export function isSingleUse(refreshToken: string): boolean {
  return decodeClaims(refreshToken)?.reuse_id !== undefined;
}
