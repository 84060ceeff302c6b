import { randomBytes } from 'node:crypto';
import { lookBacks } from '@superscope/contracts/analytics/look-back';
import { Random } from '../../demo-data/random.js';
import { sampleRecency, type RecencySampling } from './recency-chains.js';
import { distinctReadings, recencyModel } from './recency-readings.js';
import { publishRecency, simulatePlan, type EditionOf, type SimulatedPlan } from './simulated-recency.js';

const sureAt = 0.95;

/** Claims that an attacker is sure of, without those that the fitted rates alone are sure of. */
export interface Sure {
  sure: number;
  right: number;
  /** How many of the claims the fitted rates would get right. */
  byPrior: number;
  /** How many the attacker expects to be right. */
  expected: number;
}

/** A claim about each member and look-back. */
export interface Judged {
  chance: number;
  prior: number;
  truth: boolean;
}

/** Attacks all that is published of a simulated plan's sign-ins. */
export function attackSimulated(
  plan: SimulatedPlan,
  secret: Buffer,
  editions: readonly EditionOf[],
  sampling: RecencySampling,
): Judged[] {
  const model = recencyModel(plan.knowledge, editions.includes('rows') ? plan.leavers : []);
  const { posterior, prior } = sampleRecency(model, distinctReadings(publishRecency(plan, secret, editions)), sampling);
  return lookBacks.flatMap((lookBack) =>
    Array.from({ length: model.members }, (_, member) => member).flatMap((member): Judged[] => {
      const span = model.spanOf(member);
      if (!span) return [];
      const truth = plan.ages[span[1]]![member]! < lookBack;
      return [{ chance: posterior[lookBack][member]!, prior: prior[lookBack][member]!, truth }];
    }),
  );
}

export function sureOf(judged: readonly Judged[]): Sure {
  const isSure = (chance: number) => Math.max(chance, 1 - chance) >= sureAt;
  const claims = judged.filter(({ chance, prior }) => isSure(chance) && !isSure(prior));
  const sum = (of: (claim: Judged) => number) => claims.reduce((total, claim) => total + of(claim), 0);
  return {
    sure: claims.length,
    right: sum(({ chance, truth }) => Number(truth === chance > 0.5)),
    byPrior: sum(({ chance, prior }) => (chance > 0.5 ? prior : 1 - prior)),
    expected: sum(({ chance }) => Math.max(chance, 1 - chance)),
  };
}

export interface UpgradeScore {
  members: number;
  /** The number of claims judged: each member, for each look-back. */
  claims: number;
  /** From the first editions alone. */
  before: Sure;
  /** From both editions of every month. */
  after: Sure;
}

/**
 * After an upgrade the rows of members who had left no longer count, and every month is published again: some groups lose members, the others
 * draw the second layer of their noise anew. The attacker reads every month before and after.
 */
export const attackUpgrades = (sizes: readonly number[], rounds: number, months = 36): UpgradeScore[] =>
  sizes
    .filter((members) => members >= 30)
    .map((members) => {
      const plan = simulatePlan({ members, months, seed: 1 });
      const secret = randomBytes(32);
      const of = (editions: readonly EditionOf[]) =>
        attackSimulated(plan, secret, editions, {
          burnIn: rounds / 4,
          samples: rounds,
          random: new Random('upgrade', members, editions.length),
        });
      const [before, after] = [of(['rows']), of(['rows', 'members'])];
      return { members, claims: after.length, before: sureOf(before), after: sureOf(after) };
    });
