import { randomBytes } from 'node:crypto';
import { lookBacks } from '@superscope/contracts/analytics/look-back';
import { Random } from '../../demo-data/random.js';
import { hasItOrNot, sampleChains } from '../member-chains.js';
import { sampleRecency, type RecencySampling } from './recency-chains.js';
import { distinct, distinctReadings, recencyModel } from './recency-readings.js';
import {
  nominations,
  publishFacts,
  publishRecency,
  simulatePlan,
  upgrades,
  type EditionOf,
  type SimulatedPlan,
} from './simulated-recency.js';

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
  const model = recencyModel(plan.knowledge, editions.includes(upgrades.rows) ? plan.leavers : []);
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

/** The same of a fact that members keep for years: whether they have nominated somebody. */
export function attackNominations(
  plan: SimulatedPlan,
  secret: Buffer,
  editions: readonly EditionOf[],
  sampling: RecencySampling,
): Judged[] {
  const { months, members, spanOf } = recencyModel(
    plan.knowledge,
    editions.includes(upgrades.rows) ? plan.leavers : [],
  );
  const nomination = {
    label: 'nomination<=3',
    has: (month: number, member: number) => plan.nominated[month]![member]!,
  };
  const { begins, ends } = nominations;
  const spans = Array.from({ length: members }, (_, member) => spanOf(member));
  const isIn = (month: number, member: number) => {
    const span = spans[member];
    return span != null && span[0] <= month && month <= span[1];
  };
  const noted = publishFacts(plan, secret, editions, [nomination]);
  const chances = sampleChains(
    {
      times: months,
      members,
      isPresent: isIn,
      ...hasItOrNot(
        () => nominations.share,
        (member) => spans[member]?.[0] ?? 0,
        begins,
        ends,
      ),
    },
    distinct(noted, ({ fact }) => fact.label).map(({ month, members: group, value, variance }) => ({
      time: month,
      members: group,
      states: [1],
      value,
      variance,
    })),
    sampling,
  );
  return spans.flatMap((span, member): Judged[] => {
    if (!span) return [];
    let prior = nominations.share;
    for (let month = span[0]; month < span[1]; month += 1) prior = prior * (1 - ends) + (1 - prior) * begins;
    return [{ chance: chances[span[1]]![member]!, prior, truth: plan.nominated[span[1]]![member]! }];
  });
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
  secret: 'sign-in' | 'nomination';
  /** The number of claims judged: each member, for each look-back. */
  claims: number;
  /** From the editions by the first rules: with the rows of members who had left, and without. */
  before: Sure;
  /** From these and the edition by the second rules. */
  after: Sure;
}

/**
 * Two upgrades published every month again. With the first, the rows of members who had left no longer count: some groups lose members, the
 * others draw the second layer of their noise anew. With the second, younger twins have their elder's noise and a new draw. The attacker
 * reads every month before and after the second.
 */
export const attackUpgrades = (sizes: readonly number[], rounds: number, months = 36): UpgradeScore[] =>
  sizes
    .filter((members) => members >= 30)
    .flatMap((members) => {
      const plan = simulatePlan({ members, months, seed: 1 });
      const secret = randomBytes(32);
      const attacks = { 'sign-in': attackSimulated, nomination: attackNominations };
      return (['sign-in', 'nomination'] as const).map((kind): UpgradeScore => {
        const of = (editions: readonly EditionOf[]) =>
          attacks[kind](plan, secret, editions, {
            burnIn: rounds / 4,
            samples: rounds,
            random: new Random('upgrade', members, editions.length),
          });
        const { rows, members: counted, twins } = upgrades;
        const [before, after] = [of([rows, counted]), of([rows, counted, twins])];
        return { members, secret: kind, claims: after.length, before: sureOf(before), after: sureOf(after) };
      });
    });
