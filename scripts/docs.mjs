// Writes the README's tables from action.yml and src/domain/command-inputs.ts. With --check it writes nothing and
// fails when the README is not what they give.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';
import { isMap, parseDocument } from 'yaml';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const read = (path) => readFileSync(join(root, path), 'utf8');

/** Inputs or outputs in the order of action.yml; `group` is the comment that stands above the first of several. */
function readEntries(action, section) {
  const map = action.get(section, true);
  if (!isMap(map)) throw new Error(`action.yml has no ${section}.`);
  let group = '';
  return map.items.map(({ key, value }, index) => {
    const comment = key.commentBefore ?? (index === 0 ? map.commentBefore : undefined);
    group = comment?.trim() ?? group;
    const description = String(value?.get?.('description') ?? '').trim();
    if (description === '') throw new Error(`${section}.${key.value} in action.yml has no description.`);
    return { name: String(key.value), group, description };
  });
}

/** The module imports nothing, so it runs on its own once its types are gone; no build is needed. */
async function readCommandInputs() {
  const { code } = transformSync(read('src/domain/command-inputs.ts'), {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
  });
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}

const cell = (text) => text.replaceAll('|', '\\|');
/** Without padding, so that one longer description changes one line; the formatter would pad. */
const table = (head, rows) =>
  [
    '<!-- biome-ignore format: made by npm run docs -->\n',
    ...[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');
const entryTable = (head, entries) =>
  table(
    [head, 'Meaning'],
    entries.map(({ name, description }) => [`\`${name}\``, cell(description)]),
  );

function inputTables(inputs) {
  return [...new Set(inputs.map(({ group }) => group))]
    .map(
      (group) =>
        `### ${group}\n\n${entryTable(
          'Input',
          inputs.filter((input) => input.group === group),
        )}`,
    )
    .join('\n\n');
}

/** A column per command, for the inputs that not every command uses. */
function usageTable({ COMMANDS, INPUT_USERS }) {
  const inputs = Object.entries(INPUT_USERS);
  const usedByAll = inputs
    .filter(([, users]) => users.length === COMMANDS.length)
    .map(([name]) => `\`${name}\``);
  const others = inputs.filter(([, users]) => users.length < COMMANDS.length);
  const rows = others.map(([name, users]) => [
    `\`${name}\``,
    ...COMMANDS.map((command) => (users.includes(command) ? '✓' : '')),
  ]);
  const rest =
    rows.length === 0
      ? []
      : ['The others:', table(['Input', ...COMMANDS.map((command) => `\`${command}\``)], rows)];
  return [`Every command uses ${usedByAll.join(', ')}.`, ...rest].join('\n\n');
}

function replaceBetweenMarkers(text, name, content) {
  const [begin, end] = [`<!-- ${name}: made by npm run docs -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`README.md lacks the markers ${begin} and ${end}.`);
  return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`;
}

const action = parseDocument(read('action.yml'));
const readme = read('README.md');
const sections = {
  inputs: inputTables(readEntries(action, 'inputs')),
  'inputs by command': usageTable(await readCommandInputs()),
  outputs: entryTable('Output', readEntries(action, 'outputs')),
};
const wanted = Object.entries(sections).reduce(
  (text, [name, content]) => replaceBetweenMarkers(text, name, content),
  readme,
);
if (process.argv.includes('--check')) {
  if (wanted !== readme) {
    console.error('README.md is not what action.yml gives. Run "npm run docs".');
    process.exitCode = 1;
  }
} else if (wanted !== readme) {
  writeFileSync(join(root, 'README.md'), wanted);
}
