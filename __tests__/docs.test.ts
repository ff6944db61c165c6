import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { parse } from 'yaml';
import { COMMANDS } from '../src/domain/command-inputs';
import { ERROR_CODES } from '../src/domain/errors';

const root = resolve(__dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Described {
  readonly description?: string;
}
const action = parse(read('action.yml')) as {
  readonly inputs: Record<string, Described>;
  readonly outputs: Record<string, Described>;
};
const readme = read('README.md');
const blocks = [...readme.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, yaml = '']) => yaml);
/** The names in the first column of the README's tables. */
const rows = [...readme.matchAll(/^\| `([a-z-]+)` +\|/gm)].map(([, name]) => name);

describe('the troubleshooting guide', () => {
  const sections = read('docs/troubleshooting.md').split(/^## /m).slice(1);
  const codes = sections
    .map((section) => section.split('\n', 1)[0] ?? '')
    .filter((title) => /^[a-z-]+$/.test(title));

  test('has a heading for each error code, in the order of the code, and for nothing else', () => {
    expect(codes).toEqual([...ERROR_CODES]);
  });

  test.each(ERROR_CODES)('tells what %s means and lists its causes', (code) => {
    const section = sections.find((text) => text.startsWith(`${code}\n`)) ?? '';
    expect(section).toMatch(/^[a-z-]+\n\n[A-Z][^\n]{20,}/);
    expect(section).toMatch(/^1\. \S/m);
  });
});

describe('the README', () => {
  test.each([...Object.keys(action.inputs), ...Object.keys(action.outputs), ...COMMANDS])(
    'has a row for %s',
    (name) => {
      expect(rows).toContain(name);
    },
  );

  test('the description of the input command names every command', () => {
    for (const command of COMMANDS) expect(action.inputs.command?.description).toContain(`\`${command}\``);
  });

  test('has the quick start of the examples', () => {
    expect(blocks).toContain(read('examples/quick-start.yml'));
  });

  test('names every example, and tells what it is for', () => {
    const named = [...readme.matchAll(/^- \[([\w-]+\.yml)\]\(examples\/\1\): \S/gm)].map(([, name]) => name);
    expect(named.sort()).toEqual(readdirSync(join(root, 'examples')).sort());
  });

  test.each(['preview.yml', 'verify-release.yml'])('shows a caller of %s, in about ten lines', (name) => {
    const callers = blocks.filter((yaml) => yaml.includes(`/.github/workflows/${name}@`));
    expect(callers).toHaveLength(1);
    expect(callers[0]?.split('\n').length).toBeLessThanOrEqual(13);
    const called = parse(read(`.github/workflows/${name}`)).on.workflow_call as Called;
    const [job] = Object.values((parse(callers[0] ?? '') as Workflow).jobs ?? {});
    expect(Object.keys(called.inputs)).toEqual(expect.arrayContaining(Object.keys(job?.with ?? {})));
    expect(Object.keys(called.secrets)).toEqual(Object.keys(job?.secrets ?? {}));
  });
});

test.each(['examples/pull-request-preview.yml', '.github/workflows/preview.yml'])(
  '%s: a push cancels the run before it, a closing does not',
  (name) => {
    expect(parse(read(name)).concurrency).toEqual({
      group: expect.stringMatching(/preview-\$\{\{ github\.event\.pull_request\.number \}\}$/),
      'cancel-in-progress': expect.stringMatching(/^\$\{\{ github\.event\.action != 'closed' \}\}$/),
    });
  },
);

test('CONTRIBUTING says of each package why it is here', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, object>;
  const cells = [...read('CONTRIBUTING.md').matchAll(/^\| (`.*?) +\| +\S/gm)].map(([, cell = '']) => cell);
  const named = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  expect(named.sort()).toEqual(Object.keys({ ...dependencies, ...devDependencies }).sort());
});

test('Dependabot looks after the pins of the examples with those of our own workflows, in one pull request', () => {
  const { updates } = parse(read('.github/dependabot.yml')) as { updates: readonly Update[] };
  const [actions] = updates.filter((update) => update['package-ecosystem'] === 'github-actions');
  expect(actions?.directories).toEqual(['/', '/examples']);
  expect(actions?.groups).toEqual({ actions: { patterns: ['*'] } });
});
interface Update {
  readonly 'package-ecosystem': string;
  readonly directories?: readonly string[];
  readonly groups?: unknown;
}

/** The README's blocks, the examples and the reusable workflows, by what to call them. */
const workflows: readonly [string, string][] = [
  ...blocks.map((yaml, index): [string, string] => [`block ${index + 1} of the README`, yaml]),
  ...readdirSync(join(root, 'examples')).map((name): [string, string] => [name, read(`examples/${name}`)]),
  ...['preview.yml', 'verify-release.yml'].map((name): [string, string] => [
    `the reusable ${name}`,
    read(`.github/workflows/${name}`),
  ]),
];

describe.each(workflows)('%s', (_, yaml) => {
  const workflow = parse(yaml) as Workflow;
  const jobs = Object.values(workflow.jobs ?? {});
  const steps = [workflow, ...jobs].flatMap((job) => job.steps ?? []);

  test('uses only inputs and outputs of ours that exist', () => {
    const ours = [...steps, ...jobs].filter(({ uses }) => uses?.includes('/scenario-lab'));
    expect(ours).not.toEqual([]);
    for (const { with: inputs } of ours.filter(({ uses }) => uses?.includes('/scenario-lab@'))) {
      expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs ?? {})));
    }
    for (const [, output] of yaml.matchAll(/steps\.lab\.outputs\.([\w-]+)/g)) {
      expect(Object.keys(action.outputs)).toContain(output);
    }
  });

  test('gives no permission to a whole workflow', () => {
    if (workflow.jobs !== undefined) expect(workflow.permissions).toEqual({});
  });

  test('pins the actions of others, as our own workflows do', () => {
    const own = read('.github/workflows/ci.yml');
    for (const [, uses = '', version] of yaml.matchAll(/uses: (?!your-organization)(\S+)(.*)/g)) {
      expect(uses + version).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
      const [name = ''] = uses.split('@');
      if (own.includes(`uses: ${name}@`)) expect(own).toContain(`uses: ${uses}${version}`);
    }
  });
});

interface Step {
  readonly uses?: string;
  readonly with?: Record<string, string>;
}
interface Job extends Step {
  readonly steps?: Step[];
  readonly secrets?: Record<string, string>;
}
interface Workflow {
  readonly steps?: Step[];
  readonly permissions?: unknown;
  readonly jobs?: Record<string, Job>;
}
/** What a reusable workflow takes. */
interface Called {
  readonly inputs: Record<string, unknown>;
  readonly secrets: Record<string, unknown>;
}

describe('scripts/docs.mjs', () => {
  let copy: string;
  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), 'docs-'));
    for (const path of ['action.yml', 'README.md', 'scripts/docs.mjs', 'src/domain/command-inputs.ts']) {
      cpSync(join(root, path), join(copy, path));
    }
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  });
  afterEach(() => rmSync(copy, { recursive: true }));

  const change = (path: string, from: string | RegExp, to: string): void => {
    const before = readFileSync(join(copy, path), 'utf8');
    expect(before).toMatch(from);
    writeFileSync(join(copy, path), before.replace(from, to));
  };
  const docs = (...args: string[]): Promise<{ readonly failed: boolean; readonly said: string }> =>
    new Promise((done) => {
      execFile(process.execPath, [join(copy, 'scripts/docs.mjs'), ...args], (error, _, said) =>
        done({ failed: error !== null, said }),
      );
    });

  test('finds the README up to date', async () => {
    expect(await docs('--check')).toEqual({ failed: false, said: '' });
  });

  test('--check fails on another description and leaves the README alone; without it the README is mended', async () => {
    change('action.yml', 'Id of the first lab.', 'Id of the very first lab.');

    expect(await docs('--check')).toMatchObject({
      failed: true,
      said: expect.stringContaining('npm run docs'),
    });
    expect(readFileSync(join(copy, 'README.md'), 'utf8')).toBe(readme);

    expect(await docs()).toMatchObject({ failed: false });
    expect(readFileSync(join(copy, 'README.md'), 'utf8')).toContain(
      '| `lab-id` | Id of the very first lab. |',
    );
  });

  test('fails on an input without a description, and names it', async () => {
    change('action.yml', /description: Realm of .*/, 'required: false');

    expect(await docs()).toMatchObject({ failed: true, said: expect.stringContaining('inputs.realm') });
  });
});

describe('the links of', () => {
  const files = markdownFiles(root);

  test('the repository are looked at in all of its Markdown files', () => {
    expect(files).toEqual(
      expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/troubleshooting.md']),
    );
  });

  test.each(files)('%s lead somewhere', (file) => {
    const dead = linksIn(read(file)).filter((link) => !leadsSomewhere(file, link));
    expect(dead).toEqual([]);
  });
});

/** Paths with "/", as links have them. */
function markdownFiles(folder: string): string[] {
  const skipped = ['node_modules', 'build', 'dist', 'coverage'];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return entry.name.endsWith('.md') ? [relative(root, path).replaceAll('\\', '/')] : [];
    const hidden = entry.name.startsWith('.') && entry.name !== '.github';
    return entry.isDirectory() && !hidden && !skipped.includes(entry.name) ? markdownFiles(path) : [];
  });
}

/** Targets of links and pictures that stay in the repository. */
function linksIn(markdown: string): string[] {
  const text = markdown.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

function leadsSomewhere(file: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? join(root, file) : resolve(root, dirname(file), decodeURIComponent(path));
  if (!existsSync(target)) return false;
  return anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
}

/** GitHub's anchors: lower case, punctuation left out, "-" for spaces. */
function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
