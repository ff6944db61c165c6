// `npm run bench`: measures the committed bundle beside a script of curl and jq and the platform's own client, and
// prints Markdown; its exit status says whether every bound was kept. See docs/performance.md for what and how.
//   --only start,lab-id,wait,scale,sizes   parts of it
//   --rounds 3                             three times as many rounds
//   --simulate                             a thousand jobs on paper instead; takes minutes
import { execFileSync } from 'node:child_process';
import { arch, cpus, platform, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { bundleSizes } from './bundle-sizes';
import { action, curl, type Job, node24, nothing, pythonClient } from './contenders';
import { type Contest, contest, median, quartiles, type Series } from './series';
import { type Servers, startServers } from './servers';
import { markdownTable } from './tables';

const ONE_WAY_MS = 20;
const PARTS = ['start', 'lab-id', 'wait', 'scale', 'sizes'];
const COLUMNS = ['what', 'lab', 'round trip', 'median', 'middle half', 'against', 'ratio', 'at most', ''];
const COUNTED = ['what', 'lab', 'round trip', 'requests', 'handshakes', 'kB on the wire', 'peak MiB'];

const rows: string[][] = [];
const counted: string[][] = [];
let kept = true;

interface Measured {
  readonly what: string;
  readonly lab: string;
  readonly roundTrip: string;
  readonly values: readonly number[];
  readonly against?: { readonly name: string; readonly values: readonly number[]; readonly atMost?: number };
}

/** Adds a row; the ratio is one of medians. */
function tell({ what, lab, roundTrip, values, against }: Measured): void {
  const middle = median(values);
  const [low, high] = quartiles(values);
  const ratio = against === undefined ? undefined : middle / median(against.values);
  const held = ratio === undefined || against?.atMost === undefined || ratio <= against.atMost;
  kept &&= held;
  rows.push([
    what,
    lab,
    roundTrip,
    `${middle.toFixed(0)} ms`,
    `${low.toFixed(0)}–${high.toFixed(0)}`,
    against?.name ?? '',
    ratio === undefined ? '' : `${ratio.toFixed(2)} ×`,
    against?.atMost === undefined ? '' : `${against.atMost} ×`,
    against?.atMost === undefined ? '' : held ? 'kept' : '**missed**',
  ]);
}

function tellCounts(
  what: string,
  { lab, roundTrip }: Pick<Measured, 'lab' | 'roundTrip'>,
  series: Series,
): void {
  const of = (pick: (count: Series['counts'][number]) => number): string =>
    String(Math.round(median(series.counts.map(pick))));
  const peak = median(series.runs.flatMap(({ peakMib }) => peakMib ?? []));
  const requests = of((count) => count.requests);
  const bytes = of((count) => count.bytes / 1_000);
  counted.push([what, lab, roundTrip, requests, of((count) => count.handshakes), bytes, peak.toFixed(0)]);
}

const total = ({ runs }: Series): number[] => runs.map(({ ms }) => ms);
const untilId = ({ runs }: Series): number[] => runs.map(({ idMs }) => idMs ?? Number.NaN);

async function start(rounds: number): Promise<void> {
  const servers = await startServers({ oneWayMs: 0 });
  await servers.setLab(0);
  const job: Job = { place: servers.place, wait: true, intervalMs: 5_000, labs: 1 };
  const contenders = { nothing, error: () => action(undefined), ready: () => action(job) };
  const result = await contest({ contenders, rounds, servers });
  servers.close();
  const floor = { name: '`node -e 0`', values: total(result.nothing) };
  tell({ what: '`node -e 0`', lab: '–', roundTrip: '–', values: floor.values });
  tell({
    what: 'action, first input error',
    lab: '–',
    roundTrip: '–',
    values: total(result.error),
    against: { ...floor, atMost: 2.2 },
  });
  tell({
    what: 'action, whole job',
    lab: 'ready at once',
    roundTrip: '0',
    values: total(result.ready),
    against: { ...floor, atMost: 3 },
  });
}

async function untilLabId(servers: Servers, rounds: number): Promise<void> {
  await servers.setLab(3_000);
  const job: Job = { place: servers.place, wait: false, intervalMs: 5_000, labs: 1 };
  const result = await contestOfAll(job, { rounds, servers });
  const about = { lab: '3 s', roundTrip: `${2 * ONE_WAY_MS} ms` };
  const values = untilId(result.action);
  tell({ what: 'curl + jq until the lab id', ...about, values: untilId(result.curl) });
  tell({ what: "platform's client until the lab id", ...about, values: untilId(result.python) });
  const what = 'action until the lab id';
  tell({ what, ...about, values, against: { name: 'curl + jq', values: untilId(result.curl), atMost: 0.9 } });
  const client = { name: "platform's client", values: untilId(result.python), atMost: 0.2 };
  tell({ what, ...about, values, against: client });
}

async function launchAndWait(servers: Servers, rounds: number): Promise<void> {
  await servers.setLab(3_000);
  const job: Job = { place: servers.place, wait: true, intervalMs: 250, labs: 1 };
  const result = await contestOfAll(job, { rounds, servers });
  const about = { lab: '3 s', roundTrip: `${2 * ONE_WAY_MS} ms` };
  const values = total(result.action);
  tell({ what: 'curl + jq, polls of 250 ms', ...about, values: total(result.curl) });
  tell({ what: "platform's client, polls of 250 ms", ...about, values: total(result.python) });
  const what = 'action, polls of 250 ms';
  tell({ what, ...about, values, against: { name: 'curl + jq', values: total(result.curl), atMost: 1.02 } });
  tell({ what, ...about, values, against: { name: "platform's client", values: total(result.python) } });
  tellCounts('action, polls of 250 ms', about, result.action);
  tellCounts('curl + jq, polls of 250 ms', about, result.curl);
  tellCounts("platform's client, polls of 250 ms", about, result.python);
}

function contestOfAll(job: Job, contest_: Pick<Contest<string>, 'rounds' | 'servers'>) {
  const contenders = { action: () => action(job), curl: () => curl(job), python: () => pythonClient(job) };
  return contest({ contenders, ...contest_ });
}

async function manyLabs(servers: Servers, rounds: number): Promise<void> {
  await servers.setLab(4_000);
  const bounds = { 1: undefined, 10: undefined, 100: 1.15, 500: 1.5 } as const;
  const sizes = [1, 10, 100, 500] as const;
  const contenders = Object.fromEntries(
    sizes.map((labs) => [labs, () => action({ place: servers.place, wait: true, intervalMs: 250, labs })]),
  ) as Record<(typeof sizes)[number], () => ReturnType<typeof action>>;
  const result = await contest({ contenders, rounds, servers });
  const about = { lab: '4 s', roundTrip: `${2 * ONE_WAY_MS} ms` };
  for (const labs of sizes) {
    const what = `action, ${labs} lab${labs === 1 ? '' : 's'}`;
    const against = { name: '1 lab', values: total(result[1]) };
    const atMost = bounds[labs];
    tell({
      what,
      ...about,
      values: total(result[labs]),
      ...(labs === 1 ? {} : { against: { ...against, ...(atMost === undefined ? {} : { atMost }) } }),
    });
    tellCounts(what, about, result[labs]);
  }
}

/** The simulation is a test, so that the document's figures are checked; with this many jobs it prints them. */
function simulate(): void {
  const env = { ...process.env, SCENARIO_LAB_JOBS: '1000' };
  execFileSync('npx', ['jest', 'scale-on-paper'], { env, stdio: 'inherit' });
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '1' },
      only: { type: 'string', default: PARTS.join() },
      simulate: { type: 'boolean', default: false },
    },
  });
  if (values.simulate) return simulate();
  const only = values.only.split(',');
  const times = Number(values.rounds);
  const [cpu] = cpus();
  console.log(
    `Node ${process.version} drives ${node24()}\n${platform()} ${arch()}, ${cpus().length} × ${cpu?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB\n`,
  );
  if (only.includes('start')) await start(21 * times);
  if (['lab-id', 'wait', 'scale'].some((part) => only.includes(part))) {
    const servers = await startServers({ oneWayMs: ONE_WAY_MS });
    if (only.includes('lab-id')) await untilLabId(servers, 11 * times);
    if (only.includes('wait')) await launchAndWait(servers, 5 * times);
    if (only.includes('scale')) await manyLabs(servers, 3 * times);
    servers.close();
  }
  if (rows.length > 0) console.log(markdownTable(COLUMNS, rows));
  if (counted.length > 0) console.log(markdownTable(COUNTED, counted));
  if (only.includes('sizes')) console.log(markdownTable(['bundle', 'kB'], bundleSizes()));
  process.exitCode = kept ? 0 : 1;
}

void main();
