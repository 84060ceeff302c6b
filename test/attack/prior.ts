import { insuredShare } from '../demo-data/insurance-cover.js';
import { nominationRates } from '../demo-data/nominations.js';
import type { Fact } from './facts.js';
import type { PlanKnowledge } from './knowledge.js';

/** An employer's knowledge of a fund, apart from its members. */
export interface FundKnowledge {
  /** The share of each plan's members who signed in. */
  signedInShares: ReadonlyMap<string, number>;
  /** The age at which a category's default cover ends, where its formula counts the years to it. The fund tells every employer. */
  coverEnds: ReadonlyMap<string, number>;
}

/** Nobody is insured from this age on. */
const lastCover = 70;

/** A member's probability of having a fact in the generator's model, given an employer's knowledge, at a month (by default the newest). */
export type PriorOf = (plan: PlanKnowledge, fact: Fact) => (member: number, month?: string) => number;

export const demographicPrior =
  ({ signedInShares, coverEnds }: FundKnowledge): PriorOf =>
  (plan, fact) =>
  (member, month) => {
    const age = plan.ageOf(member, month);
    switch (fact.tells?.secret) {
      case 'nomination': {
        const { binding, nonBinding } = nominationRates(age, 1);
        return fact.tells.yes ? binding + nonBinding : 1 - binding - nonBinding;
      }
      case 'insurance': {
        const category = plan.newestValueOf('categoryId', member) ?? '';
        const share = age >= (coverEnds.get(category) ?? lastCover) ? 0.001 : insuredShare(age);
        return fact.tells.yes ? share : 1 - share;
      }
      case 'sign-in': {
        const share = signedInShares.get(plan.planId)!;
        return fact.tells.yes ? share : 1 - share;
      }
      default:
        throw new Error(`There is no prior for '${fact.name}'.`);
    }
  };

/** The share of binding nominations that have expired. */
const expiredShare = 0.22;
/** Members are first seen between the first and the last month, and early on fewer of them had nominated. */
const midway = 0.5;

/** The probabilities of a binding, non-binding, expired and no nomination when a member is first seen. */
export const nominationPrior =
  (plan: PlanKnowledge) =>
  (member: number): readonly number[] => {
    const { binding, nonBinding } = nominationRates(plan.ageOf(member), midway);
    return [(1 - expiredShare) * binding, nonBinding, expiredShare * binding, 1 - binding - nonBinding];
  };

/** Turns from one quarter to the next: binding nominations expire and are signed again, and a few members begin to nominate. */
export const nominationTurns: readonly (readonly number[])[] = [
  [0.97, 0, 0.03, 0],
  [0.007, 0.993, 0, 0],
  [0.035, 0, 0.965, 0],
  [0, 0.017, 0, 0.983],
];
