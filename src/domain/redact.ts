import { asObject, parseJson } from './json';
import { secretForms } from './secret-forms';
import { NO_SECRETS, SHORTEST_IN_TEXT, secretsInText, starAssignments } from './secret-texts';
import { STARS, starOut } from './star-out';

/** An answer with more of them holds nothing else worth showing, and looking for each would take its time. */
const MOST_SECRETS = 20_000;

/** Texts in texts in texts: notifications need one level (contract, "details"), and recursion must end. */
const MOST_TEXTS = 4;

/**
 * Replaces passwords, tokens, secrets and keys in an answer of the API by `***`: the values under names that sound
 * like one, in JSON, in JSON inside texts and in `name=value` texts, and the same values wherever else they occur.
 * JSON stays JSON. Of an answer that cannot be searched nothing is shown.
 */
export function redact(text: string): string {
  const parsed = parseJson(text);
  try {
    return redacted(text, parsed);
  } catch (error) {
    // V8 optimizes no expression once it has compiled a megabyte of them, and then a run of about five million
    // characters is more than its stack of 64 MB can go back through.
    if (error instanceof RangeError) return nothingOf(parsed);
    throw error;
  }
}

function redacted(text: string, parsed: ParsedJson): string {
  const found = new Set<string>();
  collect(parsed === undefined ? text : parsed.value, { isSecret: false, texts: 0 }, found);
  if (found.size > MOST_SECRETS) return nothingOf(parsed);
  const forms = [...new Set([...found].flatMap(secretForms))];
  const starred = starOut(forms);
  const clean: Cleaner = {
    // A short password like "user" would cut up the names of fields.
    name: starOut(forms.filter(({ length }) => length >= SHORTEST_IN_TEXT)),
    text: (part) => starAssignments(starred(part)),
  };
  return parsed === undefined
    ? clean.text(text)
    : JSON.stringify(rebuilt(parsed.value, { isSecret: false, texts: 0 }, clean));
}

type ParsedJson = ReturnType<typeof parseJson>;

function nothingOf(parsed: ParsedJson): string {
  return parsed === undefined ? STARS : JSON.stringify(STARS);
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

/** Where a value stands. */
interface Place {
  /** Below a name that sounds like a secret. */
  readonly isSecret: boolean;
  /** In so many texts that hold JSON. */
  readonly texts: number;
}

function collect(value: unknown, { isSecret, texts }: Place, found: Set<string>): void {
  if (typeof value === 'string') {
    if (isSecret) {
      if (!NO_SECRETS.has(value.toLowerCase())) found.add(value);
      return;
    }
    const inner = innerJson(value);
    if (inner === undefined) for (const secret of secretsInText(value)) found.add(secret);
    else if (texts < MOST_TEXTS) collect(inner.value, { isSecret: false, texts: texts + 1 }, found);
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, { isSecret, texts }, found);
  } else {
    const fields = asObject(value) ?? {};
    for (const [name, field] of Object.entries(fields)) {
      collect(field, { isSecret: isSecret || isSecretField(fields, name), texts }, found);
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

function rebuilt(value: unknown, { isSecret, texts }: Place, clean: Cleaner): unknown {
  if (typeof value === 'string') {
    if (isSecret) return value === '' ? value : STARS;
    const inner = innerJson(value);
    if (inner === undefined) return clean.text(value);
    if (texts >= MOST_TEXTS) return STARS;
    return JSON.stringify(rebuilt(inner.value, { isSecret: false, texts: texts + 1 }, clean));
  }
  if (typeof value === 'number') return isSecret ? STARS : value;
  if (Array.isArray(value)) return value.map((item) => rebuilt(item, { isSecret, texts }, clean));
  const fields = asObject(value);
  if (fields === undefined) return value;
  const entries = Object.entries(fields).map(([name, field]) => [
    clean.name(name),
    rebuilt(field, { isSecret: isSecret || isSecretField(fields, name), texts }, clean),
  ]);
  return Object.fromEntries(entries);
}

/** Notifications are texts that hold JSON (contract, "details"). */
function innerJson(text: string): { readonly value: unknown } | undefined {
  return /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
}
