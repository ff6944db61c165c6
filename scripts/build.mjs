// Builds dist/ from src/: tsc emits ES modules, ncc bundles each entry into CommonJS (it starts twice as fast as a
// bundle of ES modules) with lazy chunks beside it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const run = (tool, ...args) =>
  execFileSync(process.execPath, [join(root, 'node_modules', tool), ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });

rmSync(join(root, 'build'), { recursive: true, force: true });
rmSync(join(root, 'dist'), { recursive: true, force: true });
run('typescript/bin/tsc');
run(
  '@vercel/ncc/dist/ncc/cli.js',
  'build',
  'build/action.js',
  '--no-cache',
  '--minify',
  '--license',
  'licenses.txt',
  '--out',
  'dist/action',
);

// The runner starts one of these two.
mkdirSync(join(root, 'dist'), { recursive: true });
for (const step of ['main', 'post']) {
  writeFileSync(join(root, 'dist', `${step}.js`), `require('./action/index.js').${step}();\n`);
}
