import { describe, expect, it } from 'vitest';
import { solveInBox } from './box-least-squares.js';

const unit = { low: 0, high: 1 };
const equation = (members: number[], value: number) => ({ members, value, weight: 1 });

describe('least squares with bounds', () => {
  it('finds the unique solution from any start', () => {
    // Given sums of overlapping pairs of three members, of whom only one has the fact
    const equations = [equation([0, 1], 1), equation([1, 2], 1), equation([0, 2], 0)];
    // When they are solved from different starts, then it is that member each time
    for (const start of [0, 0.5, 1])
      expect([...solveInBox(equations, [start, start, start], unit)].map((x) => Math.round(x * 1e3) / 1e3)).toEqual([
        0, 1, 0,
      ]);
  });

  it('uses the bounds when all of a group have the fact, or none', () => {
    const all = solveInBox([equation([0, 1, 2], 3)], [0.2, 0.5, 0.9], unit);
    expect(Math.min(...all)).toBeGreaterThan(0.999);
    const none = solveInBox([equation([0, 1, 2], 0)], [0.2, 0.5, 0.9], unit);
    expect(Math.max(...none)).toBeLessThan(0.001);
  });

  it('stays near its start when the sums have several solutions', () => {
    const from = (start: number[]) => [...solveInBox([equation([0, 1], 1)], start, unit)].map(Math.round);
    expect(from([1, 0])).toEqual([1, 0]);
    expect(from([0, 1])).toEqual([0, 1]);
  });

  it('solves for dollars, which have no upper bound', () => {
    const dollars = { low: 0, high: Infinity };
    const equations = [equation([0, 1, 2], 600_000), equation([0, 1], 250_000), equation([1, 2], 450_000)];
    const solved = solveInBox(equations, [200_000, 200_000, 200_000], dollars, 2_000);
    expect([...solved].map((x) => Math.round(x / 100) * 100)).toEqual([150_000, 100_000, 350_000]);
  });
});
