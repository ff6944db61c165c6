// Builds dist/ from src/: tsc emits ES modules, ncc bundles each entry into CommonJS (it starts twice as fast as a
// bundle of ES modules) with lazy chunks beside it.
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minifySync, parseSync } from '@swc/core';

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

/**
 * Shortens a file, in ASCII alone: one emoji makes Node keep the whole text at two bytes a character, which takes
 * longer to read.
 */
const minified = (code) =>
  minifySync(code, { compress: true, mangle: true }).code.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * Puts the function of each bundled module in parentheses. V8 would else read it twice, once to find its end and again
 * when it is called, which is at once: a tenth of the time of a whole run.
 */
const eager = (code) => {
  const { body } = parseSync(code);
  const marks = [];
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return;
    if (node.type === 'KeyValueProperty' && node.key.type === 'NumericLiteral') {
      marks.push([node.value.span.start, '('], [node.value.span.end, ')']);
    } else for (const child of Object.values(node)) visit(child);
  };
  visit(body);
  // Positions go on from the last text that was parsed.
  const zero = body[0].span.start;
  const ends = [...marks.map(([position]) => position - zero), code.length];
  return ends
    .map((end, index) => `${code.slice(ends[index - 1] ?? 0, end)}${marks[index]?.[1] ?? ''}`)
    .join('');
};

/** Bundles one of tsc's outputs into a folder of dist/. The bundler itself would minify only the first file. */
const bundle = (entry, folder, ...options) => {
  const to = `dist/${folder}`;
  run('@vercel/ncc/dist/ncc/cli.js', 'build', `build/${entry}.js`, '--no-cache', '--out', to, ...options);
  for (const name of readdirSync(join(root, to)).filter((file) => file.endsWith('index.js'))) {
    const file = join(root, to, name);
    writeFileSync(file, eager(minified(readFileSync(file, 'utf8'))));
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
