import { asObject, parseJson } from './json';
import { secretForms } from './secret-forms';

/** What stands in the place of a secret. */
const STARS = '***';

/**
 * Replaces passwords, tokens, secrets and keys in an answer of the API by `***`: the values under names that sound
 * like one, in JSON, in JSON inside texts and in `name=value` texts, and the same values wherever else they occur.
 * JSON stays JSON.
 */
export function redact(text: string): string {
  const parsed = parseJson(text);
  const found = new Set<string>();
  collect(parsed === undefined ? text : parsed.value, false, found);
  // Longest first, so that no rest of a longer secret is left.
  const forms = [...new Set([...found].flatMap(secretForms))].sort((a, b) => b.length - a.length);
  const without = (part: string, which: readonly string[]): string =>
    which.reduce((rest, form) => rest.replaceAll(form, STARS), part);
  // A short password like "user" would cut up the names of fields.
  const longForms = forms.filter(({ length }) => length >= SHORTEST_IN_TEXT);
  const clean: Cleaner = {
    name: (name) => without(name, longForms),
    text: (part) => without(part, forms).replace(ASSIGNMENT, starred),
  };
  return parsed === undefined ? clean.text(text) : JSON.stringify(rebuilt(parsed.value, false, clean));
}

interface Cleaner {
  name(name: string): string;
  text(text: string): string;
}

/** Words that make a name sound like a secret; the name is taken apart at `_`, `-`, `.`, blanks and capitals. */
const SECRET_WORDS = new Set(
  'password passwords passwd passphrase passcode pass pwd secret secrets token tokens jwt key keys apikey credential authorization bearer cookie assertion otp pin'.split(
    ' ',
  ),
);
const SECRET_PARTS = /passw(or)?d|passphrase|secret|token|api_?key|private_?key|userconfig/;

function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.some((word) => SECRET_WORDS.has(word)) || SECRET_PARTS.test(words.join(''));
}

/** Values that are none: replacing them elsewhere would only break texts. */
const NO_SECRETS = new Set(['', 'null', 'none', 'true', 'false', 'undefined', STARS]);
const SHORTEST_IN_TEXT = 8;

function collect(value: unknown, isSecret: boolean, found: Set<string>): void {
  if (typeof value === 'string') {
    if (isSecret) {
      if (!NO_SECRETS.has(value.toLowerCase())) found.add(value);
      return;
    }
    const inner = innerJson(value);
    if (inner === undefined) for (const secret of secretsInText(value)) found.add(secret);
    else collect(inner.value, false, found);
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, isSecret, found);
  } else {
    const fields = asObject(value) ?? {};
    for (const [name, field] of Object.entries(fields)) {
      collect(field, isSecret || isSecretField(fields, name), found);
    }
  }
}

/** A field with a telling name, or the `value` beside a `name`, `key` or `field` that tells. */
function isSecretField(fields: Readonly<Record<string, unknown>>, name: string): boolean {
  if (name === 'value') {
    return [fields.name, fields.key, fields.field].some(
      (label) => typeof label === 'string' && isSecretName(label),
    );
  }
  // In a pair of key and value the key is a label.
  return isSecretName(name) && !(name === 'key' && 'value' in fields);
}

function rebuilt(value: unknown, isSecret: boolean, clean: Cleaner): unknown {
  if (typeof value === 'string') {
    if (isSecret) return value === '' ? value : STARS;
    const inner = innerJson(value);
    return inner === undefined ? clean.text(value) : JSON.stringify(rebuilt(inner.value, false, clean));
  }
  if (typeof value === 'number') return isSecret ? STARS : value;
  if (Array.isArray(value)) return value.map((item) => rebuilt(item, isSecret, clean));
  const fields = asObject(value);
  if (fields === undefined) return value;
  const entries = Object.entries(fields).map(([name, field]) => [
    clean.name(name),
    rebuilt(field, isSecret || isSecretField(fields, name), clean),
  ]);
  return Object.fromEntries(entries);
}

/** Notifications are texts that hold JSON (contract, "details"). */
function innerJson(text: string): { readonly value: unknown } | undefined {
  return /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
}

// The counts are bounded so that a long text is read in time proportional to its length.
const ASSIGNMENT =
  /(?:passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|private[_-]?key|access[_-]?key)[\w.-]{0,40}\\?["']?\s{0,9}[:=]\s{0,9}\\?(?:"([^"\\]{1,9999})|'([^']{1,9999})'|([^\s,;&"'<>\\]{1,9999}))/gi;
const SHAPES = [
  /\b(eyJ[\w-]{5,9999}\.[\w-]{5,9999}(?:\.[\w-]{0,9999}){0,3})/g,
  /\b(?:Bearer|Basic)\s{1,9}([\w.~+/=-]{8,9999})/gi,
  /:\/\/[^\s/@:]{0,200}:([^\s/@]{1,200})@/g,
  /(-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?-----END [A-Z ]{0,40}PRIVATE KEY-----)/g,
];

/** An assignment without its value; what is no secret (`token: null`) stays. */
function starred(assignment: string, ...values: readonly (string | undefined)[]): string {
  const value = values.slice(0, 3).find((part) => part !== undefined) ?? '';
  if (NO_SECRETS.has(value.toLowerCase())) return assignment;
  const at = assignment.lastIndexOf(value);
  return `${assignment.slice(0, at)}${STARS}${assignment.slice(at + value.length)}`;
}

function secretsInText(text: string): string[] {
  const shaped = SHAPES.flatMap((shape) => [...text.matchAll(shape)].map(([, secret]) => secret));
  const assigned = [...text.matchAll(ASSIGNMENT)].map(([, a, b, c]) => a ?? b ?? c);
  return [...shaped, ...assigned].filter(
    (secret) =>
      secret !== undefined && secret.length >= SHORTEST_IN_TEXT && !NO_SECRETS.has(secret.toLowerCase()),
  ) as string[];
}
