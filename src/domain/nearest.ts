/** Up to `most` candidates whose names are closest to `name`, best first; none that has little in common with it. */
export function nearest(name: string, candidates: readonly string[], most = 3): string[] {
  const wanted = name.toLowerCase().slice(0, 200);
  return candidates
    .map((candidate) => ({ candidate, distance: distanceTo(wanted, candidate.toLowerCase().slice(0, 200)) }))
    .filter(({ distance }) => distance <= 0.6)
    .sort((a, b) => a.distance - b.distance || a.candidate.localeCompare(b.candidate))
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** 0 for equal names, 1 for names with nothing in common; a name that contains the other is close to it. */
function distanceTo(a: string, b: string): number {
  if (a === b) return 0;
  if (a.length >= 3 && b.length >= 3 && (a.includes(b) || b.includes(a))) return 0.2;
  return editDistance(a, b) / Math.max(a.length, b.length, 1);
}

/** Levenshtein's distance, one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substitution));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
