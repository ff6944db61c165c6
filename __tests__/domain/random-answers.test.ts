import fc from 'fast-check';
import { errorDetail } from '../../src/domain/api-error';
import { readCliConfig } from '../../src/domain/cli-config';
import { ActionError, inputError } from '../../src/domain/errors';
import { line } from '../../src/domain/foreign-text';
import { isLabId, readLab } from '../../src/domain/lab';
import { checkLabConfig } from '../../src/domain/lab-config';
import { readLabSet } from '../../src/domain/lab-request';
import { readNotifications } from '../../src/domain/notification';
import { publicLink } from '../../src/domain/public-link';
import { decideRetry, type Effect, type Failure, parseRetryAfter } from '../../src/domain/retry-policy';
import { readScenario } from '../../src/domain/scenario';
import { scrubJson, scrubValue } from '../../src/domain/secrets';
import { readTokenRefusal, readTokenSet } from '../../src/domain/token-response';
import { webLink } from '../../src/domain/web-link';
import { parseYaml } from '../../src/runner/yaml';
import { runs } from '../fuzz-runs';
import { HOSTILE_STRINGS } from '../hostile-strings';

const text = fc.oneof(fc.constantFrom(...HOSTILE_STRINGS), fc.string({ unit: 'binary' }), fc.string());
const anything = fc.oneof(
  text,
  fc.double(),
  fc.constantFrom(Number.POSITIVE_INFINITY, Number.NaN, -0, 1e300, null, undefined, true),
  fc.anything({ withNullPrototype: true, maxDepth: 3 }),
);

/** An object with the fields that are read, of any type, and others. */
const shaped = (...fields: readonly string[]) =>
  fc.oneof(
    anything,
    fc.record(Object.fromEntries(fields.map((field) => [field, fc.oneof(text, anything)])), {
      requiredKeys: [],
    }),
  );
const many = { numRuns: runs(300) };
const INERT = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|::|##\[/u;

test('whatever a token endpoint answers, what is read of it can stand in a header', () => {
  const answer = shaped('access_token', 'expires_in', 'refresh_token', 'scope');
  fc.assert(
    fc.property(answer, (value) => {
      const tokens = readTokenSet(value);
      if (tokens === undefined) return;
      for (const token of [tokens.accessToken, tokens.refreshToken ?? 'x'])
        expect(token).toMatch(/^[\x21-\x7e]{1,65536}$/);
      expect(tokens.expiresIn).toBeGreaterThan(0);
      expect(tokens.expiresIn).toBeLessThan(1e9);
    }),
    many,
  );
  fc.assert(
    fc.property(shaped('error', 'error_description'), (value) => {
      const refusal = readTokenRefusal(value);
      if (refusal !== undefined)
        expect([typeof refusal.error, typeof refusal.description]).toEqual(['string', 'string']);
    }),
    many,
  );
});

test('whatever describes a lab, its id fits into a path, its status into a line, its times into dates', () => {
  const access = shaped('access_token', 'refresh_token', 'base_url');
  const times = fc.constantFrom('lab_creation_timestamp', 'lab_start_timestamp', 'lab_end_timestamp');
  const lab = fc
    .tuple(shaped('runner_id', 'status', 'name', 'content_type'), access, times, anything)
    .map(([fields, public_access, time, at]) =>
      typeof fields === 'object' ? { runner_id: 'lab-1', ...fields, public_access, [time]: at } : fields,
    );
  fc.assert(
    fc.property(lab, text, (value, template) => {
      const answer = readLab(value);
      if (answer === undefined) return;
      const { lab: read, tokens } = answer;
      expect(isLabId(read.id)).toBe(true);
      expect(read.status).not.toMatch(INERT);
      expect(read.status.length).toBeLessThanOrEqual(100);
      expect(read.content.length + read.contentType.length).toBeLessThanOrEqual(1_000);
      for (const at of [read.createdAt, read.startedAt, read.endedAt]) {
        if (at !== undefined) expect(() => new Date(at).toISOString()).not.toThrow();
      }
      for (const token of tokens) expect(read.id).not.toContain(token);
      const link = publicLink({
        template: `{public-base-url}/${template}/{lab-id}`,
        labId: read.id,
        publicBaseUrl: read.publicBaseUrl,
        domain: undefined,
        baseUrl: 'https://app.example',
      });
      if (link !== undefined) expectGoodLink(link);
    }),
    many,
  );
});

function expectGoodLink(link: string): void {
  const { protocol, username, password } = new URL(link);
  expect({ link, username, password }).toEqual({ link, username: '', password: '' });
  expect(['https:', 'http:']).toContain(protocol);
  expect(link).toMatch(/^[\x21-\x7e]+$/);
  expect(link).not.toMatch(/[\s"'<>`\\^{|}()]/);
}

test('no text becomes a link of another scheme, with credentials or with a character that ends it', () => {
  const address = fc.oneof(
    text,
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc
      .tuple(fc.constantFrom('http://', 'https://', 'javascript:', 'https:', '//', 'https://u:p@'), text)
      .map(([a, b]) => a + b),
  );
  fc.assert(
    fc.property(address, (value) => {
      const link = webLink(value);
      if (link !== undefined) expectGoodLink(link);
    }),
    many,
  );
});

test('whatever notifications and scenarios are, their texts are bounded, and the former inert', () => {
  fc.assert(
    fc.property(fc.oneof(anything, fc.array(fc.oneof(text, fc.json(), shaped('event_data')))), (value) => {
      for (const { text: shown } of readNotifications(value) ?? []) {
        expect(shown).not.toMatch(INERT);
        expect(shown.length).toBeLessThanOrEqual(300);
      }
    }),
    many,
  );
  fc.assert(
    fc.property(shaped('name', 'scenario_profiles'), fc.array(shaped('name')), (value, profiles) => {
      const merged =
        typeof value === 'object' && value !== null ? { ...value, scenario_profiles: profiles } : value;
      for (const scenario of [readScenario(value), readScenario(merged)]) {
        for (const name of scenario === undefined ? [] : [scenario.name, ...scenario.profiles]) {
          expect(typeof name).toBe('string');
          expect(name.length).toBeGreaterThan(0);
          expect(name.length).toBeLessThanOrEqual(500);
        }
      }
    }),
    many,
  );
});

test('whatever an error says, one short line is left of it', () => {
  const body = fc.oneof(
    text,
    fc.json(),
    shaped('detail', 'message').map((value) => JSON.stringify(value) ?? ''),
  );
  fc.assert(
    fc.property(body, (value) => {
      const detail = errorDetail(value);
      expect(detail).not.toMatch(INERT);
      expect(detail.length).toBeLessThanOrEqual(200);
    }),
    many,
  );
});

test('whatever an answer is, scrubbing leaves it JSON and leaves out every secret in it', () => {
  const secret = 'hunter2-hunter2';
  const scrub = (value: string): string => value.replaceAll(secret, '***');
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (value, key) => {
      const carrier = {
        [`${key}${secret}`]: [value, `${key} ${secret}`, JSON.stringify({ [secret]: secret })],
      };
      expect(JSON.stringify(scrubValue(scrub, carrier))).not.toContain(secret);
      const escaped = JSON.stringify(carrier).replaceAll('hunter', '\\u0068unter');
      expect(() => JSON.parse(scrubJson(scrub, escaped))).not.toThrow();
      expect(JSON.stringify(JSON.parse(scrubJson(scrub, escaped)))).not.toContain(secret);
      expect(scrubValue((same) => same, value)).toEqual(value);
    }),
    many,
  );
});

test('whatever the YAML of an input is, it is read or told why not, and problems make one error', async () => {
  const yaml = fc.oneof(
    text,
    fc.json(),
    fc.string({ unit: fc.constantFrom(...'&*!|>{}[]-:?,#"\'% \n\tax01~') }),
    fc.constantFrom(
      '['.repeat(100_000),
      '{a: '.repeat(5_000),
      '&a [*a]',
      'a: &a {b: *a}',
      '- '.repeat(20_000),
    ),
  );
  await fc.assert(
    fc.asyncProperty(yaml, async (value) => {
      const parsed = await parseYaml(value, (same) => same);
      if ('why' in parsed) return expect(parsed.why).not.toMatch(INERT);
      // A request is written from it.
      expect(() => JSON.stringify(parsed.value)).not.toThrow();
      const checked = checkLabConfig(parsed.value, 'lab-config');
      const set = readLabSet(parsed.value, { profile: undefined, config: {}, publicAccess: false });
      readCliConfig(parsed.value);
      const problems = [
        ...checked.problems.map((problem) => ({ ...problem, what: line`use it` })),
        ...set.problems,
      ];
      const error = inputError(problems);
      expect(error === undefined || error instanceof ActionError).toBe(true);
      expect(error?.message ?? '').not.toMatch(/[\r\n]/);
    }),
    many,
  );
  for (const deep of ['['.repeat(8_000), '{a: '.repeat(2_000), '- '.repeat(4_000), '? '.repeat(4_000)]) {
    const parsed = await parseYaml(deep, (same) => same);
    expect(parsed).toEqual({ why: expect.stringContaining('nested deeper than 64 levels') });
  }
}, 120_000);

test('whatever fails, a decision to try again is allowed by the policy', () => {
  const failure: fc.Arbitrary<Failure> = fc.oneof(
    fc.constantFrom<Failure>(
      { kind: 'unreachable' },
      { kind: 'lost' },
      { kind: 'untrusted' },
      { kind: 'unusable' },
    ),
    fc.record({ kind: fc.constant('status' as const), status: fc.integer({ min: 400, max: 599 }) }),
    fc.record({
      kind: fc.constant('status' as const),
      status: fc.constantFrom(429, 503),
      retryAfterMs: fc.nat(),
    }),
  );
  const effect = fc.constantFrom<Effect>('repeatable', 'creation', 'refresh', 'once');
  const [attempt, retries] = [fc.integer({ min: 1, max: 200 }), fc.nat(100)];
  const random = fc.double({ min: 0, max: 0.999, noNaN: true });
  fc.assert(
    fc.property(
      failure,
      effect,
      attempt,
      retries,
      fc.nat(),
      random,
      (what, whose, tries, most, remainingMs, chance) => {
        const decision = decideRetry({
          failure: what,
          effect: whose,
          attempt: tries,
          retries: most,
          remainingMs,
          random: chance,
        });
        if (decision.action === 'stop') return;
        expect(tries).toBeLessThanOrEqual(most);
        expect(decision.waitMs).toBeLessThan(remainingMs);
        expect(['untrusted', 'unusable']).not.toContain(what.kind);
        // What may have been received is not simply sent again where it makes something new or spends a token.
        const received =
          what.kind === 'lost' || (what.kind === 'status' && ![425, 429].includes(what.status));
        if (whose === 'once') expect(what.kind).toBe('unreachable');
        if (whose === 'creation' && received) expect(decision.action).toBe('reconcile');
      },
    ),
    many,
  );
  fc.assert(
    fc.property(fc.oneof(text, fc.date({ noInvalidDate: true }).map(String)), (header) => {
      const wait = parseRetryAfter(header, new Date(0));
      if (wait !== undefined) expect(wait).toBeGreaterThanOrEqual(0);
    }),
    many,
  );
});
