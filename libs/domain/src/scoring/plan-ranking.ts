/** Counts of one plan at a month's end. A share's total is the members of whom the answer is known. */
export interface PlanShares {
  planId: string;
  members: number;
  /** Signed in within 12 months. */
  loggedIn: Share;
  /** Projected to reach at least the modest standard. */
  adequateRetirementStandard: Share;
  /** Any nomination, of whatever kind. */
  nominatedBeneficiary: Share;
}

export interface Share {
  count: number;
  total: number;
}

export type Quartile = 'TOP' | '2ND' | '3RD' | '4TH';

/** Percentile ranks 0..100, unrounded; null where the plan's share is unknown, and then it has no quartile. */
export interface PlanRanking {
  planId: string;
  rankLoggedIn: number | null;
  rankAdequateRetirementStandard: number | null;
  rankNominatedBeneficiary: number | null;
  sum: number | null;
  quartile: Quartile | null;
}

/** Plans with fewer members are not ranked: their shares could tell about single people. */
export const FEWEST_RANKED_MEMBERS = 11;

/** Ranks every plan that is large enough among the others, in the order given. */
export function rankPlans(plans: readonly PlanShares[]): PlanRanking[] {
  const ranked = plans.filter((plan) => plan.members >= FEWEST_RANKED_MEMBERS);
  const loggedIn = percentileRanks(ranked.map((plan) => plan.loggedIn));
  const adequate = percentileRanks(ranked.map((plan) => plan.adequateRetirementStandard));
  const nominated = percentileRanks(ranked.map((plan) => plan.nominatedBeneficiary));
  return ranked.map(({ planId }, i) => {
    const rankLoggedIn = loggedIn[i]!;
    const rankAdequateRetirementStandard = adequate[i]!;
    const rankNominatedBeneficiary = nominated[i]!;
    const known = rankLoggedIn !== null && rankAdequateRetirementStandard !== null && rankNominatedBeneficiary !== null;
    const sum = known ? rankLoggedIn + rankAdequateRetirementStandard + rankNominatedBeneficiary : null;
    return {
      planId,
      rankLoggedIn,
      rankAdequateRetirementStandard,
      rankNominatedBeneficiary,
      sum,
      quartile: sum === null ? null : quartileOf(sum),
    };
  });
}

/** Cuts are strict: exactly 225 is not the top quartile. */
export function quartileOf(sumOfRanks: number): Quartile {
  if (sumOfRanks > 225) return 'TOP';
  if (sumOfRanks > 150) return '2ND';
  return sumOfRanks > 75 ? '3RD' : '4TH';
}

/** 100 x (those below + half of those equal, itself among them) / all; unknown shares rank nowhere. */
function percentileRanks(shares: readonly Share[]): (number | null)[] {
  const order = shares.flatMap(({ total }, i) => (total > 0 ? [i] : []));
  order.sort((a, b) => compare(shares[a]!, shares[b]!));
  const ranks: (number | null)[] = shares.map(() => null);
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    while (to < order.length && compare(shares[order[from]!]!, shares[order[to]!]!) === 0) to++;
    const rank = (100 * (from + (to - from) / 2)) / order.length;
    for (; from < to; from++) ranks[order[from]!] = rank;
  }
  return ranks;
}

/** Exact: shares are compared as fractions. */
const compare = (a: Share, b: Share) => a.count * b.total - b.count * a.total;
