import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const DIST = join(__dirname, '..', 'dist');

/** Rows of name and kilobytes: each file of the action's bundle, and all of dist/. */
export function bundleSizes(): string[][] {
  const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  const size = (name: string): number => statSync(join(DIST, name)).size / 1_000;
  const all = files.reduce((sum, name) => sum + size(name), 0);
  const rows = files.sort().map((name) => [`dist/${name}`, size(name).toFixed(1)]);
  return [...rows, ['all of dist/', all.toFixed(1)]];
}
