import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { parse } from 'yaml';
import { INPUT_USERS } from '../src/domain/command-inputs';

const ROOT = join(__dirname, '..');
const SRC = join(ROOT, 'src');
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name: name.split(sep).join('/'), text: readFileSync(join(SRC, name), 'utf8') }));

/** The folder, or `entries` for the files above them; the sandbox and the demo stand beside the action. */
const floorOf = (name: string) => {
  const [folder = ''] = name.replace(/\.ts$/, '').split('/');
  return name.includes('/') || folder === 'demo' ? folder : 'entries';
};

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

const IMPORT = /^(?:import|export)\s+(type\s)?[^;'"]*?from\s+'([^']+)'|\bimport\('([^']+)'\)/gm;
const imports: Import[] = files.flatMap(({ name, text }) =>
  [...text.matchAll(IMPORT)].map(([, type, fixed, lazy]) => ({
    from: name,
    to: fixed ?? lazy ?? '',
    typeOnly: type !== undefined,
  })),
);
const shown = ({ from, to, typeOnly }: Import) => `${from} -> ${typeOnly ? 'type ' : ''}${to}`;

/** What each floor may import, and what it may import the types of. */
const FLOORS: Record<string, { values: string[]; types: string[] }> = {
  domain: { values: ['domain'], types: [] },
  clients: { values: ['clients', 'domain'], types: [] },
  runner: { values: ['runner', 'domain'], types: ['clients'] },
  commands: { values: ['commands', 'domain'], types: ['clients', 'runner'] },
  entries: { values: ['entries', 'commands', 'clients', 'runner', 'domain'], types: [] },
};
test('imports go down only', () => {
  const wrong = imports
    .filter(({ from, to }) => to.startsWith('.') && floorOf(from) in FLOORS)
    .map((one) => ({
      ...one,
      to: normalize(join(dirname(one.from), one.to))
        .split(sep)
        .join('/'),
    }))
    .filter(({ from, to, typeOnly }) => {
      const { values = [], types = [] } = FLOORS[floorOf(from)] ?? {};
      return !values.includes(floorOf(to)) && !(typeOnly && types.includes(floorOf(to)));
    })
    .map(shown);
  expect(wrong).toEqual([]);
});

/** Packages and parts of Node by floor; what a floor's files have in common stands for all of them. */
const OUTSIDE: Record<string, RegExp> = {
  domain: /^domain\/client-assertion\.ts -> (type )?(node:crypto|jose)$/,
  clients:
    /^clients\/\S+ -> (type )?(node:(https?|net|stream|tls|zlib)|@actions\/(http-client(\/lib\/proxy)?|github)|https-proxy-agent)$/,
  runner:
    /^runner\/\S+ -> (type )?(node:(fs|os|path|crypto|tls|timers\/promises)|@actions\/core(\/lib\/oidc-utils)?|yaml)$/,
  commands: /^nothing$/,
  entries: /^\S+ -> (type )?(node:crypto|@actions\/core)$/,
};

test('packages and Node stay on their floors', () => {
  const wrong = imports
    .filter(({ from, to }) => !to.startsWith('.') && floorOf(from) in OUTSIDE)
    .map((one) => ({ one, allowed: OUTSIDE[floorOf(one.from)] }))
    .filter(({ one, allowed }) => allowed?.test(shown(one)) !== true)
    .map(({ one }) => shown(one));
  expect(wrong).toEqual([]);
});

test('only the runner floor and the entries see the process; time and chance are arguments below', () => {
  const code = files.map(({ name, text }) => ({ name, text: text.replace(/^\s*(\/\/|\/?\*).*$/gm, '') }));
  const using = (word: RegExp, floors: string[]) =>
    code
      .filter(({ name, text }) => floors.includes(floorOf(name)) && word.test(text))
      .map(({ name }) => name);
  expect(using(/\bprocess\./, ['domain', 'clients', 'commands'])).toEqual([]);
  expect(using(/\bDate\.now\(|\bnew Date\(\)|Math\.random/, ['domain', 'clients', 'commands'])).toEqual([]);
  expect(using(/\bsetFailed\b|\bconsole\./, ['domain', 'clients', 'commands', 'runner', 'entries'])).toEqual(
    [],
  );
});

test('a file longer than about 200 lines says why at its top', () => {
  const long = files.filter(({ text }) => text.split('\n').length > 225 && !/^(\/\/|\/\*)/.test(text));
  expect(long.map(({ name }) => name)).toEqual([]);
});

test('files are named for the noun they own', () => {
  const vague = files.filter(({ name }) =>
    /(^|[/-])(utils?|helpers?|common|misc|managers?)([.-]|\/)/.test(name),
  );
  expect(vague.map(({ name }) => name)).toEqual([]);
});

test('action.yml and the table of commands know the same inputs', () => {
  const path = join(ROOT, 'action.yml');
  expect(existsSync(path)).toBe(true);
  const { inputs } = parse(readFileSync(path, 'utf8')) as {
    inputs: Record<string, { description?: string }>;
  };
  expect(Object.keys(inputs).sort()).toEqual(Object.keys(INPUT_USERS).sort());
  for (const [name, { description }] of Object.entries(inputs))
    expect([name, description]).toEqual([name, expect.any(String)]);
});

test('every input that the runner floor reads is in the table of commands', () => {
  const READ =
    /\b(?:text|block|secret|yaml|pem|list|flag|flagIfGiven|count|choice|choiceIfGiven|duration)\(\s*'([a-z-]+)'/g;
  const read = files
    .filter(({ name }) => floorOf(name) === 'runner')
    .flatMap(({ text }) => [...text.matchAll(READ)].map(([, input = '']) => input));
  expect(read.length).toBeGreaterThan(30);
  expect(read.filter((input) => !(input in INPUT_USERS))).toEqual([]);
});
