import { describe, expect, it } from 'vitest';
import { gridOf } from './balances-chart';

describe('the grid of the fees at six balances', () => {
  it.each([
    [1.65, [1, 2]],
    [1.4, [0.5, 1, 1.5]],
    [0.6, [0.2, 0.4, 0.6]],
    [3, [1, 2, 3]],
    [0.01, [0.005, 0.01]],
  ])('has round lines and reaches %s', (most, lines) => {
    const grid = gridOf(most);
    expect(grid).toHaveLength(lines.length);
    for (const [at, line] of lines.entries()) expect(grid[at]).toBeCloseTo(line, 9);
  });
});
