import { type Fraction, nearest } from './fraction.js';

/**
 * One plan's published shares at a month's end. A share's total is the number of members with a known answer, or 0 where the share is
 * withheld. A share published in whole tens is given as such: about 40 % is 4 of 10.
 */
export interface PlanShares {
  planId: string;
  members: number;
  /** Signed in within 12 months. */
  loggedIn: Share;
  /** Projected to reach at least the modest standard. */
  adequateRetirementStandard: Share;
  /** Has a nomination of any kind. */
  nominatedBeneficiary: Share;
}

export interface Share {
  count: number;
  total: number;
}

export type Quartile = 'TOP' | '2ND' | '3RD' | '4TH';

/** Percentile ranks 0..100 for display. Null where the plan's share is unknown; the plan then has no quartile. */
export interface PlanRanking {
  planId: string;
  rankLoggedIn: number | null;
  rankAdequateRetirementStandard: number | null;
  rankNominatedBeneficiary: number | null;
  sum: number | null;
  quartile: Quartile | null;
}

/** Smaller plans are not ranked, because nothing is published about them. */
const FEWEST_RANKED_MEMBERS = 11;

/** Ranks the plans that are large enough, in the given order. */
export function rankPlans(plans: readonly PlanShares[]): PlanRanking[] {
  const ranked = plans.filter((plan) => plan.members >= FEWEST_RANKED_MEMBERS);
  const loggedIn = percentileRanks(ranked.map((plan) => plan.loggedIn));
  const adequate = percentileRanks(ranked.map((plan) => plan.adequateRetirementStandard));
  const nominated = percentileRanks(ranked.map((plan) => plan.nominatedBeneficiary));
  return ranked.map(({ planId }, i) => {
    const ranks = [loggedIn[i] ?? null, adequate[i] ?? null, nominated[i] ?? null] as const;
    const sum = ranks.every((rank) => rank !== null) ? ranks.reduce(added) : null;
    return {
      planId,
      rankLoggedIn: percent(ranks[0]),
      rankAdequateRetirementStandard: percent(ranks[1]),
      rankNominatedBeneficiary: percent(ranks[2]),
      sum: percent(sum),
      quartile: sum === null ? null : quartileOf(sum),
    };
  });
}

/** Limits are strict and exact: a sum of exactly 225 is not in the top quartile. @param sum of three ranks, 0..3 */
export function quartileOf(sum: Fraction): Quartile {
  const above = (cut: bigint) => 100n * sum.numerator > cut * sum.denominator;
  if (above(225n)) return 'TOP';
  if (above(150n)) return '2ND';
  return above(75n) ? '3RD' : '4TH';
}

/** (Plans below + half of the equal plans, itself included) / all plans. Unknown shares have no rank. */
function percentileRanks(shares: readonly Share[]): (Fraction | null)[] {
  const order = shares.flatMap(({ total }, i) => (total > 0 ? [i] : []));
  order.sort((a, b) => compare(shares[a]!, shares[b]!));
  const ranks: (Fraction | null)[] = shares.map(() => null);
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    while (to < order.length && compare(shares[order[from]!]!, shares[order[to]!]!) === 0) to++;
    const rank = { numerator: BigInt(from + to), denominator: BigInt(2 * order.length) };
    for (; from < to; from++) ranks[order[from]!] = rank;
  }
  return ranks;
}

const added = (a: Fraction, b: Fraction): Fraction => ({
  numerator: a.numerator * b.denominator + b.numerator * a.denominator,
  denominator: a.denominator * b.denominator,
});

const percent = (rank: Fraction | null) =>
  rank === null ? null : nearest({ numerator: 100n * rank.numerator, denominator: rank.denominator });

/** Compares shares exactly, as fractions. */
const compare = (a: Share, b: Share) => a.count * b.total - b.count * a.total;
