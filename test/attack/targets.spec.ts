import { describe, expect, it } from 'vitest';
import { GroupScore, type AttackScore } from './judge.js';
import type { PublishingCost } from './publishing-cost.js';
import { missedTargets } from './targets.js';

const sizes = new Map([
  ['small', 60],
  ['large', 1_300],
]);
const none = () => ({
  right: 0,
  wrong: 0,
  byChance: 0,
  chanceVariance: 0,
  guesses: { made: 0, right: 0, rightByPrior: 0 },
});
const score = (planId: string, more: Partial<AttackScore> = {}): AttackScore => ({
  attack: 'an attack',
  planId,
  groups: new GroupScore(),
  members: { nomination: none(), insurance: none(), 'sign-in': none(), 'recent sign-in': none(), contact: none() },
  balances: { within10: 0, within20: 0, wrong: 0 },
  salaries: { within3Dollars: 0, within10Percent: 0, wrong: 0 },
  ...more,
});
const told = (right: number) => ({
  members: {
    nomination: { ...none(), right },
    insurance: none(),
    'sign-in': none(),
    'recent sign-in': none(),
    contact: none(),
  },
});
const cost = (balance: number, shares: number): PublishingCost => ({
  planId: 'large',
  members: 1_300,
  balance,
  score: 0,
  shares,
  sharesShown: 100,
  tableBalance: 3,
  tableShown: 90,
  signs: [60, 70, 90],
});

describe('targets', () => {
  it('are met without claims', () => {
    expect(missedTargets([score('small'), score('large')], [cost(1, 0.15)], sizes)).toEqual([]);
  });

  it('allow the known limits, and no more', () => {
    expect(missedTargets([score('large', told(6))], [], sizes)).toEqual([]);
    expect(missedTargets([score('large', told(40))], [], sizes)).toHaveLength(1);
    expect(missedTargets([score('small', told(3))], [], sizes)).toHaveLength(1);
  });

  it('are missed by a single balance', () => {
    expect(missedTargets([score('large', { balances: { within10: 0, within20: 1, wrong: 9 } })], [], sizes)).toEqual([
      'an attack, plan of 1300: 1 balances placed within 20 %',
    ]);
  });

  it('are missed by figures with too large an error', () => {
    expect(missedTargets([], [cost(3.1, 0.15)], sizes)).toHaveLength(1);
    expect(missedTargets([], [cost(1, 0.9)], sizes)).toHaveLength(1);
  });

  it('is missed by a salary told to 3 dollars, or by two within 10 %', () => {
    const salaries = (within3Dollars: number, within10Percent: number) =>
      missedTargets([score('large', { salaries: { within3Dollars, within10Percent, wrong: 0 } })], [], sizes);
    expect(salaries(0, 1)).toEqual([]);
    expect(salaries(1, 0)).toEqual([
      'an attack, plan of 1300: 1 salaries of other employers’ people told to 3 dollars',
    ]);
    expect(salaries(0, 2)).toHaveLength(1);
  });
});
