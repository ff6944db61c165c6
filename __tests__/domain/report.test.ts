import { ActionError } from '../../src/domain/errors';
import { cleanText, line } from '../../src/domain/foreign-text';
import { type LabRecord, labOutput, observe, recordOfId } from '../../src/domain/lab-record';
import { type Report, summaryMarkdown } from '../../src/domain/report';
import { webLink } from '../../src/domain/web-link';

const record = (changes: Partial<LabRecord> = {}): LabRecord => ({
  ...recordOfId('3f0c9c0e'),
  name: 'acme/widgets@1.1.x',
  content: 'small/ransomware',
  profile: 'win10',
  status: 'SCENARIO_FINISHED',
  since: 1_000,
  until: 66_000,
  result: 'succeeded',
  seen: [
    { status: 'CREATED', at: 2_000 },
    { status: 'SCENARIO_SETUP', at: 10_000 },
    { status: 'SCENARIO_EXECUTION', at: 30_000 },
    { status: 'SCENARIO_FINISHED', at: 66_000 },
  ],
  ...changes,
});
const summary = (records: LabRecord[], changes: Partial<Report> = {}) =>
  summaryMarkdown({
    command: 'launch',
    result: 'succeeded',
    error: undefined,
    records,
    sections: [],
    toWallClock: (at) => at + 1_000_000,
    now: 70_000,
    ...changes,
  });
const decoded = (markdown: string) =>
  markdown.replace(/&#(\d+);/g, (_, point: string) => String.fromCodePoint(Number(point)));
const rows = (markdown: string) => markdown.split('\n').filter((text) => text.startsWith('| '));

test('each lab is a row', () => {
  const text = summary([record({ link: webLink('https://public.lab.example/3f') })]);
  const [, row] = rows(text);
  expect(decoded(row ?? '')).toBe(
    '| ✅ <code>acme/widgets@1.1.x</code><br><code>3f0c9c0e</code> | <code>small/ransomware</code> | <code>win10</code> | SCENARIO_FINISHED | 1m 05s | [open](https://public.lab.example/3f) |',
  );
  expect(decoded(text)).toMatch(/^### ✅ Scenario Lab: launch succeeded\n\n\| Lab \|/);
});

test('there is a column for links only where there is a link', () => {
  const link = webLink('https://public.lab.example/3f');
  expect(rows(summary([record(), record({ link })])).map((row) => row.split('|').length)).toEqual([8, 8, 8]);
  expect(summary([record()])).not.toContain('Link');
});

test('phases in a row are one bar, from the start of the step to the end of the lab', () => {
  const [picture] = /```mermaid\n([\s\S]*?)\n```/.exec(summary([record()]))?.slice(1) ?? [];
  expect(picture?.split('\n')).toEqual([
    'gantt',
    '  %%{init: {"gantt": {"leftPadding": 138}}}%%',
    '  dateFormat x',
    '  axisFormat %H:%M:%S',
    '  todayMarker off',
    '  section 1 small/ransomware',
    '    starting :1001000, 1030000',
    '    running :active, 1030000, 1066000',
    '    finished :done, 1066000, 1066001',
  ]);
});

test('a lab that is still on its way has a bar up to now', () => {
  const text = summary([record({ until: undefined, seen: [{ status: 'PAUSE', at: 5_000 }] })]);
  expect(text).toContain('    paused :crit, 1001000, 1070000');
});

test('nothing of a name can be syntax of the picture or the table', () => {
  const content = 'a:b;c#d\n%%{init}%% `x` | <b> end"';
  const text = summary([record({ content, name: content, profile: content, status: 'A|B<b>\n' })]);
  const picture = text.slice(text.indexOf('```mermaid'));
  expect(picture).toContain('  section 1 a b c d init x b end\n');
  expect(picture.split('\n').filter((row) => row.includes('section'))).toHaveLength(1);
  for (const row of rows(text)) {
    expect(row.split('|')).toHaveLength(7);
    expect(row).not.toMatch(/<b>|`/);
  }
});

test('a failed step shows its error as a quote of one line, with the code', () => {
  const error = new ActionError('lab-failed', {
    what: line`finish lab`,
    why: cleanText('it said <img> @everyone\n> # x'),
    remedy: line`Look at it`,
  });
  const text = summary([], { result: 'timed-out', error });
  expect(decoded(text)).toContain('### ⏱️ Scenario Lab: launch timed out');
  expect(text).not.toMatch(/<img|@/);
  expect(text.split('\n').filter((row) => row.startsWith('>'))).toHaveLength(3);
  expect(decoded(text)).toContain('Error code: <code>lab-failed</code>');
});

test('a step without labs has no table and no picture', () => {
  expect(summary([])).not.toMatch(/\||mermaid/);
});

test('very many labs are cut, and the summary stays far below what GitHub takes', () => {
  const text = summary(Array.from({ length: 1_000 }, () => record()));
  expect(rows(text)).toHaveLength(501);
  expect(text).toContain('500 more labs');
  expect(text.match(/ {2}section /g)).toHaveLength(20);
  expect(Buffer.byteLength(text)).toBeLessThan(1_000_000);
});

test('what the API says is taken over, and a change of status is seen once', () => {
  const lab = { id: '3f0c9c0e', status: 'CREATED', content: 'other', contentType: 'BAS', createdAt: 1_000 };
  const seen = recordOfId('3f0c9c0e');
  expect([observe(seen, lab, 1), observe(seen, lab, 2)]).toEqual([true, false]);
  expect(observe(seen, { ...lab, status: 'ERROR', content: '', contentType: '' }, 3)).toBe(true);
  expect(seen.seen).toEqual([
    { status: 'CREATED', at: 1 },
    { status: 'ERROR', at: 3 },
  ]);
  expect([seen.content, seen.contentType]).toEqual(['other', 'BAS']);
});

test('the output of a lab has the documented keys and dates as ISO 8601', () => {
  const lab = {
    id: 'x',
    status: 'COMPLETED',
    content: 'c',
    contentType: 'KILLCHAIN',
    createdAt: 0,
    endedAt: 61_000,
  };
  expect(labOutput({ ...record({ lab, created: true }), contentType: 'KILLCHAIN' })).toEqual({
    id: '3f0c9c0e',
    name: 'acme/widgets@1.1.x',
    'content-type': 'KILLCHAIN',
    content: 'small/ransomware',
    profile: 'win10',
    status: 'SCENARIO_FINISHED',
    result: 'succeeded',
    'error-code': '',
    created: true,
    'public-link': null,
    'created-at': '1970-01-01T00:00:00.000Z',
    'started-at': null,
    'ended-at': '1970-01-01T00:01:01.000Z',
  });
});
