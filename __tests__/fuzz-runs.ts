/** `npm run fuzz` tries so many times as often. */
const FACTOR = Number(process.env.SCENARIO_LAB_FUZZ ?? 1);

/** How many random cases a property gets: few in the normal tests, many under `npm run fuzz`. */
export const runs = (usual: number): number => usual * FACTOR;

/** The time that so many cases may take. */
export const patience = (usualMs: number): number => usualMs * FACTOR;
