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
    rule: 'Five areas earn up to one star each. An area that lacks an input is left out and the others are scaled to five stars; a member with fewer than three areas has no score. A plan has the average of its members.',
  },
  {
    id: 'nominatedBeneficiary',
    title: 'Nominated beneficiary',
    rule: 'A binding nomination in force earns the whole star, a non-binding one 0.6, an expired binding one 0.4, no nomination nothing. A lapsing nomination expires three years after it was signed.',
  },
  {
    id: 'accountBalance',
    title: 'Account balance',
    rule: 'The balance as a share of the average of people of the same age group and gender, at most one star. From 80 % it counts as within average.',
  },
  {
    id: 'lifeInsurance',
    title: 'Life insurance',
    rule: 'Death cover and balance together are compared with a need that is a multiple of salary by age. No cover earns nothing; below 80 % of the need the star grows in proportion up to 0.7; from there it is whole. Cover that alone exceeds one and a half needs earns 0.8.',
  },
  {
    id: 'investmentApproach',
    title: 'Investment approach',
    rule: 'Growth assets are compared with a target: that of the risk profile if it was assessed within 24 months, otherwise 80 % under 45, 70 % under 55, 60 % under 60 and 50 % from 60. At forty points under target nothing is left; more than 25 points over target, the star is limited to 0.8.',
  },
  {
    id: 'retirementAdequacy',
    title: 'Retirement adequacy',
    rule: 'The projected yearly income in retirement is compared with the modest and the comfortable standard and with 60 % of salary. Modest earns 0.25, comfortable 0.75, 60 % of salary the whole star, straight lines between.',
  },
];

const projection: Explanation[] = [
  {
    id: 'retirementProjection',
    title: 'The projection behind it',
    rule: 'The account grows to age 67 with contributions at today’s rate without a break, less tax, fees and premiums, and is then spent evenly until 92. Everything is in today’s dollars, deflated by wages. The Age Pension is recalculated for each year by the assets test, for a single home owner.',
  },
  {
    id: 'projectedRetirementStandardName',
    title: 'Projected standard',
    rule: 'Inadequate is below modest; modest, comfortable and aspirational are the highest level that the income reaches. Aspirational is 60 % of salary, and not less than comfortable.',
  },
  {
    id: 'projectedRetirementStandardSuperOnlyName',
    title: 'Projected standard on super alone',
    rule: 'The same levels with income from the account only. Nearly everybody who works to 67 reaches modest with the Age Pension; on super alone most do not.',
  },
  {
    id: 'onTrackOrOnTrackUsingTolerance',
    title: 'On track',
    rule: 'The projected income is at least 95 % of the modest standard.',
  },
];

const flags: Explanation[] = [
  {
    id: 'beneficiaryNominationValidated',
    title: 'Nomination validated',
    rule: 'The latest check found the nomination valid, was made on or after it was signed, and it has not expired.',
  },
  {
    id: 'lifeInsuranceIndicatorResult',
    title: 'Insurance indicator',
    rule: 'None without cover; over insured where cover alone is above one and a half needs; under insured where cover and balance are below 80 % of the need; else on target.',
  },
  {
    id: 'investmentStrategySuitable',
    title: 'Suitable investment',
    rule: 'With an assessed risk profile: growth assets within 10 points of its target. Otherwise not more than 10 points under and 25 points over the target of the age.',
  },
  {
    id: 'makingVoluntaryContributions',
    title: 'Voluntary contributions',
    rule: 'Salary sacrifice or personal contributions in at least one of the last 12 months.',
  },
  {
    id: 'approachingConcessionalCap',
    title: 'Approaching the cap',
    rule: 'Employer contributions and salary sacrifice since July are at least 80 % of the yearly cap or, once three months of them are known, on pace for 90 %, and not over it.',
  },
  {
    id: 'benchmarkIndex',
    title: 'Benchmark index',
    rule: 'The balances of an age group as a percentage of the averages of their peers, over members for whom both are known.',
  },
  {
    id: 'planRanking',
    title: 'Plan ranking',
    rule: 'Three percentile ranks among all plans with 11 or more members: signed in within 12 months, projected to reach modest, any beneficiary nominated. Their sum is the top quartile above 225, the second above 150, the third above 75.',
  },
];

export const explanations: readonly Explanation[] = [...score, ...projection, ...flags];
