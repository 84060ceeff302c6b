import { describe, expect, it } from 'vitest';
import { type PlanShares, quartileOf, rankPlans } from './plan-ranking.js';

describe('plan ranking', () => {
  const plan = (planId: string, members: number, loggedIn: number, known = members): PlanShares => ({
    planId,
    members,
    loggedIn: { count: loggedIn, total: members },
    adequateRetirementStandard: { count: 5, total: known },
    nominatedBeneficiary: { count: loggedIn, total: members },
  });

  it('counts the plans below and half of those equal, the plan itself among them', () => {
    const ranking = rankPlans([plan('a', 20, 10), plan('b', 40, 20), plan('c', 20, 5), plan('d', 100, 99)]);
    expect(ranking.map(({ planId, rankLoggedIn }) => [planId, rankLoggedIn])).toEqual([
      ['a', 50],
      ['b', 50],
      ['c', 12.5],
      ['d', 87.5],
    ]);
  });

  it('leaves small plans out altogether', () => {
    expect(rankPlans([plan('small', 10, 10), plan('large', 11, 0)])).toEqual([
      {
        planId: 'large',
        rankLoggedIn: 50,
        rankAdequateRetirementStandard: 50,
        rankNominatedBeneficiary: 50,
        sum: 150,
        quartile: '3RD',
      },
    ]);
  });

  it('gives no sum where a share is unknown, and ranks the others without it', () => {
    const [unknown, known] = rankPlans([plan('unknown', 20, 10, 0), plan('known', 20, 10)]);
    expect(unknown).toMatchObject({
      rankLoggedIn: 50,
      rankAdequateRetirementStandard: null,
      sum: null,
      quartile: null,
    });
    expect(known).toMatchObject({ rankAdequateRetirementStandard: 50, sum: 150 });
  });

  it.each(['loggedIn', 'adequateRetirementStandard', 'nominatedBeneficiary'] as const)(
    'gives no sum, rather than one of two ranks, if the share of %s is unknown',
    (share) => {
      const whole = plan('a', 20, 10);
      expect(rankPlans([{ ...whole, [share]: { count: 0, total: 0 } }])).toMatchObject([{ sum: null, quartile: null }]);
    },
  );

  it.each([
    [22_501n, 'TOP'],
    [22_500n, '2ND'],
    [15_001n, '2ND'],
    [15_000n, '3RD'],
    [7_501n, '3RD'],
    [7_500n, '4TH'],
    [0n, '4TH'],
  ])('a sum of %i hundredths is %s', (numerator, quartile) =>
    expect(quartileOf({ numerator, denominator: 10_000n })).toBe(quartile),
  );
});
