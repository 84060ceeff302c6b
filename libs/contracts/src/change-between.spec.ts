import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeBetween } from './change-between.js';

const hundredths = fc.integer({ min: 0, max: 10_000 });

describe('The change between two published figures', () => {
  it('is what whole hundredths say, to the digit, and is clear from exactly its margin on', () => {
    fc.assert(
      fc.property(hundredths, hundredths, fc.option(hundredths), (from, to, margin) => {
        expect(changeBetween(from / 100, to / 100, margin === null ? null : margin / 100)).toEqual({
          by: from === to ? 0 : (to - from) / 100,
          clear: margin === null || Math.abs(to - from) >= margin,
        });
      }),
    );
  });

  it('is clear where it is as large as its margin, which floating-point alone would deny', () => {
    expect(3.15 - 3.1).toBeLessThan(0.05);
    expect(changeBetween(3.1, 3.15, 0.05)).toEqual({ by: 0.05, clear: true });
  });
});
