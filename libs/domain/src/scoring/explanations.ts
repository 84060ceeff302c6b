import type { ScoredArea } from './super-score.js';

/** One entry of the page "How this is calculated". General information, not personal advice. */
export interface Explanation {
  /** The explained area, flag or dimension, by its name in queries. */
  id: string;
  title: string;
  rule: string;
}

const score: Explanation[] = [
  {
    id: 'superScore',
    title: 'SuperScore',
    rule: 'Each of five areas earns up to one star. Together they make the score of a member, from 0 to 5. If something about an area is not known, that area is left out and the others count for more. A member with fewer than three known areas has no score. The score of the plan is the average of its members’ scores.',
  },
  {
    id: 'nominatedBeneficiary',
    title: 'Nominated beneficiary',
    rule: 'A member earns the whole star with a binding nomination that is in force, 0.6 with one that is not binding, so that the fund need not follow it, 0.4 with a binding one that has expired, and nothing without a nomination. A binding nomination that lapses expires three years after it was signed.',
  },
  {
    id: 'accountBalance',
    title: 'Account balance',
    rule: 'The balance is compared with the average balance of people of the same age group and gender. Half of that average earns half a star, all of it or more the whole star. From 80% of the average a balance counts as within average.',
  },
  {
    id: 'lifeInsurance',
    title: 'Life insurance',
    rule: 'Every member has an estimated need: a multiple of salary that depends on age. Death cover and balance together are compared with it. From 80% of the need a member earns the whole star, below that up to 0.7 in proportion, and without cover nothing. Cover that is more than one and a half times the need by itself earns 0.8.',
  },
  {
    id: 'investmentApproach',
    title: 'Investment approach',
    rule: 'The share of growth assets, such as shares and property, is compared with a target. It is the target of the risk profile if that was completed within 24 months. Otherwise it depends on age: 80% under 45, 70% under 55, 60% under 60 and 50% from 60. On target earns the whole star. The further under the target, the less a member earns, down to nothing at 40 percentage points under. More than 25 points over the target earns 0.8 at most.',
  },
  {
    id: 'retirementAdequacy',
    title: 'Retirement adequacy',
    rule: 'The yearly income that a member is heading for in retirement is compared with the Modest and the Comfortable standard and with 60% of salary. Modest earns 0.25 of the star, Comfortable 0.75, and 60% of salary, or Comfortable if that is more, the whole star. An income between two of these earns a part between them.',
  },
];

const projection: Explanation[] = [
  {
    id: 'retirementProjection',
    title: 'The projection behind it',
    rule: 'The account is projected to age 67, with contributions going on as today, less tax, fees and premiums. It is then spent evenly until age 92. All amounts are in today’s dollars: rising wages are taken out. The Age Pension is worked out for each year by the assets test, for a single person who owns a home.',
  },
  {
    id: 'projectedRetirementStandardName',
    title: 'Projected standard',
    rule: 'The highest standard that the projected income reaches: Modest, Comfortable or Aspirational. Aspirational is 60% of salary, and not less than Comfortable. A lower income is below Modest.',
  },
  {
    id: 'projectedRetirementStandardSuperOnlyName',
    title: 'Projected standard on super alone',
    rule: 'The same standards with income from the account alone, without the Age Pension. With the Age Pension nearly everybody who works to 67 reaches Modest. On super alone most do not.',
  },
  {
    id: 'onTrackOrOnTrackUsingTolerance',
    title: 'On track',
    rule: 'The projected income is at least 95% of the Modest standard: it reaches the standard, or misses it by 5% at most.',
  },
];

const flags: Explanation[] = [
  {
    id: 'beneficiaryNominationValidated',
    title: 'Nomination validated',
    rule: 'The latest check of the nomination found it valid. The check was made on the day of signing or later, and the nomination has not expired.',
  },
  {
    id: 'lifeInsuranceIndicatorResult',
    title: 'Insurance indicator',
    rule: 'None: the member has no cover. Over insured: cover by itself is more than one and a half times the estimated need. Under insured: cover and balance together are less than 80% of the need. On target: everything else.',
  },
  {
    id: 'investmentStrategySuitable',
    title: 'Suitable investment',
    rule: 'With a completed risk profile, the share of growth assets is within 10 percentage points of its target. Without one, it is no more than 10 points under and 25 points over the target for the age.',
  },
  {
    id: 'makingVoluntaryContributions',
    title: 'Voluntary contributions',
    rule: 'The member made salary sacrifice or personal contributions in at least one of the last 12 months.',
  },
  {
    id: 'approachingConcessionalCap',
    title: 'Approaching the cap',
    rule: 'Since July, employer contributions and salary sacrifice together have reached at least 80% of the yearly cap, and are not over it. Once three months are known, members who are on the way to 90% of the cap count too.',
  },
  {
    id: 'benchmarkIndex',
    title: 'Benchmark index',
    rule: 'The balances of an age group as a percentage of the average balances of people like them: 100 is average. Members count if both balances are known.',
  },
  {
    id: 'planRanking',
    title: 'Plan ranking',
    rule: 'Plans of 11 members or more get a rank from 0 to 100 for each of three shares: members who signed in within 12 months, who are projected to reach Modest, and who have nominated any beneficiary. The three ranks are added. Over 225 is the top quartile, over 150 the second, over 75 the third.',
  },
];

export const explanations: readonly Explanation[] = [...score, ...projection, ...flags];

/** The rule of each scored area in one sentence, for paper, where there is no room for its explanation. */
export const areaRules: Readonly<Record<ScoredArea, string>> = {
  nominatedBeneficiary: 'A binding nomination counts 1, a non-binding one 0.6, an expired binding one 0.4, none 0.',
  accountBalance:
    'The balance is set against the average of Australians of the same age and gender; at that average or above it counts 1.',
  lifeInsurance:
    'Death cover and balance together count 1 from 80% of a need by salary and age, below that up to 0.7; cover alone of over 1.5 times the need counts 0.8, no cover 0.',
  investmentApproach:
    'Growth assets are set against a target for the age, or for an assessed risk profile: on target they count 1, 40 points under it 0, over 25 points above it 0.8.',
  retirementAdequacy:
    'The projected income counts 0.25 at ASFA’s Modest budget, 0.75 at Comfortable and 1 at 60% of salary, or at Comfortable if that is more, with parts between.',
};
