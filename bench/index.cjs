// `npm run bench`: lets Node load the TypeScript of this folder and of the sandbox, then starts it or one of its
// servers. Types are taken away by the compiler that the tests use; nothing is written.
const { readFileSync } = require('node:fs');
const { transformSync } = require('@swc/core');

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
    module: { type: 'commonjs', ignoreDynamic: true },
  });
  module._compile(code, filename);
};
require(process.argv[2]?.endsWith('.ts') ? process.argv[2] : './main.ts');
