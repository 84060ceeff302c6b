import { describe, expect, it } from 'vitest';
import { secondsToDerive } from './derivation-pace.js';

/** 2 ms a row. */
const pace = {
  plansAtOnce: 3,
  runs: [
    { rows: 1_000, ms: 1_000 },
    { rows: 3_000, ms: 7_000 },
  ],
};

describe('how long a derivation takes', () => {
  it.each([
    ['by the rows of all runs', { rows: 30_000, plans: 1, projectors: 1 }, 60],
    ['with several plans at a time', { rows: 30_000, plans: 12, projectors: 1 }, 20],
    ['with every projector', { rows: 30_000, plans: 12, projectors: 2 }, 10],
    ['with no more at a time than there are plans', { rows: 30_000, plans: 4, projectors: 2 }, 15],
    ['as if one projector ran while none does', { rows: 30_000, plans: 12, projectors: 0 }, 20],
    ['for nothing', { rows: 0, plans: 0, projectors: 1 }, 0],
  ])('is estimated %s', (_, asked, seconds) => {
    expect(secondsToDerive(pace, asked)).toBe(seconds);
  });

  it('is not known before anything was derived', () => {
    const asked = { rows: 10, plans: 1, projectors: 1 };
    expect(secondsToDerive(null, asked)).toBeNull();
    expect(secondsToDerive({ plansAtOnce: 3, runs: [] }, asked)).toBeNull();
  });
});
