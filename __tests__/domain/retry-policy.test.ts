import fc from 'fast-check';
import {
  decideRetry,
  type Effect,
  type Failure,
  isTransientStatus,
  parseRetryAfter,
  type RetrySituation,
} from '../../src/domain/retry-policy';

const decide = (changes: Partial<RetrySituation>) =>
  decideRetry({
    effect: 'repeatable',
    failure: { kind: 'lost' },
    attempt: 1,
    retries: 4,
    remainingMs: 60_000,
    random: 0.5,
    ...changes,
  });
const status = (code: number): Failure => ({ kind: 'status', status: code });

const UNREACHABLE: Failure = { kind: 'unreachable' };
const LOST: Failure = { kind: 'lost' };
const UNUSABLE: Failure = { kind: 'unusable' };

/** What follows the first and the second try, by effect: repeatable, creation, refresh, once. */
const POLICY: [string, Failure, string, string][] = [
  ['nothing was sent', UNREACHABLE, 'retry retry retry retry', 'retry retry retry retry'],
  ['no answer', LOST, 'retry reconcile retry stop', 'retry reconcile stop stop'],
  ['a certificate that is not trusted', { kind: 'untrusted' }, 'stop stop stop stop', 'stop stop stop stop'],
  ['an unusable answer', UNUSABLE, 'stop stop stop stop', 'stop stop stop stop'],
  ['400', status(400), 'stop stop stop stop', 'stop stop stop stop'],
  ['401', status(401), 'stop stop stop stop', 'stop stop stop stop'],
  ['403', status(403), 'stop stop stop stop', 'stop stop stop stop'],
  ['404', status(404), 'stop stop stop stop', 'stop stop stop stop'],
  ['409', status(409), 'stop stop stop stop', 'stop stop stop stop'],
  ['422', status(422), 'stop stop stop stop', 'stop stop stop stop'],
  ['408', status(408), 'retry reconcile retry stop', 'retry reconcile stop stop'],
  ['425', status(425), 'retry retry retry stop', 'retry retry retry stop'],
  ['429', status(429), 'retry retry retry stop', 'retry retry retry stop'],
  ['500', status(500), 'retry reconcile retry stop', 'retry reconcile stop stop'],
  ['501', status(501), 'stop stop stop stop', 'stop stop stop stop'],
  ['502', status(502), 'retry reconcile retry stop', 'retry reconcile stop stop'],
  ['503', status(503), 'retry reconcile retry stop', 'retry reconcile stop stop'],
  ['504', status(504), 'retry reconcile retry stop', 'retry reconcile stop stop'],
  ['505', status(505), 'stop stop stop stop', 'stop stop stop stop'],
  ['520', status(520), 'retry reconcile retry stop', 'retry reconcile stop stop'],
];
const EFFECTS: Effect[] = ['repeatable', 'creation', 'refresh', 'once'];

test.each(POLICY)('after %s', (_, failure, first, second) => {
  const actions = (attempt: number) =>
    EFFECTS.map((effect) => decide({ effect, failure, attempt }).action).join(' ');
  expect([actions(1), actions(2)]).toEqual([first, second]);
});

test('the tries end with the retries', () => {
  const actions = [1, 2, 3].map((attempt) => decide({ attempt, retries: 2 }).action);
  expect(actions).toEqual(['retry', 'retry', 'stop']);
  expect(decide({ retries: 0 }).action).toBe('stop');
});

test('the wait doubles up to twenty seconds', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 50].map((attempt) => {
    const decision = decide({ attempt, retries: 100, random: 0.5 });
    return decision.action === 'retry' ? decision.waitMs : undefined;
  });
  expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
});

test('a wait lies within its bounds, and no try follows when it would outlast the deadline', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.integer({ min: 0, max: 30_000 }),
      (attempt, random, remainingMs) => {
        const decision = decide({ attempt, random, remainingMs, retries: 100 });
        if (decision.action === 'stop') {
          const longest = Math.min(20_000, 500 * 2 ** (attempt - 1));
          expect(Math.round(random * longest)).toBeGreaterThanOrEqual(remainingMs);
        } else {
          expect(decision.waitMs).toBeGreaterThanOrEqual(0);
          expect(decision.waitMs).toBeLessThan(remainingMs);
        }
      },
    ),
  );
});

test.each([
  [0, 0, 0],
  [3_000, 0, 3_000],
  [3_000, 0.999, 3_300],
  [50_000, 0.999, 50_999],
])('the server asks for %d ms, and gets at least that (random %d: %d)', (retryAfterMs, random, waitMs) => {
  const failure: Failure = { kind: 'status', status: 429, retryAfterMs };
  expect(decide({ failure, random })).toEqual({ action: 'retry', waitMs });
});

test('a server that asks for more time than there is gets no further request', () => {
  const failure: Failure = { kind: 'status', status: 503, retryAfterMs: 60_000 };
  expect(decide({ failure, remainingMs: 60_000, random: 0 })).toEqual({ action: 'stop' });
});

const NOW = new Date('2026-11-21T10:00:00Z');

test.each([
  ['0', 0],
  ['120', 120_000],
  [' 7 ', 7_000],
  ['Sat, 21 Nov 2026 10:00:30 GMT', 30_000],
  ['Saturday, 21-Nov-26 10:00:30 GMT', 30_000],
  ['Sat Nov 21 10:00:30 2026 GMT', 30_000],
  ['Sat, 21 Nov 2026 09:59:00 GMT', 0],
  [undefined, undefined],
  ['', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['5, 5', undefined],
  ['1e3', undefined],
  ['99999999999', undefined],
])('Retry-After %j is %p ms', (header, ms) => expect(parseRetryAfter(header, NOW)).toBe(ms));

test.each([
  [399, false],
  [404, false],
  [408, true],
  [425, true],
  [429, true],
  [500, true],
  [501, false],
  [505, false],
  [599, true],
])('%d may pass: %s', (code, transient) => expect(isTransientStatus(code)).toBe(transient));
