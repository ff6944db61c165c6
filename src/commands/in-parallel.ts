/** Does work for each item, so many at once; the results are in the order of the items. */
export async function inParallel<T, R>(
  items: readonly T[],
  most: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  async function inTurn(): Promise<void> {
    for (const [index, item] of queue) results[index] = await work(item, index);
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, inTurn));
  return results;
}
