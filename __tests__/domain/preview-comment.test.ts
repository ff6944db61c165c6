import fc from 'fast-check';
import type { Lab } from '../../src/domain/lab';
import { LONGEST_COMMENT, readCommentState } from '../../src/domain/lab-comment';
import type { LabPlan } from '../../src/domain/lab-plan';
import type { LabRecord } from '../../src/domain/lab-record';
import { observe, recordOfPlan } from '../../src/domain/lab-record';
import type { PreviewView } from '../../src/domain/preview-comment';
import { previewComment } from '../../src/domain/preview-comment';
import { webLink } from '../../src/domain/web-link';

const readPreview = (body: string) => readCommentState('scenario-lab-preview', body);

const PLAN: LabPlan = {
  kind: 'scenario',
  content: 'small-company/ransomware',
  profile: 'windows10-simple',
  name: 'octo/lab#7',
  nameIsUnique: true,
  publicAccess: true,
  config: { max_duration: 28_800 },
};

function record(changes: Partial<LabPlan> = {}, status = 'SCENARIO_EXECUTION', id = 'lab-1'): LabRecord {
  const made = recordOfPlan({ ...PLAN, ...changes });
  const lab: Lab = {
    id,
    status,
    content: made.content,
    contentType: 'KILLCHAIN',
    createdAt: Date.parse('2026-03-01T08:00:00Z'),
  };
  Object.assign(made, { id, since: 0, until: 185_000, created: true });
  observe(made, lab, 1);
  made.link = webLink('https://public.lab.example/lab-1');
  return made;
}

const view = (changes: Partial<PreviewView> = {}): PreviewView => ({
  commentKey: 'default',
  stage: 'ready',
  records: [record()],
  error: undefined,
  runUrl: webLink('https://github.com/octo/lab/actions/runs/1'),
  commit: '0123456789abcdef',
  ...changes,
});

test('a ready preview shows the link, the status, the time it took and when the platform ends it', () => {
  const text = previewComment(view());
  expect(text).toContain('### 🟢 Scenario lab is ready');
  expect(text).toContain(
    'running<br><code>SCENARIO&#95;EXECUTION</code> | 3m 05s | 2026-03-01 16:00 UTC | **[Open the lab](https://public.lab.example/lab-1)** |',
  );
  expect(text).toContain('Commit <code>0123456</code> · [log of the run](https://github.com/octo/lab/');
});

test('a lab without a limit never ends by itself, and a reused one says so', () => {
  const reused = record({ config: { max_duration: 0 } });
  reused.created = false;
  expect(previewComment(view({ records: [reused] }))).toContain('| reused | never |');
});

test('several labs are spoken of in the plural', () => {
  const records = [record(), record({}, 'PENDING', 'lab-2')];
  expect(previewComment(view({ records, stage: 'starting' }))).toContain('⏳ Scenario labs are starting');
  expect(previewComment(view({ records, stage: 'removed' }))).toContain('Scenario labs were removed');
});

test('a removed preview has no link and no table', () => {
  const text = previewComment(view({ stage: 'removed' }));
  expect(text).not.toContain('public.lab.example');
  expect(text).not.toContain('|');
});

test('the hidden state is read back, and only from the start of a comment', () => {
  const text = previewComment(view({ commentKey: 'a--b' }));
  expect(readPreview(text)).toEqual({ commentKey: 'a--b', labIds: ['lab-1'] });
  expect(text.split('\n')[0]?.match(/--/g)).toHaveLength(2);
  expect(readPreview(`Look: ${text}`)).toBeUndefined();
  expect(readPreview('<!-- scenario-lab-preview {"key":7} -->')).toBeUndefined();
  expect(readPreview('<!-- scenario-lab-preview {"key" -->')).toBeUndefined();
  expect(readPreview('<!-- scenario-lab-preview {"key":"x","labs":["../a",7]} -->')?.labIds).toEqual([]);
});

test('a thousand labs with long names stay below the limit, and the rest is counted', () => {
  const content = '|<@>`*_[]()#'.repeat(40);
  const records = Array.from({ length: 1_000 }, (_, index) => record({ content }, 'PENDING', `lab-${index}`));
  const text = previewComment(view({ records }));
  expect(text.length).toBeLessThan(LONGEST_COMMENT);
  expect(text).toMatch(/\d+ more labs are in the summary/);
});

test('whatever the content, profile and status are called, the comment keeps its shape', () => {
  const foreign = fc.oneof(
    fc.string(),
    fc.string({
      unit: fc.constantFrom(
        '<',
        '>',
        '-',
        '!',
        '|',
        '@',
        '`',
        '\n',
        '[',
        ']',
        '(',
        ')',
        ':',
        '#',
        'a',
        '\\',
        '&',
      ),
    }),
    fc.constant('@team | <img src=x> --> [x](javascript:y)'),
  );
  fc.assert(
    fc.property(foreign, foreign, foreign, (content, profile, status) => {
      const text = previewComment(view({ records: [record({ content, profile }, status || 'X')] }));
      expect(text.match(/-->/g)).toHaveLength(1);
      expect(text.match(/<!--/g)).toHaveLength(1);
      const rows = text.split('\n').filter((line) => line.startsWith('| ') && line.includes('Open the lab'));
      expect(rows).toHaveLength(1);
      expect(rows[0]?.match(/\|/g)).toHaveLength(6);
      const ours = /<\/?(code|br|sub)>/g;
      expect((rows[0] ?? '').replace(ours, '')).not.toMatch(/[<>@`\\]/);
      expect((rows[0] ?? '').match(/\]\(/g)).toHaveLength(1);
    }),
  );
});
