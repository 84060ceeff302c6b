import { expect, it } from 'vitest';
import { facts } from './facts.js';
import { PlanKnowledge } from './knowledge.js';
import { demographicPrior } from './prior.js';

const months = ['2026-03', '2026-06'];
const of = (values: (string | undefined)[]) => months.map(() => values);
const categories = ['P1-C1', 'P1-C2', 'P1-C1'];
const plan = new PlanKnowledge(
  'P1',
  months,
  3,
  {
    gender: of(['Male', 'Male', 'Female']),
    ageGroup: of(['65+', '65+', '31 - 44']),
    salaryGroup: of(['$65k', '$65k', '$65k']),
    addressState: of(['NSW', 'NSW', 'NSW']),
    companyId: of(['P1-E1', 'P1-E1', 'P1-E1']),
    categoryId: of(categories),
    birthGroup: of(['1960 - 1964', '1955 - 1959', '1985 - 1989']),
  },
  [
    [64, 66, 40],
    [65, 66, 40],
  ],
);
const uninsured = demographicPrior({ signedInShares: new Map(), coverEnds: new Map([['P1-C1', 65]]) })(
  plan,
  facts.noLifeInsurance,
);

it('knows whose default cover has ended by the formula of their category', () => {
  expect(uninsured(0)).toBe(0.999);
  expect(uninsured(0, '2026-03')).toBeCloseTo(0.13);
  expect(uninsured(1)).toBeCloseTo(0.13);
  expect(uninsured(2)).toBeCloseTo(0.13);
});
