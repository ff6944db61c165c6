// Builds dist/ from src/: tsc emits ES modules, ncc bundles each entry into CommonJS (it starts twice as fast as a
// bundle of ES modules) with lazy chunks beside it.
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minifySync } from '@swc/core';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const run = (tool, ...args) =>
  execFileSync(process.execPath, [join(root, 'node_modules', tool), ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });

rmSync(join(root, 'build'), { recursive: true, force: true });
rmSync(join(root, 'dist'), { recursive: true, force: true });
run('typescript/bin/tsc');

// The bundler leaves out what nobody uses of a package only where the package says that loading it does nothing else.
// The toolkit says nothing, so each of its exports would come with all that it imports: an HTTP client for id tokens,
// child processes for a description of the platform. The copy beside our own code, which the bundler finds first, says it, and
// lets a lazy chunk import a part of the package by its file.
for (const name of ['@actions/core', '@actions/http-client']) {
  const copy = join(root, 'build', 'node_modules', name);
  cpSync(join(root, 'node_modules', name), copy, { recursive: true });
  const file = join(copy, 'package.json');
  const about = JSON.parse(readFileSync(file, 'utf8'));
  const exports = { ...about.exports, './lib/*': './lib/*.js' };
  writeFileSync(file, JSON.stringify({ ...about, exports, sideEffects: false }));
}

/** Bundles one of tsc's outputs into a folder of dist/. The bundler minifies only the first file, so the chunks follow. */
const bundle = (entry, folder, ...options) => {
  run(
    '@vercel/ncc/dist/ncc/cli.js',
    'build',
    `build/${entry}.js`,
    '--no-cache',
    '--minify',
    '--out',
    `dist/${folder}`,
    ...options,
  );
  for (const name of readdirSync(join(root, 'dist', folder)).filter((file) =>
    /^\d+\.index\.js$/.test(file),
  )) {
    const chunk = join(root, 'dist', folder, name);
    writeFileSync(chunk, minifySync(readFileSync(chunk, 'utf8'), { compress: true, mangle: true }).code);
  }
};

/** A file of dist/ that calls one of a bundle's exports. */
const launcher = (file, folder, call) =>
  writeFileSync(join(root, 'dist', file), `require('${folder}/index.js').${call};\n`);

// The runner starts main.js or post.js.
bundle('action', 'action', '--license', 'licenses.txt');
launcher('main.js', './action', 'main()');
launcher('post.js', './action', 'post()');

// `npm run demo` and `npm run sandbox`, which work before anything is installed. Only our own code is inside.
bundle('demo', 'demo/bundle');
launcher('demo/index.js', './bundle', `demo(require('node:path').dirname(__dirname))`);
launcher('demo/sandbox.js', './bundle', 'sandbox()');
