import { setImmediate as nextLoop } from 'node:timers/promises';

let last: Promise<unknown> = Promise.resolve();

/**
 * Yields the event loop before long work continues. All long work waits in one queue, so that only one piece of it runs between two turns
 * of other work.
 */
export function takeTurn(): Promise<void> {
  const turn = last.then(() => nextLoop());
  last = turn;
  return turn;
}
