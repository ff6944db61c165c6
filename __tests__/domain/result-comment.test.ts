import { ActionError } from '../../src/domain/errors';
import { line } from '../../src/domain/foreign-text';
import { LONGEST_COMMENT, readCommentState } from '../../src/domain/lab-comment';
import type { LabRecord } from '../../src/domain/lab-record';
import { observe, recordOfId, recordOfPlan } from '../../src/domain/lab-record';
import type { ResultView } from '../../src/domain/result-comment';
import { resultComment } from '../../src/domain/result-comment';
import { webLink } from '../../src/domain/web-link';

/** A launched lab as it is looked at with this status. */
function launched(status: string, changes: Partial<LabRecord> = {}): LabRecord {
  const record = recordOfPlan({
    kind: 'scenario',
    content: 'small-company/ransomware',
    profile: 'windows10-simple',
    name: 'octo/lab@1.1.abcdef',
    nameIsUnique: true,
    publicAccess: true,
    config: { max_duration: 3_600 },
  });
  const createdAt = Date.parse('2026-03-01T08:00:00Z');
  observe(record, { id: 'lab-1', status, content: record.content, contentType: 'KILLCHAIN', createdAt }, 1);
  const link = webLink('https://public.lab.example/lab-1');
  return Object.assign(record, { id: 'lab-1', since: 0, created: true, link }, changes);
}

function text(changes: Partial<ResultView> = {}): string {
  return resultComment({
    commentKey: 'default',
    command: 'launch',
    waitFor: 'finished',
    cleanup: 'always',
    method: 'stop',
    date: new Date('2026-03-01T08:10:00Z'),
    records: [launched('SCENARIO_FINISHED', { result: 'succeeded', until: 185_000 })],
    outcome: { result: 'succeeded', error: undefined },
    runUrl: webLink('https://github.com/octo/lab/actions/runs/1'),
    commit: '0123456789abcdef',
    ...changes,
  });
}

const failure = (code: 'lab-failed' | 'network' | 'timed-out') =>
  new ActionError(code, {
    what: line`finish lab lab-1`,
    why: line`it ended with status ERROR`,
    remedy: line`Look at it`,
  });
const failed = (code: 'lab-failed' | 'network' = 'lab-failed') =>
  ({ result: 'failed', error: failure(code) }) as const;

test('a lab that ended well is told with its id, how long it took, its link and what becomes of it', () => {
  const shown = text();
  expect(shown).toContain('### ✅ Scenario lab succeeded\n');
  expect(shown).toContain(
    '<br><code>lab-1</code> | succeeded<br><code>SCENARIO&#95;FINISHED</code> | 3m 05s | [public link](https://public.lab.example/lab-1) |',
  );
  expect(shown).toContain(
    'The lab is to be stopped when the job ends (<code>cleanup: always</code>). A link leads nowhere from then on.',
  );
  expect(shown).toContain('Commit <code>0123456</code> · [log of the run](https://github.com/octo/lab/');
});

test('a lab that max-duration may have cut short is not simply called a success', () => {
  const records = [launched('COMPLETED', { result: 'succeeded' })];
  expect(text({ records })).toContain('| succeeded<br>');
  const date = new Date('2026-03-01T09:00:00Z');
  expect(text({ records, date })).toContain('| succeeded, perhaps cut short<br>');
  expect(text({ records, date, waitFor: 'running' })).toContain('| came up<br>');
});

test.each([
  ['launch', 'running', 'came up'],
  ['launch', 'none', 'was launched'],
  ['create', 'none', 'was created'],
  ['run', 'none', 'was launched'],
  ['resume', 'none', 'was resumed'],
  ['wait', 'none', 'was looked at'],
  ['wait', 'finished', 'succeeded'],
] as const)('a good end of %s that waits for %s is called: %s', (command, waitFor, words) => {
  expect(text({ command, waitFor })).toContain(`Scenario lab ${words}\n`);
});

test.each([
  ['failed', failed(), '❌ Scenario lab failed'],
  ['failed', failed('network'), '❌ Scenario lab: the step failed'],
  ['timed-out', { result: 'timed-out', error: failure('timed-out') }, '⏱️ Scenario lab timed out'],
  ['cancelled', { result: 'cancelled', error: undefined }, '🚫 Scenario lab: the run was cancelled'],
  ['paused', { result: 'paused', error: undefined }, '⏸️ Scenario lab paused'],
] as const)('a step that is %s has the headline that fits (%#)', (result, outcome, headline) => {
  const records = [launched('SCENARIO_EXECUTION', { result, until: 1_000 })];
  const shown = text({ records, outcome });
  expect(shown).toContain(`### ${headline}\n`);
  expect(shown).toContain(`| ${result.replace('-', ' ')}<br>`);
  expect(shown.includes('Error code:')).toBe(outcome.error !== undefined);
});

test.each([
  ['SCENARIO_EXECUTION', 'still running'],
  ['SCENARIO_SETUP', 'still starting'],
  ['SCENARIO_FINISHED', 'finished, still up'],
  ['COMPLETED', 'finished'],
  ['ERROR', 'failed'],
  ['NEVER_HEARD_OF', 'unknown'],
])('a lab that is not judged and is %s is called: %s', (status, word) => {
  expect(text({ waitFor: 'none', records: [launched(status)] })).toContain(`| ${word}<br>`);
});

test('while the step is at it the headline follows the labs, and no lab has a duration', () => {
  const under = (records: LabRecord[], changes: Partial<ResultView> = {}) =>
    text({ records, outcome: undefined, ...changes });
  expect(under([launched('PENDING')])).toContain('⏳ Scenario lab is starting\n');
  expect(under([launched('SCENARIO_EXECUTION')])).toContain('⏳ Scenario lab is running\n');
  expect(under([launched('PENDING'), launched('PENDING')])).toContain('⏳ Scenario labs are starting\n');
  expect(under([recordOfId('lab-9')], { command: 'wait' })).toMatch(
    /lab is waited for\n[\s\S]*<code>lab-9<\/code> \| not looked at yet \|/,
  );
  expect(under([launched('PENDING')])).not.toContain('Took');
});

describe('what becomes of the labs', () => {
  const kept = (changes: Partial<ResultView>) => text({ cleanup: 'on-failure', ...changes });

  test('is nothing where the step succeeded and only a failure removes them; then they end by themselves', () => {
    const shown = kept({});
    expect(shown).toContain('The step left the lab as it is (<code>cleanup: on-failure</code>).');
    expect(shown).toContain('| 2026-03-01 09:00 UTC |');
    expect(shown).not.toContain('leads nowhere');
  });

  test('is told where the step removed them already, and then no link is shown', () => {
    const records = [launched('ERROR', { result: 'failed', removed: true })];
    const shown = kept({ records, outcome: failed(), method: 'delete' });
    expect(shown).toContain('| failed, deleted<br>');
    expect(shown).toContain('The lab was deleted at the end of the step (<code>cleanup: on-failure</code>).');
    expect(shown).not.toContain('public.lab.example');
  });

  test('is left to the end of the job where the step could not remove one of them', () => {
    const gone = launched('ERROR', { result: 'failed', removed: true });
    const left = launched('SCENARIO_EXECUTION', { result: 'succeeded' });
    const shown = kept({ records: [gone, left], outcome: failed() });
    expect(shown).toContain('What is left of the labs is to be stopped when the job ends');
    expect(shown).toContain('### ❌ 1 of 2 scenario labs failed');
  });

  test('is not spoken of where nothing is left of them', () => {
    const shown = text({ records: [launched('COMPLETED', { result: 'succeeded' })] });
    expect(shown).not.toMatch(/cleanup|public\.lab\.example/);
  });

  test('the words never promise that something is there to be opened', () => {
    for (const cleanup of ['never', 'on-failure', 'always'] as const)
      for (const outcome of [undefined, failed(), { result: 'succeeded', error: undefined } as const])
        expect(text({ cleanup, outcome })).not.toMatch(/ready|open/i);
  });
});

test('a lab of another step has no end of its own that this step would know', () => {
  const given = recordOfId('lab-9');
  observe(
    given,
    { id: 'lab-9', status: 'SCENARIO_EXECUTION', content: 'x', contentType: '', createdAt: 0 },
    1,
  );
  expect(text({ command: 'wait', cleanup: 'never', records: [given] })).not.toContain('Ends by itself');
});

test('its hidden state is none of a preview, and names the key', () => {
  const shown = text({ commentKey: 'a--b' });
  expect(readCommentState('scenario-lab-result', shown)).toEqual({ commentKey: 'a--b', labIds: [] });
  expect(readCommentState('scenario-lab-preview', shown)).toBeUndefined();
  expect(shown).toContain(' · a--b');
});

test('a thousand labs that failed stay below the limit, and the rest is counted', () => {
  const content = '|<@>`*_[]()#'.repeat(40);
  const error = failure('lab-failed');
  const records = Array.from({ length: 1_000 }, () =>
    launched('ERROR', { content, profile: content, result: 'failed', error }),
  );
  const shown = text({ records, outcome: failed() });
  expect(shown.length).toBeLessThan(LONGEST_COMMENT);
  expect(shown).toMatch(/\d+ more labs are in the summary/);
});
