const SHORTEST_PAUSE_MS = 250;

/** What the rest before the next look depends on. */
export interface PollSituation {
  /** Since the launch or the last change of status, whichever is later. */
  readonly quietMs: number;
  /** How many labs one look is for. */
  readonly labs: number;
  /** Input `poll-interval`: the longest time between two looks. */
  readonly intervalMs: number;
  /** How long the last look took, from its first request to its last answer. */
  readonly lookMs: number;
  /** In [0, 1). */
  readonly random: number;
}

/**
 * The time between the beginnings of two looks at labs: short right after something happened, then a third of the
 * quiet time, never longer than the interval. Of many labs one moves all the time, so the shortest pause grows with
 * their number: a job's requests then grow with its time, not with its labs. A tenth is taken off, so that what the server knew right after a look is
 * here within the interval, requests included; up to 15 % more is taken off at random, so that jobs started together
 * drift apart.
 */
export function pauseBetweenLooks({
  quietMs,
  labs,
  intervalMs,
  random,
}: Omit<PollSituation, 'lookMs'>): number {
  const wanted = Math.min(intervalMs, Math.max(SHORTEST_PAUSE_MS * labs, quietMs / 3));
  return wanted * (0.9 - random * 0.15);
}

/** What is left of that pause when a look is over: at least a quarter, because a slow server needs it more. */
export function restAfterLook({ lookMs, ...situation }: PollSituation): number {
  const pause = pauseBetweenLooks(situation);
  return Math.max(pause / 4, pause - lookMs);
}
