import type { CliProfile } from '../domain/cli-config';
import type { LogLine } from '../domain/foreign-text';
import { cleanText, line } from '../domain/foreign-text';
import { isLoopback } from '../domain/web-link';
import type { InputReader } from './input-reader';

/** Where the deployment is and how it is reached. */
export interface DeploymentInputs {
  readonly domain: string | undefined;
  /** Without a trailing slash, like {@link authUrl}. */
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly realm: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly requestTimeoutMs: number;
  readonly retries: number;
}

/** Reads the inputs of the deployment; the active profile of `cli-config` fills what is not given. */
export function readDeployment(reader: InputReader, profile: CliProfile | undefined): DeploymentInputs {
  const domain = readDomain(reader, reader.text('domain') ?? profile?.domain);
  const missing = (['base-url', 'auth-url'] as const).filter((name) => reader.text(name) === undefined);
  if (domain === undefined && reader.text('domain') === undefined && missing.length > 0) {
    reader.problems.push({
      what: line`find the deployment`,
      why: line`neither domain nor ${missing.join(' and ')} is given`,
      remedy: line`Set domain, or both base-url and auth-url`,
    });
  }
  return {
    domain,
    baseUrl: readAddress(reader, 'base-url', domain && `https://app.${domain}/api/scenario/lab`),
    authUrl: readAddress(reader, 'auth-url', domain && `https://id.${domain}`),
    realm: readRealm(reader),
    ...readIds(reader, profile),
    requestTimeoutMs: reader.duration('request-timeout', 30_000),
    retries: reader.count('retries', { fallback: 4, min: 0, max: 100 }),
  };
}

function readDomain({ problems }: InputReader, domain: string | undefined): string | undefined {
  if (domain === undefined || /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/i.test(domain)) return domain;
  problems.push({
    what: line`use the input domain`,
    why: line`'${cleanText(withoutCredentials(domain), 80)}' is not a domain`,
    remedy: line`Write it like lab.example.org, without a scheme or a path`,
  });
  return undefined;
}

function readAddress(
  reader: InputReader,
  name: 'base-url' | 'auth-url',
  fallback: string | undefined,
): string {
  const given = reader.text(name) ?? fallback;
  if (given === undefined) return '';
  const why = unfitAddress(given);
  if (why !== undefined) {
    const remedy = line`Write it like ${name === 'base-url' ? 'https://app.example.org/api/scenario/lab' : 'https://id.example.org'}`;
    reader.problems.push({ what: line`use the input ${name}`, why, remedy });
    return '';
  }
  return new URL(given).href.replace(/\/+$/, '');
}

/** Why an address may not be used; undefined where it may. */
function unfitAddress(text: string): LogLine | undefined {
  if (!URL.canParse(text) || /\s/.test(text)) {
    return line`'${cleanText(withoutCredentials(text), 100)}' is not an address`;
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return line`it holds credentials`;
  if (url.search !== '' || url.hash !== '') return line`it has a query or a fragment`;
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return undefined;
  if (url.protocol !== 'http:') return line`'${cleanText(url.protocol, 20)}' is not https`;
  return line`plain http to '${cleanText(url.host, 100)}' would show the tokens to the network, so only https is used (http only to the runner itself, localhost)`;
}

/** What stands before an @ may be a password, in an address that cannot be taken apart too. */
function withoutCredentials(text: string): string {
  return text.replace(/^.*@/s, '');
}

/** Realm names are one path segment; "." and ".." would climb. */
function readRealm(reader: InputReader): string {
  const realm = reader.text('realm') ?? 'mantis';
  if (/^[^\s/\\?#%]{1,200}$/.test(realm) && !/^\.{1,2}$/.test(realm)) return realm;
  reader.problems.push({
    what: line`use the input realm`,
    why: line`'${cleanText(realm, 80)}' is not the name of a realm`,
    remedy: line`Write the realm's name alone`,
  });
  return '';
}

type Ids = Pick<DeploymentInputs, 'organizationId' | 'workspaceId'>;

/** Always sent together: an endpoint that gets the workspace alone answers 500 (seed, 5.3). */
function readIds(reader: InputReader, profile: CliProfile | undefined): Ids {
  const ids = {
    'organization-id': reader.text('organization-id') ?? profile?.organizationId,
    'workspace-id': reader.text('workspace-id') ?? profile?.workspaceId,
  };
  const missing = (['organization-id', 'workspace-id'] as const).filter((name) => ids[name] === undefined);
  if (missing.length > 0) reader.problems.push(missingIds(missing, profile));
  for (const name of ['organization-id', 'workspace-id'] as const) {
    const id = ids[name];
    if (id !== undefined && !/^[\x21-\x7e]{1,200}$/.test(id)) {
      reader.problems.push({
        what: line`use the input ${name}`,
        why: line`'${cleanText(id, 60)}' cannot stand in a header`,
        remedy: line`Write the id alone, as the platform's command-line client prints it`,
      });
    }
  }
  return { organizationId: ids['organization-id'] ?? '', workspaceId: ids['workspace-id'] ?? '' };
}

function missingIds(
  missing: readonly string[],
  profile: CliProfile | undefined,
): InputReader['problems'][number] {
  const what = line`address the workspace`;
  if (missing.length === 2) {
    return {
      what,
      why: line`organization-id and workspace-id are missing`,
      remedy: line`Set both; the platform's command-line client prints them`,
    };
  }
  if (profile !== undefined && missing[0] === 'organization-id') {
    return {
      what,
      why: line`the active profile of cli-config has no organization_id: an old version of the client wrote it`,
      remedy: line`Set the input organization-id, or log in again with a current client`,
    };
  }
  return {
    what,
    why: line`${missing[0]} is missing, and the API wants both ids together`,
    remedy: line`Set organization-id and workspace-id`,
  };
}
