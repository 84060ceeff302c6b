import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FiguresAt, figuresAt } from './figures-at.js';
import { adequacyLevels, adequacyPoints, isOnTrack, projectedStandard } from './retirement-adequacy.js';
import {
  balanceAtRetirement,
  drawdownYears,
  type ProjectionInput,
  realReturn,
  retirementIncome,
} from './retirement-income.js';
import { referenceFigures, typicalMember } from './typical-member.js';

const july2020: FiguresAt = figuresAt(referenceFigures, '2020-07-31');
const projection = july2020.projection!;
const idle: ProjectionInput = {
  age: 57,
  balance: 100_000,
  salary: 0,
  growthPercent: 20,
  insurancePremium: 0,
  trailingYear: { ...typicalMember.trailingYear, feesCents: 0 },
};
const at67 = (input: Partial<ProjectionInput>) => balanceAtRetirement({ ...idle, ...input }, projection);

describe('the balance at retirement', () => {
  it('keeps pace with wages at 20 % growth, so that contributions simply add up', () => {
    expect(Math.abs(realReturn(20, projection))).toBeLessThan(1e-12);
    expect(at67({})).toBeCloseTo(100_000, 4);
    expect(at67({ salary: 100_000 })).toBeCloseTo(100_000 + 10 * 0.85 * 9_500, 4);
  });

  it('grows by 3 % and 3.5 % of the growth exposure, deflated by 3.7 % wages', () => {
    const k = 1.058 / 1.037 - 1;
    expect(realReturn(80, projection)).toBeCloseTo(k, 12);
    const contributions = (0.85 * 9_500 * ((1 + k) ** 10 - 1)) / k;
    expect(at67({ growthPercent: 80, salary: 100_000 })).toBeCloseTo(100_000 * (1 + k) ** 10 + contributions, 4);
  });

  it('shrinks relative to wages with little growth exposure', () => {
    const k = 1.03 / 1.037 - 1;
    const contributions = (0.85 * 9_500 * ((1 + k) ** 10 - 1)) / k;
    expect(at67({ growthPercent: 0, salary: 100_000 })).toBeCloseTo(100_000 * (1 + k) ** 10 + contributions, 4);
  });

  it('is continuous where the formula changes for rates near 0', () => {
    const near = at67({ growthPercent: 20.00001, salary: 100_000 });
    expect(Math.abs(near - at67({ growthPercent: 20, salary: 100_000 }))).toBeLessThan(1);
  });

  it('taxes concessional contributions and limits them to the cap, not after-tax ones', () => {
    const trailingYear = {
      ...idle.trailingYear,
      salarySacrificeCents: 20_000_00,
      personalContributionsCents: 5_000_00,
    };
    expect(at67({ salary: 100_000, trailingYear })).toBeCloseTo(100_000 + 10 * (0.85 * 25_000 + 5_000), 4);
  });

  it('annualises the contributions of a part of a year', () => {
    const trailingYear = {
      ...idle.trailingYear,
      monthsWithSnapshot: 3,
      salarySacrificeCents: 1_000_00,
      personalContributionsCents: 600_00,
      feesCents: 100_00,
    };
    expect(at67({ trailingYear })).toBeCloseTo(100_000 + 10 * (0.85 * 4_000 + 2_400 - 400), 4);
    expect(at67({ trailingYear: { ...trailingYear, monthsWithSnapshot: 0 } })).toBeCloseTo(100_000, 4);
  });

  it('pays twelve monthly premiums a year and never falls below 0', () => {
    expect(at67({ insurancePremium: 50 })).toBeCloseTo(100_000 - 10 * 600, 4);
    expect(at67({ insurancePremium: 5_000 })).toBe(0);
    expect(at67({ balance: -10_000, age: 70 })).toBe(0);
  });

  it("is today's balance from 67 on, without contributions", () => {
    expect(at67({ age: 67, salary: 100_000, growthPercent: 90 })).toBe(100_000);
    expect(at67({ age: 75, salary: 100_000, growthPercent: 90 })).toBe(100_000);
  });
});

it.each([
  [20, 25],
  [67, 25],
  [70, 22],
  [87, 5],
  [99, 5],
])('savings of a member of %i last %i years', (age, years) => expect(drawdownYears(age, projection)).toBe(years));

describe('retirement income', () => {
  it.each([
    [70_000, 28_150],
    [545_000, 46_851],
  ])('of somebody of 67 with $%d is $%d a year with the Age Pension', (balance, income) => {
    expect(Math.round(retirementIncome({ ...idle, age: 67, balance }, july2020)!.withPension)).toBe(income);
  });

  it('is spread over fewer years for an older retiree', () => {
    const of = (age: number) => retirementIncome({ ...idle, age, balance: 300_000 }, july2020)!.superOnly;
    expect(of(80)).toBeGreaterThan(of(70));
    expect(of(95)).toBe(of(87));
  });

  it('never falls as the balance grows', () => {
    const balance = fc.integer({ min: 0, max: 3_000_000 });
    fc.assert(
      fc.property(balance, balance, fc.integer({ min: 15, max: 100 }), (a, b, age) => {
        const of = (amount: number) => retirementIncome({ ...idle, age, balance: amount, salary: 50_000 }, july2020)!;
        const [less, more] = [of(Math.min(a, b)), of(Math.max(a, b))];
        expect(more.withPension).toBeGreaterThanOrEqual(less.withPension);
        expect(more.superOnly).toBeGreaterThanOrEqual(less.superOnly);
        // Both are equal for an old and rich member, who gets no pension in any year under the assets test.
        expect(less.withPension).toBeGreaterThanOrEqual(less.superOnly);
      }),
    );
  });
});

describe('retirement adequacy', () => {
  const standard = { modestSingleYearTotal: 28_000, comfortableSingleYearTotal: 44_000 };
  const levels = adequacyLevels(standard, 24_000, 100_000_00);

  it.each([
    [20_000, 0, '1|Inadequate'],
    [24_000, 0, '1|Inadequate'],
    [26_000, 0.125, '1|Inadequate'],
    [28_000, 0.25, '2|Modest'],
    [36_000, 0.5, '2|Modest'],
    [44_000, 0.75, '3|Comfortable'],
    [52_000, 0.875, '3|Comfortable'],
    [60_000, 1, '4|Aspirational'],
    [90_000, 1, '4|Aspirational'],
  ])('of $%d a year on a salary of $100,000 scores %f: %s', (income, points, name) => {
    expect(adequacyPoints(income, levels)).toBeCloseTo(points, 10);
    expect(projectedStandard(income, levels)).toBe(name);
  });

  it('is aspirational from comfortable on where 60 % of salary is lower', () => {
    const lowPaid = adequacyLevels(standard, 24_000, 50_000_00);
    expect(projectedStandard(44_000, lowPaid)).toBe('4|Aspirational');
    expect(adequacyPoints(44_000, lowPaid)).toBe(1);
    expect(projectedStandard(43_999, lowPaid)).toBe('2|Modest');
  });

  it('on super alone does not include the pension', () => {
    expect(adequacyPoints(14_000, adequacyLevels(standard, 0, 100_000_00))).toBeCloseTo(0.125, 10);
  });

  it('is on track from 95 % of modest', () => {
    expect([26_599.99, 26_600, 28_000].map((income) => isOnTrack(income, levels))).toEqual([false, true, true]);
  });

  it('is defined for a standard below the full pension', () => {
    expect(adequacyPoints(27_000, adequacyLevels(standard, 29_000, 100_000_00))).toBe(0);
  });
});
