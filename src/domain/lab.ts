import { cleanText } from './foreign-text';
import { asObject } from './json';

/** Page size of the list of labs: the contract's largest. */
export const LABS_PER_PAGE = 100;

/** A lab as the API describes it, as far as it is used. */
export interface Lab {
  readonly id: string;
  /** The status word as the API gave it. */
  readonly status: string;
  /** The content's name. */
  readonly content: string;
  readonly contentType: string;
  /** Unix milliseconds. */
  readonly createdAt?: number;
  readonly startedAt?: number;
  readonly contentEndedAt?: number;
  readonly endedAt?: number;
  /** Where the public app is; possibly without a scheme (contract, "Lab"). */
  readonly publicBaseUrl?: string;
}

/** A lab and the live tokens that its description carried: to be masked for our labs, dropped for other people's. */
export interface LabAnswer {
  readonly lab: Lab;
  readonly tokens: readonly string[];
}

/** Ids go into paths, headers, links and outputs; anything else is no id. */
export function isLabId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(value);
}

/** Longer than any status word or name; an endless one would fill the log and the outputs. */
const LONGEST = { status: 100, name: 500 };

/** Longer than any token (the limit of the token endpoint's answers). */
const LONGEST_TOKEN = 65_536;

/** Reads a Lab; undefined when it has no id or no status. */
export function readLab(value: unknown): LabAnswer | undefined {
  const fields = asObject(value);
  if (fields === undefined || !isLabId(fields.runner_id) || typeof fields.status !== 'string')
    return undefined;
  const status = cleanText(fields.status, LONGEST.status);
  if (status === '') return undefined;
  const access = asObject(fields.public_access);
  const lab: Lab = {
    id: fields.runner_id,
    status,
    content: text(fields.name),
    contentType: text(fields.content_type),
    ...timestamp('createdAt', fields.lab_creation_timestamp),
    ...timestamp('startedAt', fields.lab_start_timestamp),
    ...timestamp('contentEndedAt', fields.lab_content_end_timestamp),
    ...timestamp('endedAt', fields.lab_end_timestamp),
    ...(typeof access?.base_url === 'string' ? { publicBaseUrl: access.base_url } : {}),
  };
  const tokens = [access?.access_token, access?.refresh_token];
  return {
    lab,
    tokens: tokens.filter((token): token is string => isToken(token) && !isShown(token, lab)),
  };
}

function text(value: unknown): string {
  return typeof value === 'string' && value.length <= LONGEST.name ? value : '';
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_TOKEN;
}

/** A "token" that is a part of what is shown of the lab: masking it would blank the outputs. */
function isShown(token: string, { id, status, content, contentType, publicBaseUrl = '' }: Lab): boolean {
  if (id.includes(token)) return true;
  // A long one there is a token that the server repeats.
  return (
    token.length < 16 && [status, content, contentType, publicBaseUrl].some((text) => text.includes(token))
  );
}

/** Unix seconds, as a float, become milliseconds; 0 and what is no date are left out. */
function timestamp<K extends string>(key: K, value: unknown): Partial<Record<K, number>> {
  const valid = typeof value === 'number' && value > 0 && value < 1e11;
  return valid ? ({ [key]: Math.round(value * 1_000) } as Record<K, number>) : {};
}
