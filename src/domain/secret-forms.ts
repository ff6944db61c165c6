import { formEncode } from './client-authentication';

/** Shorter masks would hit ordinary text. */
export const SHORTEST_MASK = 4;

/**
 * Every form in which a secret can turn up: as it is, trimmed, each line of a multi-line one, percent- and
 * form-encoded (with capital or small digits), JSON- and HTML-escaped, and in base64 at each of the three alignments (inside other encoded text).
 * Longest first, so that a replacement never leaves the rest of a longer one. Forms under four characters are left out.
 */
export function secretForms(secret: string): string[] {
  const lines = secret.split(/\r\n|\r|\n/).map((part) => part.trim());
  const plain = [secret, secret.trim(), ...lines];
  const forms = new Set(plain);
  for (const text of [secret, secret.trim()]) {
    for (const form of [encodeURIComponent(wellFormed(text)), formEncode(text)]) {
      forms.add(form);
      forms.add(form.replace(/%[0-9A-F]{2}/g, (digits) => digits.toLowerCase()));
    }
    forms.add(htmlEscaped(text));
    forms.add(JSON.stringify(text).slice(1, -1));
    for (const form of base64Forms(text)) forms.add(form);
  }
  return [...forms].filter((form) => form.length >= SHORTEST_MASK).sort((a, b) => b.length - a.length);
}

/** Lines that a runner would mask although they are too short to be secret: each would blank ordinary text. */
export function shortLines(secret: string): string[] {
  const lines = secret.split(/\r\n|\r|\n/).map((part) => part.trim());
  return lines.length < 2 ? [] : lines.filter((part) => part !== '' && part.length < SHORTEST_MASK);
}

/** The characters of base64 that depend on the secret alone, wherever it starts in the encoded text. */
function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length < SHORTEST_MASK) return [];
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const first = Math.ceil((shift * 8) / 6);
    const certain = Math.floor(((shift + bytes.length) * 8) / 6);
    const form = encoded.slice(first, certain);
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function htmlEscaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

/** encodeURIComponent throws on lone surrogates. */
function wellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}
