import type { LogLine } from '../domain/foreign-text';
import { cleanText, line } from '../domain/foreign-text';

/** A parsed YAML text, or why it is none. */
export type Yaml = { readonly value: unknown } | { readonly why: LogLine };

/** Parses YAML 1.2 (so also JSON). The parser is loaded when first needed. */
export async function parseYaml(text: string): Promise<Yaml> {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { prettyErrors: false, logLevel: 'silent' });
  const [error] = document.errors;
  if (error !== undefined) {
    const before = text.slice(0, error.pos[0]);
    return { why: line`line ${before.split('\n').length} is not YAML (${cleanText(error.message, 120)})` };
  }
  try {
    // maxAliasCount bounds what a few lines of aliases can grow to.
    return { value: document.toJS({ maxAliasCount: 100 }) };
  } catch (thrown) {
    return {
      why: line`it is not usable YAML (${cleanText(thrown instanceof Error ? thrown.message : thrown, 120)})`,
    };
  }
}
