/** An equation: the sum of these unknowns is `value`, with the weight 1 / variance. */
export interface SumEquation {
  members: readonly number[];
  value: number;
  weight: number;
}

export interface Box {
  low: number;
  high: number;
}

/** Weight of the start, far below any equation's. It only chooses among equally good solutions. */
const pull = 1e-6;

/**
 * Bounded least squares by coordinate descent. Of several solutions it returns the one near `start`. Unknowns determined by the equations
 * are the same for every start.
 */
export function solveInBox(
  equations: readonly SumEquation[],
  start: readonly number[],
  { low, high }: Box,
  sweeps = 300,
): Float64Array {
  const x = Float64Array.from(start, (value) => Math.min(high, Math.max(low, value)));
  const scale = equations.reduce((most, { weight }) => Math.max(most, weight), 0) || 1;
  const of: number[][] = Array.from(start, () => []);
  const rest = Float64Array.from(equations, ({ value }) => -value);
  for (const [at, { members }] of equations.entries())
    for (const member of members) {
      of[member]!.push(at);
      rest[at]! += x[member]!;
    }
  const order = [...of.keys()].filter((member) => of[member]!.length > 0);
  const weights = Float64Array.from(equations, ({ weight }) => weight / scale);
  const total = Float64Array.from(of, (mine) => mine.reduce((sum, at) => sum + weights[at]!, pull));
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    let moved = 0;
    for (const member of order) {
      let slope = pull * (x[member]! - start[member]!);
      for (const at of of[member]!) slope += weights[at]! * rest[at]!;
      const next = Math.min(high, Math.max(low, x[member]! - slope / total[member]!));
      const step = next - x[member]!;
      if (step === 0) continue;
      moved = Math.max(moved, Math.abs(step));
      x[member] = next;
      for (const at of of[member]!) rest[at]! += step;
    }
    if (moved < 1e-7 * Math.max(1, Math.min(high, 1e6))) break;
  }
  return x;
}
