import { setImmediate as nextLoop } from 'node:timers/promises';

let last: Promise<unknown> = Promise.resolve();

/**
 * Lets everybody else have the event loop before long work goes on. All long work waits in one line, so that only one piece of it runs
 * between two looks at what else has come.
 */
export function takeTurn(): Promise<void> {
  const turn = last.then(() => nextLoop());
  last = turn;
  return turn;
}
