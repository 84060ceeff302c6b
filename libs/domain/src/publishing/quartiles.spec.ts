import { describe, expect, it } from 'vitest';
import { leastPeers, quartilesOf } from './quartiles.js';

describe('Quartiles of plans', () => {
  it('are the values at a quarter, half and three quarters of the sorted list', () => {
    const values = [11, 1, 10, 2, 9, 3, 8, 4, 7, 5, 6, 12, 13];
    expect(quartilesOf(values, 1)).toEqual({ plans: 13, lower: 4, median: 7, upper: 10 });
  });

  it('are interpolated between two plans if no plan is at that place', () => {
    // In a list of twelve the places are 2.75, 5.5 and 8.25, counted from 0.
    const values = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110];
    expect(quartilesOf(values, 1)).toEqual({ plans: 12, lower: 27.5, median: 55, upper: 82.5 });
  });

  it('have as many decimals as the figures, rounded half up', () => {
    const values = [2.9, 2.91, 2.94, 2.97, 2.98, 3.01, 3.02, 3.05, 3.05, 3.08, 3.1, 3.4];
    // 2.94 + 0.75 x 0.03 = 2.9625; (3.01 + 3.02) / 2 = 3.015; 3.05 + 0.25 x 0.03 = 3.0575.
    expect(quartilesOf(values, 2)).toEqual({ plans: 12, lower: 2.96, median: 3.02, upper: 3.06 });
  });

  it(`need ${leastPeers} plans or more`, () => {
    const values = Array.from({ length: leastPeers }, (_, i) => i);
    expect(quartilesOf(values, 1)).toMatchObject({ plans: 11, median: 5 });
    expect(quartilesOf(values.slice(1), 1)).toBeNull();
    expect(quartilesOf([], 1)).toBeNull();
  });
});
