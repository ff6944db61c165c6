import { join } from 'node:path';
import { type Sandbox, startSandbox } from '../sandbox/deployment';
import { type Act, demoActs } from './acts';
import { createJobLog } from './job-log';
import { createScreen, type Screen } from './screen';
import { runActionStep } from './stand-in-runner';
import { showSummary } from './summary-view';

/** Slow enough to be followed by eye, quick enough for two labs in a few seconds. */
const PHASE_MS = 280;

/** Runs the action's bundle as a runner would, and shows what a person would see; false when anything went wrong. */
export async function playDemo(dist: string, stream: NodeJS.WriteStream): Promise<boolean> {
  const screen = createScreen(stream);
  const sandbox = await startSandbox({ phaseMs: PHASE_MS });
  screen.say('Scenario Lab: the action itself, against a sandbox on this machine.', { tone: 'bold' });
  screen.say(
    `Lab API ${sandbox.baseUrl}, identity provider ${sandbox.authUrl}; nothing leaves loopback, and links lead nowhere.`,
  );
  try {
    const verdicts: boolean[] = [];
    for (const [index, act] of demoActs(sandbox).entries()) {
      heading(screen, `Act ${index + 1}: ${act.title}`);
      verdicts.push(await playAct({ act, dist, screen, sandbox }));
    }
    return sayEnd(screen, sandbox, verdicts.every(Boolean));
  } finally {
    await sandbox.close();
  }
}

interface Stage {
  readonly act: Act;
  readonly dist: string;
  readonly screen: Screen;
  readonly sandbox: Sandbox;
}

/** Main, what it left, then post, with one log as in a job. */
async function playAct({ act, dist, screen, sandbox }: Stage): Promise<boolean> {
  const log = createJobLog([act.inputs[act.secretInput] ?? '']);
  const onLine = (line: string): void => {
    const shown = log.read(line);
    if (shown !== undefined) screen.say(shown.text, { tone: shown.tone, prefix: '│ ' });
  };
  screen.say('with:');
  for (const [name, value] of Object.entries(act.inputs)) screen.say(`  ${name}: ${log.masked(value)}`);

  label(screen, 'dist/main.js');
  const main = await runActionStep({ file: join(dist, 'main.js'), inputs: act.inputs, state: {}, onLine });
  screen.say(`exit status ${main.exitCode} after ${seconds(main.ms)}`, {
    tone: main.exitCode === 0 ? 'green' : 'red',
  });
  label(screen, 'Outputs');
  screen.table(Object.entries(main.outputs).map(([name, value]) => [name, log.masked(value)] as const));
  label(screen, 'Job summary');
  showSummary(screen, log.masked(main.summary));

  label(screen, `The job ends: dist/post.js`);
  const requestsBefore = sandbox.requests.length;
  const post = await runActionStep({
    file: join(dist, 'post.js'),
    inputs: act.inputs,
    state: main.state,
    onLine,
  });
  const sent = sandbox.requests.length - requestsBefore;
  screen.say(
    `exit status ${post.exitCode} after ${seconds(post.ms)}; ${sent === 0 ? 'nothing was left to do, so it sent nothing' : `it sent ${count(sent, 'request')}`}`,
    { tone: post.exitCode === 0 ? 'green' : 'red' },
  );

  label(screen, 'As expected?');
  const visible = `${screen.said()}${main.raw}${post.raw}`;
  const checks = {
    ...act.expected(main),
    'post succeeds': post.exitCode === 0,
    'no lab is left': labsLeft(sandbox) === 0,
    'no secret shows': [...sandbox.secrets].every((secret) => !visible.includes(secret)),
  };
  for (const [what, holds] of Object.entries(checks)) {
    screen.say(`${holds ? '✓' : '✗'} ${what}`, { tone: holds ? 'green' : 'red' });
  }
  return Object.values(checks).every(Boolean);
}

/** Labs that nobody asked to go; one that is asked takes a moment for its teardown. */
function labsLeft({ labs }: Sandbox): number {
  return [...labs.values()].filter((lab) => lab.events.stoppedAt === undefined && !labs.life(lab).over)
    .length;
}

function sayEnd(screen: Screen, sandbox: Sandbox, asExpected: boolean): boolean {
  const left = labsLeft(sandbox);
  const good = asExpected && left === 0;
  const { requests } = sandbox;
  const logins = requests.filter(({ origin }) => origin === 'idp').length;
  heading(screen, good ? 'All went as it should' : 'Something went wrong');
  screen.say(
    `Left in the sandbox: ${left === 0 ? 'nothing' : count(left, 'lab')}. ${count(requests.length, 'request')} made: ${logins} to the identity provider, ${requests.length - logins} to the lab API.`,
    { tone: good ? 'green' : 'red' },
  );
  return good;
}

function heading(screen: Screen, text: string): void {
  screen.say(`\n━━ ${text} ${'━'.repeat(Math.max(0, screen.width - text.length - 4))}`, { tone: 'bold' });
}

function label(screen: Screen, text: string): void {
  screen.say(`\n${text}`, { tone: 'bold' });
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
