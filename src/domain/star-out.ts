/** What stands in the place of a secret. */
export const STARS = '***';

/** Forms begin with at least so many characters; by these they are found. */
const KEY = 4;

/** Comparisons of one answer. Forms that all begin alike could otherwise be compared at every character of a huge text. */
const MOST_WORK = 20_000_000;

/**
 * Makes the function that takes texts out of texts: each stretch that is covered by them becomes `***`. It reads a text
 * once, however many there are to look for; where that would still be too much work, all of the text goes.
 * @param forms of four characters and more
 */
export function starOut(forms: readonly string[]): (text: string) => string {
  const alike = new Map<string, string[]>();
  // Longest first, so that the first that is found covers the others of its place.
  for (const form of [...forms].sort((a, b) => b.length - a.length)) {
    const key = form.slice(0, KEY);
    const others = alike.get(key);
    if (others === undefined) alike.set(key, [form]);
    else others.push(form);
  }
  let work = 0;

  function lengthAt(text: string, at: number): number {
    for (const form of alike.get(text.slice(at, at + KEY)) ?? []) {
      work += 1 + form.length / 64;
      if (work > MOST_WORK) return 0;
      if (text.startsWith(form, at)) return form.length;
    }
    return 0;
  }

  return (text) => {
    if (alike.size === 0) return text;
    let result = '';
    let end = 0;
    for (let at = 0; at + KEY <= text.length && work <= MOST_WORK; at += 1) {
      const length = lengthAt(text, at);
      if (length === 0) continue;
      if (at >= end) result += text.slice(end, at) + STARS;
      end = Math.max(end, at + length);
    }
    return work > MOST_WORK ? STARS : result + text.slice(end);
  };
}
