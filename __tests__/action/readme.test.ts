import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { COMMANDS } from '../../src/domain/command-inputs';
import { type Sandbox, startSandbox } from '../../src/sandbox/deployment';
import { runAtGitHub } from './preview-step';
import { type Inputs, serviceAccountInputs } from './run-action';

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

const ROOT = join(__dirname, '..', '..');
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
/** Whole workflows, which the end-to-end tests run. */
const examples = readdirSync(join(ROOT, 'examples')).map((name) =>
  readFileSync(join(ROOT, 'examples', name), 'utf8'),
);
/** The README's steps in sequences; whole workflows of several jobs are for an end-to-end test. */
const sequences = [...readme.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].flatMap(([, yaml = '']) => {
  const { steps, jobs = {} } = parse(yaml) as { steps?: Step[]; jobs?: Record<string, { steps: Step[] }> };
  const [only, ...others] = Object.values(jobs);
  const sequence = steps ?? (others.length === 0 ? only?.steps : undefined);
  return sequence === undefined ? [] : [sequence.filter(({ uses }) => uses?.includes('/scenario-lab@'))];
});
const commandOf = ({ with: inputs }: Step): string => String(inputs?.command ?? 'launch');

test('the README or a recipe shows every command', () => {
  const recipes = examples.flatMap((yaml) =>
    [...yaml.matchAll(/command: ([\w-]+)/g)].map(([, name]) => name),
  );
  expect(new Set([...sequences.flat().map(commandOf), ...recipes])).toEqual(new Set(COMMANDS));
});

describe('the README’s example', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ phaseMs: 30 });
  });
  afterEach(() => sandbox.close());

  test.each(sequences.map((steps) => [steps.map(commandOf).join(', '), steps] as const))(
    'of %s works as it stands',
    async (_, steps) => {
      const outputs: Record<string, Readonly<Record<string, string>>> = {};
      const event = sandbox.github.pullRequestEvent({ action: 'opened', number: 7 });
      for (const step of steps) {
        const inputs = { ...readableInputs(step, outputs), ...whereAndWho() };
        const ended = await runAtGitHub(sandbox, { inputs, event });
        expect({ command: commandOf(step), log: ended.log, exitCode: ended.exitCode }).toMatchObject({
          exitCode: 0,
        });
        expect(ended.annotations).toEqual([]);
        outputs[step.id ?? ''] = ended.outputs;
      }
    },
  );

  /** In the place of the variables and secrets that the examples name. */
  function whereAndWho(): Inputs {
    return { ...serviceAccountInputs(sandbox), domain: '', 'refresh-token': '', 'poll-interval': '' };
  }
});

/** A step's inputs with the outputs of earlier steps filled in. */
function readableInputs(
  { with: inputs = {} }: Step,
  outputs: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Inputs {
  const fill = (text: string): string =>
    text.replace(/\$\{\{ steps\.([\w-]+)\.outputs\.([\w-]+) \}\}/g, (_, id, name) => {
      const value = outputs[id]?.[name];
      if (value === undefined) throw new Error(`there is no output ${name} of step ${id}`);
      return value;
    });
  return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, fill(String(value))]));
}
