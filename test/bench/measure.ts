/** Durations of many repetitions of one thing, in milliseconds. */
export interface Spread {
  count: number;
  p50: number;
  p95: number;
  most: number;
}

/**
 * The smallest value that at least `percent` per cent of the values do not exceed (nearest rank, so it is a value that was
 * measured). Throws when there is none.
 */
export function percentile(values: readonly number[], percent: number): number {
  return rank(sorted(values), percent);
}

/** Throws when nothing was measured. */
export function spread(milliseconds: readonly number[]): Spread {
  const ordered = sorted(milliseconds);
  return { count: ordered.length, p50: rank(ordered, 50), p95: rank(ordered, 95), most: ordered.at(-1)! };
}

const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

function rank(ordered: readonly number[], percent: number): number {
  if (ordered.length === 0) throw new Error('Nothing was measured.');
  return ordered[Math.max(0, Math.ceil((percent / 100) * ordered.length) - 1)]!;
}

/** Runs something once and says how long it took, in seconds. */
export async function timed<Result>(run: () => Promise<Result>): Promise<{ result: Result; seconds: number }> {
  const began = performance.now();
  const result = await run();
  return { result, seconds: (performance.now() - began) / 1000 };
}

/** Seconds of a loop that needs nothing but a core: how fast the machine is just now, to compare runs of different hours by. */
export function loopSeconds(): number {
  const began = performance.now();
  let sum = 0;
  for (let i = 0; i < 300_000_000; i += 1) sum += i % 7;
  // The sum is used, so that the loop is not left out.
  return sum > 0 ? (performance.now() - began) / 1000 : 0;
}

/** Asks until the answer is yes, and says how many seconds that took. Throws `what` after `withinSeconds`. */
export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  { withinSeconds, everyMs = 25 }: { withinSeconds: number; everyMs?: number },
): Promise<number> {
  const began = performance.now();
  for (;;) {
    if (await isSo()) return (performance.now() - began) / 1000;
    if (performance.now() - began > withinSeconds * 1000)
      throw new Error(`${what} did not happen within ${withinSeconds} seconds.`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
