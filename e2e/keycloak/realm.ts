import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The platform's realm (contract, "Addresses"). */
export const REALM = 'mantis';

/** Client id of the scenario API: what `aud` of every access token has to hold. */
export const API_CLIENT_ID = 'scenario-api';

/** Audience of a public link's token (contract, "public-link token"). */
export const LINK_AUDIENCE = 'crisis';

/** The person who logs in. */
export const PERSON = { username: 'alice', password: 'alice password 1' } as const;

/** Secrets of realm.json by client id; `ci-nasty` has every character that an encoding can get wrong. */
export const CLIENT_SECRETS = {
  'ci-basic': 'basic-secret-7Qm2',
  'ci-post': 'post-secret-9Xk4',
  'ci-no-account': 'no-account-secret-3Hd8',
  'ci-disabled': 'disabled-secret-5Tb1',
  'ci-unscoped': 'unscoped-secret-2Wn6',
  'ci-link': 'link-secret-8Rc3',
  'ci-link-transient': 'transient-secret-4Lp9',
  // Only to ask about tokens that are meant for it.
  crisis: 'crisis-secret-6Vf7',
  'ci-nasty': ` a+b/c=d&e%41f "g" 'h' \\i:j;k,l?m#n<o>${'$'}{p} ü€𝄞`,
} as const;

/** What differs from run to run. */
export interface RealmVariables {
  /** JWK sets as JSON text, one per kind of key. */
  readonly rsaJwks: string;
  readonly p256Jwks: string;
  readonly p384Jwks: string;
  readonly p521Jwks: string;
  readonly ed25519Jwks: string;
  /** Issuer and keys of the workflow's id tokens, and the one `sub` that stands for `ci-federated`. */
  readonly githubIssuer: string;
  readonly githubJwksUrl: string;
  readonly githubSubject: string;
}

const NO_KEYS = '{"keys":[]}';

const DEFAULTS: RealmVariables = {
  rsaJwks: NO_KEYS,
  p256Jwks: NO_KEYS,
  p384Jwks: NO_KEYS,
  p521Jwks: NO_KEYS,
  ed25519Jwks: NO_KEYS,
  // Port 9 is "discard": nobody answers there.
  githubIssuer: 'http://127.0.0.1:9',
  githubJwksUrl: 'http://127.0.0.1:9/.well-known/jwks',
  githubSubject: 'repo:acme/widgets:ref:refs/heads/main',
};

/** realm.json with its `{{placeholders}}` filled in after parsing, so that no value can break the JSON. */
export function filledRealm(variables: Partial<RealmVariables>): unknown {
  const values = new Map<string, string>(Object.entries({ ...DEFAULTS, ...variables }));
  for (const [clientId, secret] of Object.entries(CLIENT_SECRETS)) values.set(`secret ${clientId}`, secret);
  values.set('password', PERSON.password);
  const text = readFileSync(path.join(__dirname, 'realm.json'), 'utf8');
  return JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'string'
      ? value.replace(/^\{\{(.+)\}\}$/, (_all, name: string) => filled(values, name))
      : value,
  );
}

function filled(values: ReadonlyMap<string, string>, name: string): string {
  const value = values.get(name);
  if (value === undefined)
    throw new Error(`Cannot fill in realm.json: '${name}' has no value. Add it to realm.ts.`);
  return value;
}
