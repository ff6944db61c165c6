// Parts of the toolkit that its package does not list among its entries; scripts/build.mjs opens the way to them.
declare module '@actions/core/lib/oidc-utils' {
  /** What `getIDToken` of `@actions/core` calls: the only part of that package that makes requests. */
  export const OidcClient: { getIDToken(audience?: string): Promise<string> };
}
