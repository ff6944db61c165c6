import type { Command, Run } from './process-run';
import { run } from './process-run';
import type { Counts, Servers } from './servers';

/** One contender's runs in the order they were made. */
export interface Series {
  readonly runs: readonly Run[];
  readonly counts: readonly Counts[];
}

/** What to run in turn. */
export interface Contest<Name extends string | number> {
  /** Each makes its command anew for every run. */
  readonly contenders: Readonly<Record<Name, () => Command>>;
  readonly rounds: number;
  /** Counted after each run, where there are any. */
  readonly servers?: Servers;
}

/** Runs the contenders in alternating rounds, after one round that only warms up caches and is not counted. */
export async function contest<Name extends string | number>({ contenders, rounds, servers }: Contest<Name>) {
  const names = Object.keys(contenders) as Name[];
  const series = Object.fromEntries(
    names.map((name) => [name, { runs: [], counts: [] }]),
  ) as unknown as Record<Name, { runs: Run[]; counts: Counts[] }>;
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const done = await run(contenders[name]());
      const counts = await servers?.count();
      if (round === 0) continue;
      series[name].runs.push(done);
      if (counts !== undefined) series[name].counts.push(counts);
    }
  }
  return series as Record<Name, Series>;
}

/** The value in the middle; of an even number the upper one of the two. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** A quarter of the values lie below the first and above the second: how much to trust the median. */
export function quartiles(values: readonly number[]): readonly [number, number] {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN;
  return [at(0.25), at(0.75)];
}
