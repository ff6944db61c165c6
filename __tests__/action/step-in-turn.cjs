// Runs steps one after the other in one process, for tests that need thousands: a step costs ten times less than a
// process. For each the bundle is loaded anew, so nothing of the step before is left in it.
const { join, sep } = require('node:path');

const bundle = join(process.argv[2], 'action');
const { env, stdout, stderr } = process;
const write = { stdout: stdout.write, stderr: stderr.write };

/** A promise that nobody waits for ends a real process with a stack. */
let crash;
for (const event of ['unhandledRejection', 'uncaughtException']) {
  process.on(event, (error) => {
    crash = String(error?.stack ?? error);
  });
}

async function runOnce(step) {
  for (const name of Object.keys(env)) delete env[name];
  Object.assign(env, step.env);
  process.chdir(step.cwd);
  process.exitCode = 0;
  crash = undefined;
  let output = '';
  const capture = (chunk) => {
    output += chunk;
    return true;
  };
  stdout.write = capture;
  stderr.write = capture;
  let timer;
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, step.patienceMs, 'hangs');
  });
  let ended;
  try {
    for (const file of Object.keys(require.cache))
      if (file.startsWith(bundle + sep)) delete require.cache[file];
    module.children.length = 0;
    ended = await Promise.race([require(join(bundle, 'index.js')).main(), patience]);
    await new Promise(setImmediate);
  } catch (error) {
    crash = String(error.stack);
  }
  clearTimeout(timer);
  Object.assign(stdout, { write: write.stdout });
  Object.assign(stderr, { write: write.stderr });
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
  const { exitCode } = process;
  process.exitCode = 0;
  return { output, exitCode, crash: ended === 'hangs' ? 'the step does not end' : crash };
}

process.on('message', async (step) => process.send(await runOnce(step)));
