import { setImmediate as nextLoop } from 'node:timers/promises';
import { waitedFor } from './speed/waits.js';

let last: Promise<unknown> = Promise.resolve();

/**
 * Yields the event loop before long work continues. All long work waits in one queue, so that only one piece of it runs between two turns
 * of other work.
 */
export function takeTurn(): Promise<void> {
  const turn = last.then(() => nextLoop());
  last = turn;
  return waitedFor('turn', () => turn);
}

/** Items that are worked on before the event loop is yielded. A piece of this size takes about a millisecond. */
const itemsPerTurn = 500;

/** The same pieces, each in a turn of its own: what is read from a buffer comes without the event loop going round. */
export async function* inTurns<T>(pieces: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const piece of pieces) {
    yield piece;
    await takeTurn();
  }
}

const never = new AbortController().signal;

/** Calls `each` for every item. A long list does not block the event loop. Throws the signal's reason between two turns. */
export async function eachInTurns<T>(
  items: readonly T[],
  each: (item: T, at: number) => void,
  signal: AbortSignal = never,
): Promise<void> {
  for (let from = 0; from < items.length; from += itemsPerTurn) {
    if (from > 0) await takeTurn();
    signal.throwIfAborted();
    const end = Math.min(from + itemsPerTurn, items.length);
    for (let at = from; at < end; at += 1) each(items[at]!, at);
  }
}

/**
 * A sorted copy. Like `toSorted` it keeps the order of equal items; a long list does not block the event loop. Throws the signal's reason
 * between two turns.
 */
export async function sortedInTurns<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  signal: AbortSignal = never,
): Promise<T[]> {
  let sorted: T[] = [];
  for (let from = 0; from < items.length; from += itemsPerTurn) {
    if (from > 0) await takeTurn();
    signal.throwIfAborted();
    for (const item of items.slice(from, from + itemsPerTurn).sort(compare)) sorted.push(item);
  }
  for (let width = itemsPerTurn; width < sorted.length; width *= 2) {
    const merged: T[] = [];
    for (let from = 0; from < sorted.length; from += 2 * width) {
      const middle = Math.min(from + width, sorted.length);
      const end = Math.min(middle + width, sorted.length);
      for (let left = from, right = middle; left < middle || right < end;) {
        const takesLeft = right >= end || (left < middle && compare(sorted[left]!, sorted[right]!) <= 0);
        merged.push(takesLeft ? sorted[left++]! : sorted[right++]!);
        if (merged.length % itemsPerTurn !== 0) continue;
        await takeTurn();
        signal.throwIfAborted();
      }
    }
    sorted = merged;
  }
  return sorted;
}
