import { asObject } from './json';

/** The login that the platform's command-line client keeps in its file (contract, "where the client keeps the login"). */
export interface CliProfile {
  readonly domain: string;
  readonly refreshToken: string;
  readonly workspaceId: string | undefined;
  /** Old clients did not write it. */
  readonly organizationId: string | undefined;
}

/** The active profile, or why there is none. */
export type ReadCliConfig =
  | { readonly profile: CliProfile }
  | { readonly why: string; readonly remedy: string };

const LOG_IN = "Log in with the platform's command-line client and store its whole file in the secret";

/** Reads the parsed YAML of the file. */
export function readCliConfig(value: unknown): ReadCliConfig {
  const file = asObject(value);
  const profiles = asObject(file?.profiles);
  if (file === undefined || profiles === undefined) return { why: 'it holds no profiles', remedy: LOG_IN };
  const name = file.active_profile;
  if (typeof name !== 'string') return { why: 'it names no active_profile', remedy: LOG_IN };
  const fields = Object.hasOwn(profiles, name) ? asObject(profiles[name]) : undefined;
  if (fields === undefined)
    return { why: `it has no profile '${name}', which is its active_profile`, remedy: LOG_IN };
  if (typeof fields.refresh_token !== 'string' || fields.refresh_token === '') {
    return { why: `its profile '${name}' holds no refresh_token`, remedy: LOG_IN };
  }
  return {
    profile: {
      domain: typeof fields.domain === 'string' ? fields.domain : name,
      refreshToken: fields.refresh_token,
      workspaceId: idOf(fields.default_workspace),
      organizationId: idOf(fields.organization_id),
    },
  };
}

/** An id that YAML took for a number is still an id; an empty one is none. */
function idOf(value: unknown): string | undefined {
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : undefined;
}
