import { PERSON } from './realm';

/** What the token endpoint said, good or bad. */
export interface TokenAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends one form to a realm's token endpoint. */
export async function requestToken(
  issuer: string,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<TokenAnswer> {
  return await postForm(`${issuer}/protocol/openid-connect/token`, form, headers);
}

/** Sends one form and reads the JSON of the answer; an empty body reads as `{}`. */
export async function postForm(
  url: string,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<TokenAnswer> {
  const response = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
}

/** The offline token that the platform's login leaves in a person's config file (seed, 5.4 and 5.5). */
export async function offlineToken(
  issuer: string,
  scope = 'openid offline_access scenario:run groups',
): Promise<string> {
  const { status, body } = await requestToken(issuer, {
    grant_type: 'password',
    client_id: 'frontend',
    ...PERSON,
    scope,
  });
  if (status !== 200 || typeof body.refresh_token !== 'string') {
    throw new Error(
      `Cannot log in as ${PERSON.username}: answered ${status} ${JSON.stringify(body)}. See realm.json.`,
    );
  }
  return body.refresh_token;
}
