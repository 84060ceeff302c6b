import type { Secret } from './claims.js';
import type { AttackScore, MemberScore } from './judge.js';
import type { PublishingCost } from './publishing-cost.js';

/** The intended protection of plans with at least this many members (docs/privacy.md). */
interface Strength {
  members: number;
  /** Percent of members whose secret is claimed at 95 % and was not known before. */
  told: number;
  /** Mean error of the average balance in percent, and of whole-plan shares in percentage points. */
  balance: number;
  shares: number;
}

const strengths: readonly Strength[] = [
  { members: 0, told: 0, balance: 8.1, shares: 5.6 },
  { members: 60, told: 0.03, balance: 8.1, shares: 5.6 },
  { members: 300, told: 0.1, balance: 2.2, shares: 0.6 },
  { members: 1_300, told: 0.5, balance: 1, shares: 0.15 },
];

/** Allowed multiples of the mean error. A fund's shares average many draws; a plan's balance is one draw, exceeded in 2 of 100. */
const allowedErrorFactor = { shares: 1.6, balance: 3 };

/** Salaries within 10 % at 80 % confidence that luck may tell: 0 to 1 in simulations of 141 to 1,611 other people. */
const mostSalaries = 1;

/** The number found with luck when `mean` are expected. */
const withLuck = (mean: number): number => mean + 3 * Math.sqrt(mean);

const strengthOf = (members: number): Strength => strengths.findLast((each) => members >= 0.9 * each.members)!;

/** One sentence for each missed target. */
export function missedTargets(
  scores: readonly AttackScore[],
  costs: readonly PublishingCost[],
  sizes: ReadonlyMap<string, number>,
): string[] {
  const missed: string[] = [];
  for (const { attack, planId, groups, members, balances, salaries } of scores) {
    const size = sizes.get(planId)!;
    const where = `${attack}, plan of ${size}:`;
    if (groups.isAboveChance)
      missed.push(
        `${where} ${groups.right} of ${groups.claimed} counts of few are right, ${groups.byChance.toFixed(0)} by chance` +
          (groups.sure > 0 ? `; ${groups.sureRight} of ${groups.sure} that the attacker is sure of` : ''),
      );
    for (const [secret, score] of Object.entries(members) as [Secret, MemberScore][]) {
      const { right, byChance, chanceVariance } = score;
      const allowed = withLuck((strengthOf(size).told / 100) * size);
      // An attack with many claims is right about as often as the prior. Most members have not signed in within a month, so the prior is
      // nearly sure of that before the attack.
      const luck = byChance + 3 * Math.sqrt(chanceVariance);
      const isAboveChance = right > luck && (secret !== 'recent sign-in' || right > 1.1 * byChance);
      if (right > allowed && isAboveChance)
        missed.push(`${where} ${right} members' ${secret} claimed rightly, ${allowed.toFixed(1)} at most`);
    }
    if (salaries.within3Dollars > 0)
      missed.push(`${where} ${salaries.within3Dollars} salaries of other employers’ people told to 3 dollars`);
    if (salaries.within10Percent > mostSalaries)
      missed.push(`${where} ${salaries.within10Percent} salaries of other employers’ people placed within 10 %`);
    if (balances.within20 > 0) missed.push(`${where} ${balances.within20} balances placed within 20 %`);
  }
  for (const { members, balance, shares } of costs) {
    const strength = strengthOf(members);
    if (members < 30) continue;
    if (balance === null || balance > allowedErrorFactor.balance * strength.balance)
      missed.push(
        `plan of ${members}: the average balance is off by ${balance?.toFixed(1)} %, ${strength.balance} meant`,
      );
    if (shares !== null && shares > allowedErrorFactor.shares * strength.shares)
      missed.push(`plan of ${members}: shares are off by ${shares.toFixed(2)} points, ${strength.shares} meant`);
  }
  return missed;
}
