import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Arrival, type Kind, simulate } from './paper-platform';

const DOCUMENT = join(__dirname, '..', '..', 'docs', 'performance.md');
/** 100 in every run of the tests; `npm run bench -- --simulate` asks for the 1,000 of the document. */
const JOBS = Number(process.env.SCENARIO_LAB_JOBS ?? 100);
const LABS = 10;
const LAB_MS = 20 * 60_000;

const API: readonly Kind[] = ['creation', 'list page', 'one lab', 'notifications'];
const of = (arrivals: readonly Arrival[], kinds: readonly Kind[]) =>
  arrivals.filter(({ kind }) => kinds.includes(kind));

/** Requests in the busiest second from some moment on. */
function busiest(arrivals: readonly Arrival[], fromMs = 0): number {
  const seconds = new Map<number, number>();
  for (const { at } of arrivals) {
    const second = Math.floor(at / 1_000);
    if (at >= fromMs) seconds.set(second, (seconds.get(second) ?? 0) + 1);
  }
  return Math.max(0, ...seconds.values());
}

/** A row of the table in the document. */
function row(name: string, arrivals: readonly Arrival[]): string {
  const api = of(arrivals, API);
  const tokens = of(arrivals, ['token']);
  const seconds = arrivals.reduce((last, { at }) => Math.max(last, at), 0) / 1_000;
  const cells = [
    name,
    (api.length / seconds).toFixed(0),
    busiest(api),
    (tokens.length / seconds).toFixed(1),
    busiest(tokens),
    ...(['list page', 'one lab', 'notifications'] as const).map((kind) =>
      (of(arrivals, [kind]).length / JOBS).toFixed(0),
    ),
    (tokens.length / JOBS).toFixed(1),
  ];
  return `| ${cells.join(' | ')} |`;
}

describe.each([
  [`${JOBS} jobs × 10 labs, a workspace each`, false],
  [`${JOBS} jobs × 10 labs in one workspace`, true],
])('%s', (name, oneWorkspace) => {
  let run: Awaited<ReturnType<typeof simulate>>;
  beforeAll(async () => {
    run = await simulate({
      jobs: JOBS,
      labsPerJob: LABS,
      labMs: LAB_MS,
      startWithinMs: 10_000,
      oneWorkspace,
    });
  }, 600_000);

  test('every lab is created once and seen to its end, an interval late at most', () => {
    expect(run.results).toHaveLength(JOBS * LABS);
    expect(new Set(run.results)).toEqual(new Set(['succeeded']));
    expect(of(run.arrivals, ['creation'])).toHaveLength(JOBS * LABS);
    expect(run.lag).toBeLessThanOrEqual(5_000);
  });

  test('a job logs in once per life of its token', () => {
    const perJob = of(run.arrivals, ['token']).length / JOBS;
    expect(perJob).toBeGreaterThanOrEqual(4);
    expect(perJob).toBeLessThanOrEqual(6);
  });

  test('after the start no second is three times as busy as the mean one', () => {
    const rest = of(run.arrivals, API).filter(({ at }) => at > 60_000);
    const seconds = run.elapsedMs / 1_000 - 60;
    expect(busiest(rest)).toBeLessThan(3 * (rest.length / seconds));
  });

  test('the document has these figures', () => {
    const wanted = row(name, run.arrivals);
    if (process.env.SCENARIO_LAB_JOBS !== undefined) process.stdout.write(`${wanted}\n`);
    const rows = readFileSync(DOCUMENT, 'utf8')
      .split('\n')
      .map((text) => text.replace(/ +/g, ' '));
    expect(rows).toContain(wanted);
  });
});
