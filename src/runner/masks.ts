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
  readonly onRefused: () => void;
}

/**
 * The secrets of this run. The runner masks a text's encodings by itself, but also each of its lines however short,
 * so only single lines long enough to be secret are handed to it.
 */
export function createSecrets({ neverMasked, onRefused }: SecretSettings): Secrets {
  const known = new Set<string>();
  const masked = new Set<string>();
  let forms: string[] = [];

  function mask(text: string): void {
    if (text.length < SHORTEST_MASK || masked.has(text)) return;
    if (neverMasked.some((output) => output.includes(text))) {
      onRefused();
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
      forms = [...new Set([...forms, ...secretForms(secret)])]
        .filter((form) => !neverMasked.some((output) => output.includes(form)))
        .sort((a, b) => b.length - a.length);
    },
    scrub: (text) => scrub(text, forms),
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

function scrub(text: string, forms: readonly string[]): string {
  let result = text;
  for (const form of forms) {
    if (result.includes(form)) result = result.replaceAll(form, '***');
  }
  // A secret that was split over lines is still there once white space is left out; then nothing of the text is kept.
  const squeezed = result.replace(/\s+/g, '');
  return squeezed !== result &&
    forms.some((form) => form.length >= 8 && squeezed.includes(form.replace(/\s+/g, '')))
    ? '***'
    : result;
}
