import { insuredShare } from '../demo-data/insurance-cover.js';
import { nominationRates } from '../demo-data/nominations.js';
import type { Fact } from './facts.js';
import type { PlanKnowledge } from './knowledge.js';

/** A member's probability in the generator's model, given an employer's knowledge. */
export const demographicPrior =
  (signedInShares: ReadonlyMap<string, number>) =>
  (plan: PlanKnowledge, fact: Fact) =>
  (member: number): number => {
    const age = plan.ages[member]!;
    switch (fact.tells?.secret) {
      case 'nomination': {
        const { binding, nonBinding } = nominationRates(age, 1);
        return fact.tells.yes ? binding + nonBinding : 1 - binding - nonBinding;
      }
      case 'insurance': {
        const share = age >= 70 ? 0.001 : insuredShare(age);
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
