import type { CST } from 'yaml';
import type { LogLine } from '../domain/foreign-text';
import { cleanText, line } from '../domain/foreign-text';
import { MAX_DEPTH } from '../domain/json';
import type { Scrub } from '../domain/secrets';

/** A parsed YAML text, or why it is none. */
export type Yaml = { readonly value: unknown } | { readonly why: LogLine };

/**
 * Parses YAML 1.2 (so also JSON). The parser is loaded when first needed.
 * @param scrub takes secrets out of what the parser quotes of the text
 */
export async function parseYaml(text: string, scrub: Scrub): Promise<Yaml> {
  const { Parser, parseDocument } = await import('yaml');
  const tooDeep = line`it is nested deeper than ${MAX_DEPTH} levels, or a part of it holds itself`;
  try {
    // Before anything recurses over it: near the end of the stack V8 cannot compile an expression, and ends the process.
    if (isNestedDeeper([...new Parser().parse(text)], MAX_DEPTH)) return { why: tooDeep };
    const document = parseDocument(text, { prettyErrors: false, logLevel: 'silent' });
    const [error] = document.errors;
    if (error !== undefined) {
      const before = text.slice(0, error.pos[0]);
      const message = cleanText(scrub(error.message), 120);
      return { why: line`line ${before.split('\n').length} is not YAML (${message})` };
    }
    // maxAliasCount bounds what a few lines of aliases can grow to.
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    return isDeeperThan(value, MAX_DEPTH) ? { why: tooDeep } : { value };
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return { why: line`it is not usable YAML (${cleanText(scrub(message), 120)})` };
  }
}

/** The parser's tokens form a tree; it is read without recursion. */
function isNestedDeeper(tokens: readonly CST.Token[], levels: number): boolean {
  const waiting = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { token, depth } = next;
    if (depth > levels) return true;
    if (token.type === 'document' && token.value !== undefined) waiting.push({ token: token.value, depth });
    if (!('items' in token)) continue;
    for (const { key, value } of token.items) {
      for (const inner of [key, value]) if (inner) waiting.push({ token: inner, depth: depth + 1 });
    }
  }
  return false;
}

/** An alias inside its own anchor makes a value without an end, which nothing can be written as. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(item, levels - 1));
}
