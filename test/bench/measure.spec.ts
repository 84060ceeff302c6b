import { describe, expect, it } from 'vitest';
import { percentile, spread, until } from './measure.js';

describe('a percentile', () => {
  it('is a measured value, regardless of the order', () => {
    const values = [9, 1, 5, 3, 7, 2, 8, 4, 6, 10];
    expect(percentile(values, 50)).toBe(5);
    expect(percentile(values, 95)).toBe(10);
    expect(percentile(values, 10)).toBe(1);
    expect(percentile(values, 11)).toBe(2);
    expect(percentile(values, 0)).toBe(1);
    expect(percentile(values, 100)).toBe(10);
  });

  it('compares numbers, not their digits', () => {
    expect(percentile([100, 20, 3], 50)).toBe(20);
  });

  it('of one value is that value, and of no values an error', () => {
    expect(percentile([4.2], 95)).toBe(4.2);
    expect(() => percentile([], 50)).toThrow('Nothing was measured.');
  });

  it('does not modify the values', () => {
    const values = [3, 1, 2];
    expect(spread(values)).toEqual({ count: 3, p50: 2, p95: 3, most: 3 });
    expect(values).toEqual([3, 1, 2]);
  });
});

describe('waiting', () => {
  it('polls until the condition holds', async () => {
    let asked = 0;
    await until('The third answer', () => Promise.resolve(++asked === 3), { withinSeconds: 60, everyMs: 0 });
    expect(asked).toBe(3);
  });

  it('names the condition when the time is up', async () => {
    const never = until('The tide', () => Promise.resolve(false), { withinSeconds: 0, everyMs: 0 });
    await expect(never).rejects.toThrow('The tide did not happen within 0 seconds.');
  });
});
