import { describe, expect, it } from 'vitest';
import { isUsual, usualRange } from './usual-range.js';

describe('the usual range of a figure’s changes', () => {
  it('is that of the months before, widened by half of its span', () => {
    const range = usualRange([4, -5, 9, 0])!;
    expect(range).toEqual({ from: -12, to: 16 });
    expect([-12, 16, -13, 17].map((change) => isUsual(change, range))).toEqual([true, true, false, false]);
  });

  it('is not known from two changes', () => expect(usualRange([1, 2])).toBeNull());
});
