import type { Attack } from '../attack.js';
import { Claims } from '../claims.js';
import { exactly } from '../figure.js';
import { facts, type Fact } from '../facts.js';

/** A count as a sum of others of the same group: `sum` less `less`. Null stands for all members. */
interface Identity {
  fact: Fact;
  sum: readonly (Fact | null)[];
  less: readonly Fact[];
}

const underInsured: Fact = {
  name: 'under insured',
  filter: { member: 'Member.lifeInsuranceIndicatorResult', values: ['Under insured'] },
  reach: 2,
};
const overInsured: Fact = {
  name: 'over insured',
  filter: { member: 'Member.lifeInsuranceIndicatorResult', values: ['Over insured'] },
  reach: 2,
};

/** The fact of having `outer` without `inner`, where `inner` implies `outer`. */
const without = (outer: Fact, inner: Fact): Fact => ({
  name: `${outer.name} without ${inner.name}`,
  reach: 3,
  difference: [outer, inner],
});

/** Identities of overlapping flags and nested counts. */
const identities: readonly Identity[] = [
  { fact: facts.noLifeInsurance, sum: [null], less: [facts.withDeathCover] },
  { fact: facts.withDeathCover, sum: [null], less: [facts.noLifeInsurance] },
  { fact: underInsured, sum: [facts.inadequate], less: [facts.noLifeInsurance] },
  { fact: facts.noLifeInsurance, sum: [facts.inadequate], less: [underInsured] },
  { fact: overInsured, sum: [null], less: [facts.onTarget, facts.inadequate] },
  { fact: facts.onTarget, sum: [null], less: [facts.inadequate, overInsured] },
  { fact: without(facts.voluntary, facts.sacrifice), sum: [facts.voluntary], less: [facts.sacrifice] },
  { fact: without(facts.voluntary, facts.personal), sum: [facts.voluntary], less: [facts.personal] },
  { fact: without(facts.withDeathCover, facts.withTpdCover), sum: [facts.withDeathCover], less: [facts.withTpdCover] },
  { fact: facts.binding, sum: [null], less: [facts.nonBinding, facts.expired, facts.noNomination] },
  { fact: facts.expired, sum: [null], less: [facts.nonBinding, facts.binding, facts.noNomination] },
];

/** Determines a withheld count from published counts of the same group. */
export const overlappingFlags: Attack = {
  name: 'overlapping flags and nested counts',
  async run(employer) {
    const claims = new Claims();
    for (const plan of employer.plans)
      for (const { fact, sum, less } of identities) {
        const hidden = fact.difference ? null : await employer.counts(plan, fact);
        const books = await Promise.all(
          [...sum, ...less].map(async (each) => (each === null ? null : employer.counts(plan, each))),
        );
        for (const { cell, months } of books.find((book) => book !== null)!.groups())
          for (const month of months) {
            const members = plan.members(cell, month);
            if (members.length === 0 || hidden?.valueAt(cell, month)) continue;
            const terms = books.map((book) => (book === null ? exactly(members.length) : book.at(cell, month)));
            let [count, variance] = [0, 0];
            const isKnown = terms.every((term, at) => {
              if (term?.kind !== 'value') return false;
              count += at < sum.length ? term.value : -term.value;
              variance += term.variance;
              return true;
            });
            if (isKnown) claims.groups.push({ planId: plan.planId, month, fact, members, count, variance });
          }
      }
    return claims;
  },
};
