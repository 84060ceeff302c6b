import pLimit from 'p-limit';

/** How many queries of one request run at once: more would keep the engine from everybody else. */
const atOnce = 4;

/**
 * The results of a request's queries, in their order, with a few queries running at once. The first failure stops the running queries, and
 * the others never start.
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
  const limit = pLimit(atOnce);
  return Promise.all(
    items.map((item, at) =>
      limit(async () => {
        either.throwIfAborted();
        try {
          return await answer(item, at, either);
        } catch (error) {
          stop.abort(error);
          throw error;
        }
      }),
    ),
  );
}
