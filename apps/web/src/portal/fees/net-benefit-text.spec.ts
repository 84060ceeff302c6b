import { describe, expect, it } from 'vitest';
import { threeSides } from './net-benefit.fixture';
import { feesTexts, growthTexts, missingTexts, overlapText, unknownTexts } from './net-benefit-text';

const [a, b, c] = threeSides.sides as [
  (typeof threeSides.sides)[number],
  (typeof threeSides.sides)[number],
  (typeof threeSides.sides)[number],
];

describe('the words of a net benefit', () => {
  it('name what follows from fees alone, and of whom nothing follows', () => {
    expect(feesTexts(threeSides)).toEqual([
      'B costs $429.73 a year less than A. By 67 the account is about $34,400 more, with the return of A on both.',
    ]);
    const of = (fromFees: typeof b.fromFees, projection = threeSides.projection) =>
      feesTexts({ ...threeSides, projection, sides: [a, { ...b, fromFees }] });
    expect(of({ dollarsAYear: 12, atRetirement: -900 })).toEqual([
      'B costs $12.00 a year more than A. By 67 the account is about $900 less, with the return of A on both.',
    ]);
    expect(of({ dollarsAYear: 0, atRetirement: 0 })).toEqual(['B costs as much as A a year.']);
    expect(of({ dollarsAYear: 12, atRetirement: null }, null)).toEqual(['B costs $12.00 a year more than A.']);
  });

  it('name growth shares by falls and expectation, and none that is not known', () => {
    expect(growthTexts(threeSides.sides)).toEqual([
      'B holds 8 points less in growth assets than A: smaller falls, lower expected return.',
      'C holds 14 points more in growth assets than A: larger falls, higher expected return.',
    ]);
    expect(growthTexts([a, { ...b, growthPercent: 77 }, { ...c, growthPercent: null }])).toEqual([
      'B holds 1 point less in growth assets than A: smaller falls, lower expected return.',
    ]);
    expect(growthTexts([a, { ...b, growthPercent: 78 }])).toEqual(['B holds as much in growth assets as A.']);
    expect(growthTexts([{ ...a, growthPercent: null }, b])).toEqual([]);
  });

  it('say what is missing and what is not known', () => {
    expect(missingTexts(threeSides.sides)).toEqual([
      'C, High Growth of Redgum: No investment fee of High Growth is published on 26/11/2026.',
    ]);
    expect(unknownTexts(threeSides.sides)).toEqual([
      'B: returns over 10 years.',
      'C: the investment fee, past returns, the risk label and the performance test.',
    ]);
    expect(unknownTexts([{ ...a, fees: null, growthPercent: null }])).toEqual(['A: every fee and the growth share.']);
  });

  it('say that nobody knows which account will hold more while their bars overlap or a fee is missing', () => {
    expect(overlapText([a, b])).toBe('The bars overlap, so the order is not known.');
    expect(overlapText(threeSides.sides)).toBe('A fee is missing, so the order is not known.');
    const apart = { ...b, projected: { low: 571_100, middle: 600_000, high: 700_000 } };
    expect([overlapText([a, apart]), overlapText([a, { ...b, projected: null }])]).toEqual([null, null]);
  });
});
