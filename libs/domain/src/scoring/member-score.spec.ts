import { describe, expect, it } from 'vitest';
import type { MemberMonthInput } from './member-month.js';
import { scoreMember } from './member-score.js';
import { figuresFrom } from './figures-from-rows.js';
import { referenceSuperParameters } from './reference-figures.js';
import { scoreBand, scoredAreas, superScoreMillionths } from './super-score.js';
import { referenceFigures, typicalMember } from './typical-member.js';

const june2021 = '2021-06-30';
const score = (member: Partial<MemberMonthInput>, asAt = june2021) =>
  scoreMember({ ...typicalMember, ...member }, referenceFigures, asAt);

describe('a member with every input', () => {
  it('gets five components, their sum as stars, and every label', () => {
    const result = score({});
    // The need is 5.4 x 80,000 = 432,000; cover and balance are 92 % of it. 75 % growth is 5 points under target.
    expect(result.components).toMatchObject({
      nominatedBeneficiary: 1,
      accountBalance: 1,
      lifeInsurance: 1,
      investmentApproach: 0.875,
    });
    const retirement = result.components.retirementAdequacy!;
    expect(result.scoreMillionths).toBe(Math.round((3.875 + retirement) * 1_000_000));
    expect(result.componentMillionths.retirementAdequacy).toBe(Math.round(retirement * 1_000_000));
    expect(result).toMatchObject({
      age: 40,
      scoreBand: 4,
      beneficiaryNominationType: '1|Binding',
      expiredBeneficiaryNominated: false,
      beneficiaryNominationValidated: false,
      peerAverageCents: 99_000_00,
      balanceWithinAverage: true,
      lifeInsuranceIndicatorResult: 'On target',
      insurancePoints: '3|Full',
      noLifeInsurance: false,
      lifeCoverWithinBenchmark: true,
      potentiallyInadequateLifeInsurance: false,
      growthExposurePercent: 75,
      growthExposureAdequated: true,
      riskProfileAssessmentCompletedAndAligned: false,
      investmentStrategySuitable: true,
      projectedRetirementStandardSuperOnlyName: '1|Inadequate',
      onTrackOrOnTrackUsingTolerance: true,
      makingVoluntaryContributions: false,
      approachingConcessionalCap: false,
      ageGroup: '31 - 44',
      salaryGroup: '$65k',
      balanceGroup: '$50k',
      timeInPlan: '3 - 5 years',
      insuranceCoverType: 'Death and TPD',
    });
  });

  it('aged 67 in July 2020 has the reference incomes of the projection', () => {
    const retired = { birthMonth: '1953-07', salaryCents: 50_000_00, insurancePremiumCents: 0 };
    const modest = score({ ...retired, totalAssetsOwnedCents: 70_000_00 }, '2020-07-31');
    const comfortable = score({ ...retired, totalAssetsOwnedCents: 545_000_00 }, '2020-07-31');
    expect(modest.age).toBe(67);
    expect(Math.round(modest.retirementIncomeCents! / 100)).toBe(28_150);
    expect(modest.projectedRetirementStandardName).toBe('2|Modest');
    expect(Math.round(comfortable.retirementIncomeCents! / 100)).toBe(46_851);
    expect(comfortable.projectedRetirementStandardName).toBe('4|Aspirational');
  });
});

describe('retirement income', () => {
  const retired: Partial<MemberMonthInput> = { birthMonth: '1953-07', totalAssetsOwnedCents: 545_000_00 };
  const of = (member: Partial<MemberMonthInput>) => score({ ...retired, ...member }, '2020-07-31');

  it('of the account alone is a level payment at the start of each of 25 years', () => {
    const k = 1.06 / 1.037 - 1;
    const payment = (545_000 * k) / ((1 + k) * (1 - (1 + k) ** -25));
    expect(of({}).retirementIncomeSuperOnlyCents! / 100).toBeCloseTo(payment, 0);
  });

  it('of $46,851 is aspirational where 60 % of salary is at most that', () => {
    expect(of({ salaryCents: 78_000_00 }).projectedRetirementStandardName).toBe('4|Aspirational');
    expect(of({ salaryCents: 78_200_00 }).projectedRetirementStandardName).toBe('3|Comfortable');
  });

  it('is reduced by ten more years of premiums', () => {
    // At 20 % growth the account exactly keeps pace with wages.
    const tenYearsBefore: Partial<MemberMonthInput> = {
      birthMonth: '1963-07',
      salaryCents: 0,
      growthExposurePercent: 20,
      trailingYear: { ...typicalMember.trailingYear, feesCents: 0 },
    };
    const at67 = of({}).retirementIncomeCents!;
    const insured = { totalAssetsOwnedCents: 551_000_00, insurancePremiumCents: 50_00 };
    expect(of({ ...tenYearsBefore, ...insured }).retirementIncomeCents! / 100).toBeCloseTo(at67 / 100, 0);
    expect(of({ ...tenYearsBefore, insurancePremiumCents: null }).retirementIncomeCents! / 100).toBeCloseTo(
      at67 / 100,
      0,
    );
  });

  it('is not projected without a retirement standard', () => {
    const superParameters = referenceSuperParameters.filter(({ name }) => !name.startsWith('retirementStandard.'));
    const { figures } = figuresFrom({ benchmarks: [], superParameters });
    expect(scoreMember(typicalMember, figures, june2021)).toMatchObject({
      components: { retirementAdequacy: null },
      projectedRetirementStandardName: null,
      retirementIncomeCents: null,
      retirementIncomeSuperOnlyCents: null,
    });
  });
});

describe('life cover', () => {
  // The need is 5.4 x 80,000 = 432,000, and the balance of 99,000 counts towards it.
  it.each([
    ['none', 0, { noLifeInsurance: true, lifeCoverWithinBenchmark: false, potentiallyInadequateLifeInsurance: true }],
    [
      'too little',
      100_000_00,
      { noLifeInsurance: false, lifeCoverWithinBenchmark: false, potentiallyInadequateLifeInsurance: true },
    ],
    [
      'enough',
      300_000_00,
      { noLifeInsurance: false, lifeCoverWithinBenchmark: true, potentiallyInadequateLifeInsurance: false },
    ],
    [
      'too much',
      700_000_00,
      { noLifeInsurance: false, lifeCoverWithinBenchmark: false, potentiallyInadequateLifeInsurance: false },
    ],
    [
      'not given',
      null,
      { noLifeInsurance: null, lifeCoverWithinBenchmark: null, potentiallyInadequateLifeInsurance: null },
    ],
  ])('that is %s has its flags', (_, deathCoverCents, flags) =>
    expect(score({ deathCoverCents })).toMatchObject(flags),
  );
});

describe('an account balance', () => {
  it.each([
    [0, 0, false],
    [-5_000_00, 0, false],
    [79_199_99, 0.79999989, false],
    [79_200_00, 0.8, true],
    [200_000_00, 1, true],
  ])('of %i cents against a peer average of $99,000 scores %f', (balance, points, within) => {
    const result = score({ totalAssetsOwnedCents: balance });
    expect(result.components.accountBalance).toBeCloseTo(points, 7);
    expect(result.balanceWithinAverage).toBe(within);
  });
});

describe('a missing input', () => {
  const missingAreas = (member: Partial<MemberMonthInput>) => {
    const { components } = score(member);
    return scoredAreas.filter((area) => components[area] === null);
  };

  it.each<[string, Partial<MemberMonthInput>, string[]]>([
    ['birth month', { birthMonth: null }, scoredAreas.slice(1)],
    ['gender', { gender: null }, ['accountBalance']],
    ['salary', { salaryCents: null }, ['lifeInsurance', 'retirementAdequacy']],
    ['balance', { totalAssetsOwnedCents: null }, ['accountBalance', 'lifeInsurance', 'retirementAdequacy']],
    ['cover', { deathCoverCents: null }, ['lifeInsurance']],
    ['growth', { growthExposurePercent: null }, ['investmentApproach', 'retirementAdequacy']],
    ['nomination', { beneficiaryNominationType: null }, ['nominatedBeneficiary']],
    ['premium, which counts as none', { insurancePremiumCents: null }, []],
  ])('%s leaves out only what needs it', (_, member, areas) => expect(missingAreas(member)).toEqual(areas));

  it('rescales the other components to five stars', () => {
    const { components, scoreMillionths } = score({ gender: null });
    const present = scoredAreas.flatMap((area) => components[area] ?? []);
    expect(present).toHaveLength(4);
    expect(scoreMillionths).toBe(Math.round((1_000_000 * 5 * present.reduce((a, b) => a + b)) / 4));
  });

  it('of age is assumed for a date of birth after the month', () => {
    expect(score({ birthMonth: '2031-03' })).toEqual(score({ birthMonth: null }));
  });

  it('makes its flags unknown rather than no', () => {
    expect(score({ totalAssetsOwnedCents: null })).toMatchObject({
      balanceWithinAverage: null,
      lifeInsuranceIndicatorResult: null,
      noLifeInsurance: false,
      lifeCoverWithinBenchmark: null,
      potentiallyInadequateLifeInsurance: null,
      projectedRetirementStandardName: null,
      onTrackOrOnTrackUsingTolerance: null,
      balanceGroup: 'Unknown',
    });
    expect(score({ gender: null }).balanceWithinAverage).toBeNull();
    expect(
      score({ concessionalThisYear: { monthsWithSnapshot: 12, cents: null } }).approachingConcessionalCap,
    ).toBeNull();
    const making = (madeVoluntaryContribution: boolean | null) =>
      score({ trailingYear: { ...typicalMember.trailingYear, madeVoluntaryContribution } })
        .makingVoluntaryContributions;
    expect([null, false, true].map(making)).toEqual([null, false, true]);
  });

  it('of growth is replaced by the growth of the holdings', () => {
    expect(score({ growthExposurePercent: null, holdingsGrowthPercent: 60 })).toMatchObject({
      growthExposurePercent: 60,
      components: { investmentApproach: 0.5 },
    });
    expect(score({ holdingsGrowthPercent: 60 }).growthExposurePercent).toBe(75);
  });

  it('of salary differs from a salary of zero, which can be projected', () => {
    const unpaid = score({ salaryCents: 0 });
    expect(unpaid.components.retirementAdequacy).not.toBeNull();
    expect(unpaid.components.lifeInsurance).toBeNull();
    expect(unpaid.salaryGroup).toBe('<$30k');
    expect(score({ salaryCents: null }).salaryGroup).toBe('Unknown');
  });

  it('gives no score when fewer than three components are left', () => {
    const nearlyUnknown = score({ birthMonth: null, deathCoverCents: 0 });
    expect(nearlyUnknown.components).toMatchObject({ nominatedBeneficiary: 1, lifeInsurance: 0 });
    expect(nearlyUnknown).toMatchObject({ scoreMillionths: null, scoreBand: null, ageGroup: 'Unknown' });
  });

  it('of figures still scores the components that need none', () => {
    const { figures } = figuresFrom({ benchmarks: [], superParameters: [] });
    const { components } = scoreMember(typicalMember, figures, june2021);
    expect(components).toEqual({
      nominatedBeneficiary: 1,
      accountBalance: null,
      lifeInsurance: null,
      investmentApproach: 0.875,
      retirementAdequacy: null,
    });
  });
});

describe('the SuperScore', () => {
  const components = (points: number | null) => ({
    nominatedBeneficiary: points,
    accountBalance: points,
    lifeInsurance: points,
    investmentApproach: null,
    retirementAdequacy: null,
  });
  it('is rounded once, half up, to millionths of a star', () => {
    expect(superScoreMillionths(components(0.1000001))).toBe(500_001);
    expect(superScoreMillionths(components(1))).toBe(5_000_000);
    expect(superScoreMillionths({ ...components(1), lifeInsurance: null })).toBeNull();
  });
  it.each([
    [0, 0],
    [999_999, 0],
    [1_000_000, 1],
    [2_999_999, 2],
    [4_000_000, 4],
    [5_000_000, 4],
    [null, null],
  ])('of %s millionths falls into band %s', (millionths, band) => expect(scoreBand(millionths)).toBe(band));
});
