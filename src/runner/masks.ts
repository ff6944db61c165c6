import { setSecret } from '@actions/core';
import { formEncode } from '../domain/client-authentication';
import { SHORTEST_MASK, secretForms } from '../domain/secret-forms';
import type { Secrets } from '../domain/secrets';

/** Shorter lines of a multi-line secret (the last one of a PEM) would hit ordinary text. */
const SHORTEST_LINE = 8;

/** Settings of {@link createSecrets}. */
export interface SecretSettings {
  /** Texts that no mask may touch, because the runner drops a job output in which it would replace anything. */
  readonly neverMasked: readonly string[];
  /** A secret is not masked: it is too short, or the mask would hit our own outputs. */
  readonly onRefused: (why: 'short' | 'common') => void;
}

/**
 * The secrets of this run. The runner masks a text's encodings by itself, but also each of its lines however short,
 * so only single lines long enough to be secret are handed to it.
 */
export function createSecrets({ neverMasked, onRefused }: SecretSettings): Secrets {
  const known = new Set<string>();
  const masked = new Set<string>();
  let wanted = wantedOf([], () => false);
  const isOurs = (text: string): boolean => neverMasked.some((output) => output.includes(text));

  function mask(text: string): void {
    if (masked.has(text)) return;
    if (text.length < SHORTEST_MASK) {
      onRefused('short');
      return;
    }
    if (isOurs(text)) {
      onRefused('common');
      return;
    }
    masked.add(text);
    setSecret(text);
  }

  return {
    add: (secret) => {
      if (secret === '' || known.has(secret)) return;
      known.add(secret);
      for (const part of maskableParts(secret)) {
        mask(part);
        mask(formEncode(part));
        mask(JSON.stringify(part).slice(1, -1));
      }
      const more = secretForms(secret).filter((form) => !isOurs(form));
      const forms = [...new Set([...wanted.forms, ...more])].sort((a, b) => b.length - a.length);
      wanted = wantedOf(forms, isOurs);
    },
    scrub: (text) => scrub(text, wanted),
  };
}

/** A single-line secret as it is; of a multi-line one the lines that are long enough and no PEM armour. */
function maskableParts(secret: string): string[] {
  const lines = secret
    .split(/\r\n|\r|\n/)
    .map((part) => part.trim())
    .filter(Boolean);
  return lines.length < 2
    ? lines
    : lines.filter((part) => part.length >= SHORTEST_LINE && !part.startsWith('-----'));
}

/** What is looked for in a text; made anew with each secret, so that looking is cheap. */
interface Wanted {
  /** Longest first. */
  readonly forms: readonly string[];
  readonly beginnings: readonly Beginning[];
  /** The same without white space. */
  readonly tightForms: readonly string[];
  readonly tightBeginnings: readonly Beginning[];
}

/** How forms begin, for secrets that somebody cut. */
interface Beginning {
  readonly start: string;
  /** Every form that begins so. */
  readonly forms: readonly string[];
}

/** So much of a secret gives it away; tokens that begin alike are all secret. */
const TELLING = 16;

/** Shorter forms would be found in the seams of ordinary words. */
const SHORTEST_SPLIT = 8;

// White space, and what is invisible: with it a secret can be split and still be read.
const SPLITTERS = /[\s\p{Cc}\p{Cf}]+/gu;

function wantedOf(forms: readonly string[], isOurs: (text: string) => boolean): Wanted {
  const tightForms = forms
    .map((form) => form.replace(SPLITTERS, ''))
    .filter(({ length }) => length >= SHORTEST_SPLIT);
  return {
    forms,
    tightForms,
    beginnings: beginningsOf(forms, isOurs),
    tightBeginnings: beginningsOf(tightForms, isOurs),
  };
}

function beginningsOf(forms: readonly string[], isOurs: (text: string) => boolean): Beginning[] {
  const found = new Map<string, string[]>();
  for (const form of forms.filter(({ length }) => length >= TELLING * 1.5)) {
    const start = form.slice(0, TELLING);
    if (!isOurs(start)) found.set(start, [...(found.get(start) ?? []), form]);
  }
  return [...found].map(([start, alike]) => ({ start, forms: alike }));
}

function scrub(text: string, wanted: Wanted): string {
  let rest = text;
  for (const form of wanted.forms) {
    if (rest.includes(form)) rest = rest.replaceAll(form, '***');
  }
  const result = withoutCuts(rest, wanted.beginnings);
  // A secret that was split over lines is still there once white space is left out; then nothing of the text is kept.
  const tight = rest.replace(SPLITTERS, '');
  if (tight === rest) return result;
  const isSplit =
    wanted.tightForms.some((form) => tight.includes(form)) ||
    withoutCuts(tight, wanted.tightBeginnings) !== result.replace(SPLITTERS, '');
  return isSplit ? '***' : result;
}

function withoutCuts(text: string, beginnings: readonly Beginning[]): string {
  return beginnings.reduce(withoutCut, text);
}

/** Takes out the beginning of a secret whose end somebody cut off. */
function withoutCut(text: string, { start, forms }: Beginning): string {
  let result = '';
  let end = 0;
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, end)) {
    result += `${text.slice(end, at)}***`;
    end = at + Math.max(...forms.map((form) => commonLength(text, at, form)));
  }
  return result + text.slice(end);
}

function commonLength(text: string, at: number, form: string): number {
  let length = TELLING;
  while (length < form.length && text[at + length] === form[length]) length += 1;
  return length;
}
