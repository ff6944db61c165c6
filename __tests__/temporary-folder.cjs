// Jest's globalSetup and, through a file of its own, globalTeardown: what tests leave in the folder for temporary files
// is in one of theirs, which goes with them.
const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

module.exports = () => {
  const folder = mkdtempSync(join(tmpdir(), 'scenario-lab-tests-'));
  // By the name that each system has for it; workers and their children inherit it.
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
  globalThis.removeTemporaryFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
};
