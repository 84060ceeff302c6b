import { describe, expect, it } from 'vitest';
import { concessionalThisYear, isApproachingCap, type MonthlyFlows, trailingYearOf } from './contributions.js';

const flow = (month: string, flows: Partial<MonthlyFlows> = {}): MonthlyFlows => ({
  month,
  employerContributionsCents: null,
  salarySacrificeCents: null,
  personalContributionsCents: null,
  feesCents: null,
  ...flows,
});

describe('the trailing year', () => {
  it('adds the 12 months to the month of the date, blanks as 0', () => {
    const flows = [
      flow('2023-06', { feesCents: 999, personalContributionsCents: 999 }),
      flow('2023-07', { feesCents: 10, salarySacrificeCents: 100 }),
      flow('2024-02', { personalContributionsCents: 50 }),
      flow('2024-06', { feesCents: 20 }),
      flow('2024-07', { feesCents: 999 }),
    ];
    expect(trailingYearOf(flows, '2024-06-30')).toEqual({
      monthsWithSnapshot: 3,
      salarySacrificeCents: 100,
      personalContributionsCents: 50,
      feesCents: 30,
      madeVoluntaryContribution: true,
    });
  });

  it('includes a voluntary contribution that was corrected later', () => {
    const flows = [
      flow('2024-05', { personalContributionsCents: 500 }),
      flow('2024-06', { personalContributionsCents: -500 }),
    ];
    expect(trailingYearOf(flows, '2024-06-30')).toMatchObject({
      personalContributionsCents: 0,
      madeVoluntaryContribution: true,
    });
    expect(trailingYearOf(flows.slice(1), '2024-06-30').madeVoluntaryContribution).toBe(false);
  });

  it.each([
    ['salary sacrifice alone', { salarySacrificeCents: 1 }, true],
    ['a personal contribution alone', { personalContributionsCents: 1 }, true],
    ["the employer's contributions alone", { employerContributionsCents: 800_00 }, null],
    ['amounts of nothing', { salarySacrificeCents: 0, personalContributionsCents: 0 }, false],
    ['one amount of nothing, the other blank', { personalContributionsCents: 0 }, false],
  ])('is one of voluntary contributions, or not, by %s', (_, flows, made) =>
    expect(trailingYearOf([flow('2024-06', flows)], '2024-06-30').madeVoluntaryContribution).toBe(made),
  );

  it('leaves voluntary contributions unknown where both columns are blank in all months', () => {
    const blank = [flow('2024-05', { employerContributionsCents: 800_00 }), flow('2024-06', { feesCents: 10 })];
    const given = flow('2023-07', { salarySacrificeCents: 0 });
    const tooEarly = flow('2023-06', { salarySacrificeCents: 100_00 });
    const made = (flows: MonthlyFlows[]) => trailingYearOf(flows, '2024-06-30').madeVoluntaryContribution;
    expect(made(blank)).toBeNull();
    expect(made([tooEarly, ...blank])).toBeNull();
    expect(made([given, ...blank])).toBe(false);
    expect(made([])).toBeNull();
  });
});

describe('concessional contributions of the financial year', () => {
  const flows = [
    flow('2024-06', { employerContributionsCents: 999 }),
    flow('2024-07', { employerContributionsCents: 800, salarySacrificeCents: 200 }),
    flow('2024-08', { employerContributionsCents: 800, personalContributionsCents: 999 }),
    flow('2024-09', { employerContributionsCents: 800 }),
  ];
  it('start at zero in July and end with the given month', () => {
    expect(concessionalThisYear(flows, '2024-06-30')).toEqual({ monthsWithSnapshot: 1, cents: 999 });
    expect(concessionalThisYear(flows, '2024-07-31')).toEqual({ monthsWithSnapshot: 1, cents: 1_000 });
    expect(concessionalThisYear(flows, '2024-08-31')).toEqual({ monthsWithSnapshot: 2, cents: 1_800 });
  });
  it('include salary sacrifice where the employer contributed nothing', () => {
    expect(concessionalThisYear([flow('2024-07', { salarySacrificeCents: 200 })], '2024-07-31').cents).toBe(200);
  });
  it('are unknown when no month gives any', () => {
    const year = { monthsWithSnapshot: 1, cents: null };
    expect(concessionalThisYear([flow('2024-07', { feesCents: 5 })], '2024-07-31')).toEqual(year);
  });
});

describe('approaching the cap of $30,000', () => {
  it.each([
    ['80 % of it', 24_000_00, 12, true],
    ['a cent under 80 %', 23_999_99, 12, false],
    ['the whole cap', 30_000_00, 12, true],
    ['over it', 30_000_01, 12, false],
    ['on pace for 90 % after three months', 6_750_00, 3, true],
    ['a cent behind that pace', 6_749_99, 3, false],
    ['the same pace after two months, too early to tell', 4_500_00, 2, false],
    ['80 % after two months already', 24_000_00, 2, true],
    ['nothing', 0, 6, false],
  ])('%s', (_, cents, monthsWithSnapshot, approaching) =>
    expect(isApproachingCap({ cents, monthsWithSnapshot }, 30_000_00)).toBe(approaching),
  );

  it('has the same answer in the current month, which is carried forward, as in the month before', () => {
    const flows = ['2024-07', '2024-08', '2024-09'].map((month) =>
      flow(month, { employerContributionsCents: 2_250_00 }),
    );
    const approaching = (asAt: string) => isApproachingCap(concessionalThisYear(flows, asAt), 30_000_00);
    expect(['2024-08-31', '2024-09-30', '2024-10-31', '2024-11-30'].map(approaching)).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  it('uses the pace of the months with a snapshot', () => {
    const flows = ['2025-03', '2025-04', '2025-05'].map((month) =>
      flow(month, { employerContributionsCents: 2_250_00 }),
    );
    const approaching = (asAt: string) => isApproachingCap(concessionalThisYear(flows, asAt), 30_000_00);
    expect(['2025-04-30', '2025-05-31'].map(approaching)).toEqual([false, true]);
    // In July a new financial year begins, which has no snapshot yet.
    expect(approaching('2025-07-31')).toBeNull();
  });

  it('is unknown when either figure is', () => {
    expect(isApproachingCap({ cents: null, monthsWithSnapshot: 6 }, 30_000_00)).toBeNull();
    expect(isApproachingCap({ cents: 1, monthsWithSnapshot: 6 }, null)).toBeNull();
  });
});
