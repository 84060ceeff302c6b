/** Queries of one request that are answered at once: more would keep the engine from everybody else. */
const atOnce = 4;

/**
 * The results of a request's queries, in their order, a few at once. The first that fails stops the others, and those that have not begun
 * are never asked.
 */
export async function severalAtOnce<Item, Result>(
  items: readonly Item[],
  signal: AbortSignal,
  answer: (item: Item, at: number, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const [only] = items;
  if (items.length === 1) return [await answer(only!, 0, signal)];
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const results: Result[] = [];
  const waiting = items.entries();
  const work = async () => {
    for (const [at, item] of waiting) {
      either.throwIfAborted();
      results[at] = await answer(item, at, either);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  } catch (error) {
    stop.abort(error);
    throw error;
  }
  return results;
}
