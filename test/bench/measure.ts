/** Statistics of repeated durations, in milliseconds. */
export interface Spread {
  count: number;
  p50: number;
  p95: number;
  most: number;
}

/**
 * The smallest value that at least `percent` per cent of the values do not exceed (nearest rank, so it is a measured value). Throws when
 * there are no values.
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

/** Uses a connection, and closes it also if that fails. */
export async function closing<Result>(
  connection: { close: () => Promise<void> },
  use: () => Promise<Result>,
): Promise<Result> {
  try {
    return await use();
  } finally {
    await connection.close();
  }
}

/** Runs a function once and measures it in seconds. */
export async function timed<Result>(run: () => Promise<Result>): Promise<{ result: Result; seconds: number }> {
  const began = performance.now();
  const result = await run();
  return { result, seconds: (performance.now() - began) / 1000 };
}

/** Seconds of a fixed CPU-bound loop, to compare the machine's speed between runs. */
export function loopSeconds(): number {
  const began = performance.now();
  let sum = 0;
  for (let i = 0; i < 300_000_000; i += 1) sum += i % 7;
  // The sum is used, so that the loop is not optimised away.
  return sum > 0 ? (performance.now() - began) / 1000 : 0;
}

/** Polls until the condition holds and returns the seconds. Throws an error that names `what` after `withinSeconds`. */
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
