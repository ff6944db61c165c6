/** What is asked of the token endpoint; orthogonal to how the client authenticates. */
export type Grant =
  | { readonly type: 'client_credentials'; readonly scope: string }
  | { readonly type: 'refresh_token'; readonly refreshToken: string; readonly scope?: string }
  | {
      readonly type: 'token_exchange';
      readonly subjectToken: string;
      /** The client's id, a field of the contract's form; absent with github-oidc, which sends none. */
      readonly clientId?: string;
      /** Fields that replace or add to the contract's; null leaves one out (input `public-access-exchange`). */
      readonly overrides: Readonly<Record<string, string | null>>;
    };

/** The form fields of a grant, without those of the client's authentication. An empty scope is left out: Keycloak refuses it. */
export function grantForm(grant: Grant): Record<string, string> {
  switch (grant.type) {
    case 'client_credentials':
      return withScope({ grant_type: 'client_credentials' }, grant.scope);
    case 'refresh_token':
      return withScope({ grant_type: 'refresh_token', refresh_token: grant.refreshToken }, grant.scope);
    case 'token_exchange':
      return exchangeForm(grant);
  }
}

/** Contract, "public-link token": exactly these fields, and no `subject_token_type`. */
function exchangeForm(grant: Extract<Grant, { type: 'token_exchange' }>): Record<string, string> {
  const fields: Record<string, string | null> = {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    ...(grant.clientId === undefined ? {} : { client_id: grant.clientId }),
    subject_token: grant.subjectToken,
    requested_token_type: 'urn:ietf:params:oauth:token-type:refresh_token',
    audience: 'crisis',
    scope: 'basic offline_access',
    ...grant.overrides,
  };
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== null),
  );
}

function withScope(form: Record<string, string>, scope: string | undefined): Record<string, string> {
  return scope === undefined || scope === '' ? form : { ...form, scope };
}
