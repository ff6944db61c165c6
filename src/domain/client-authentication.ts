/** How the client proves who it is at the token endpoint (RFC 6749 section 2.3, RFC 7523 section 2.2). */
export type ClientAuthentication =
  /** A public client: it only names itself. */
  | { readonly method: 'none'; readonly clientId: string }
  | { readonly method: 'client_secret_basic'; readonly clientId: string; readonly clientSecret: string }
  | { readonly method: 'client_secret_post'; readonly clientId: string; readonly clientSecret: string }
  | {
      readonly method: 'private_key_jwt';
      readonly clientId: string;
      /** PEM (PKCS#8, PKCS#1, SEC1) or a JWK as JSON. */
      readonly privateKey: string;
      readonly keyId?: string;
    }
  /** The workflow's own id token is the assertion; no client id is sent (Keycloak below 26.7 would compare it with `sub`). */
  | { readonly method: 'github-oidc' };

/** What authentication adds to a token request. */
export interface AuthenticationParameters {
  readonly form: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/**
 * The form fields and headers of a client authentication. Exactly one place carries the client's id: Keycloak lets
 * a form field override the Basic header.
 * @param assertion makes a fresh client assertion; called once for the methods that sign one
 */
export async function authenticationParameters(
  authentication: ClientAuthentication,
  assertion: () => Promise<string>,
): Promise<AuthenticationParameters> {
  switch (authentication.method) {
    case 'none':
      return { form: { client_id: authentication.clientId }, headers: {} };
    case 'client_secret_basic':
      return { form: {}, headers: { authorization: basicCredentials(authentication) } };
    case 'client_secret_post':
      return {
        form: { client_id: authentication.clientId, client_secret: authentication.clientSecret },
        headers: {},
      };
    case 'private_key_jwt':
      return { form: await signed(assertion, { client_id: authentication.clientId }), headers: {} };
    case 'github-oidc':
      return { form: await signed(assertion, {}), headers: {} };
  }
}

async function signed(
  assertion: () => Promise<string>,
  form: Record<string, string>,
): Promise<Record<string, string>> {
  return { ...form, client_assertion_type: JWT_BEARER, client_assertion: await assertion() };
}

/** The Basic header value: id and secret are form-encoded first (RFC 6749 section 2.3.1). */
export function basicCredentials(client: {
  readonly clientId: string;
  readonly clientSecret: string;
}): string {
  const pair = `${formEncode(client.clientId)}:${formEncode(client.clientSecret)}`;
  return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;
}

/** application/x-www-form-urlencoded of one value. */
export function formEncode(value: string): string {
  return new URLSearchParams({ v: value }).toString().slice(2);
}
