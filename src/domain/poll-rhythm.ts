const SHORTEST_PAUSE_MS = 250;

/** What the pause before the next look depends on. */
export interface PollSituation {
  /** Since the launch or the last change of status, whichever is later. */
  readonly quietMs: number;
  /** Input `poll-interval`: the longest pause. */
  readonly intervalMs: number;
  /** In [0, 1). */
  readonly random: number;
}

/**
 * The pause before the next look at labs: short right after something happened, then a sixth of the quiet time, never
 * longer than the interval. Up to a fifth is taken off at random, so that jobs started together drift apart.
 */
export function pauseBeforeLook({ quietMs, intervalMs, random }: PollSituation): number {
  const wanted = Math.min(intervalMs, Math.max(SHORTEST_PAUSE_MS, quietMs / 6));
  return wanted * (1 - random * 0.2);
}
