import { describe, expect, it } from 'vitest';
import {
  factorProblems,
  feeProblems,
  optionProblems,
  performanceTestProblems,
  rateProblems,
  tierProblems,
  type RateLine,
  type TierLine,
} from './line-problems.js';

const dollars = (amount: number | null) => (amount === null ? null : amount * 100);
const terms = { inDollars: false, amount: 0.5 };
const tier = (line: number, from: number | null, to: number | null, more: Partial<TierLine> = {}): TierLine => ({
  ...terms,
  line,
  fee: 'GROWTH',
  name: 'Fee',
  tierFrom: dollars(from),
  tierTo: dollars(to),
  ...more,
});

describe('the line of a fee', () => {
  it('is a share of the balance of at most 10 percent, or any dollars', () => {
    expect(feeProblems({ ...terms, amount: 0.75 })).toEqual([]);
    expect(feeProblems({ ...terms, amount: 75 })).toEqual([
      { column: 'amount', message: 'A fee is at most 10 percent of the balance a year. Write 0.75 for 0.75 %.' },
    ]);
    expect(feeProblems({ inDollars: true, amount: 78 })).toEqual([]);
  });

  it('has no minimum above its maximum', () => {
    expect(feeProblems({ ...terms, minDollars: 50_000, maxDollars: 10_000 })).toMatchObject([{ column: 'maxDollars' }]);
    expect(feeProblems({ ...terms, minDollars: 10_000, maxDollars: 10_000 })).toEqual([]);
  });

  it('ends above its beginning', () => {
    for (const [tierFrom, tierTo] of [
      [5_000_000, 1_000_000],
      [1, 1],
      [null, 0],
    ] as const)
      expect(feeProblems({ ...terms, tierFrom, tierTo })).toMatchObject([{ column: 'tierTo' }]);
    expect(feeProblems({ ...terms, tierFrom: null, tierTo: 5_000_000 })).toEqual([]);
  });
});

describe('the tiers of a fee', () => {
  it('meet, in whatever order their lines come', () => {
    expect(tierProblems([tier(2, 0, 50_000), tier(3, 50_000, null)])).toEqual([]);
    expect(tierProblems([tier(2, 90_000, null), tier(3, null, 50_000), tier(4, 50_000, 90_000)])).toEqual([]);
    expect(tierProblems([tier(2, null, null)])).toEqual([]);
    expect(tierProblems([tier(2, 50_000, 90_000)])).toEqual([]);
  });

  it('do not overlap', () => {
    expect(tierProblems([tier(2, 0, 60_000), tier(3, 50_000, null)])).toEqual([
      {
        line: 3,
        column: 'tierFrom',
        message: 'The tiers of this fee overlap between lines 2 and 3. A tier begins where the one before it ends.',
      },
    ]);
    expect(tierProblems([tier(2, 0, null), tier(3, 50_000, null)])).toMatchObject([{ line: 3 }]);
  });

  it('leave no gap', () => {
    expect(tierProblems([tier(2, 0, 50_000), tier(3, 60_000, null)])).toMatchObject([
      { line: 3, message: expect.stringContaining('leave a gap between lines 2 and 3') },
    ]);
  });

  it('are those of one option, name and kind of amount; a name in another case is the same', () => {
    const other = tier(3, 50_000, null);
    const first = tier(2, 0, 60_000);
    expect(tierProblems([first, { ...other, fee: 'CASH' }])).toEqual([]);
    expect(tierProblems([first, { ...other, name: 'Other fee' }])).toEqual([]);
    expect(tierProblems([first, { ...other, inDollars: true }])).toEqual([]);
    expect(tierProblems([first, { ...other, name: 'FEE' }])).toHaveLength(1);
  });
});

const rate = (line: number, ageNextBirthday: number, more: Partial<RateLine> = {}): RateLine => ({
  line,
  table: 'P1 2026-07-01',
  coverType: 'SCI',
  gender: 'Male',
  ageNextBirthday,
  waitDays: 90,
  benefitPeriod: '2 years',
  ...more,
});

describe('the premium rates of a plan', () => {
  it('are one for each age, also where the benefit period is in another case or the usual terms are left blank', () => {
    const same: Partial<RateLine>[] = [{ benefitPeriod: '2 Years' }, { benefitPeriod: null }, { waitDays: null }];
    for (const more of same)
      expect(rateProblems([rate(2, 30), rate(3, 30, more)])).toEqual([
        {
          line: 3,
          column: 'ageNextBirthday',
          message: 'Lines 2 and 3 have a rate for the same cover, gender, age, wait and benefit period.',
        },
      ]);
    for (const more of [{ benefitPeriod: 'to 65' }, { waitDays: 30 }, { gender: 'Female' }, { table: 'P2' }])
      expect(rateProblems([rate(2, 30), rate(3, 30, more)])).toEqual([]);
  });

  it('have no terms for death cover', () => {
    const death = { coverType: 'Death', waitDays: null, benefitPeriod: null };
    expect(rateProblems([rate(2, 30, death), rate(3, 30, { ...death, waitDays: 90 })])).toHaveLength(1);
  });

  it('may have steps of years, but lack no age among yearly ones', () => {
    const of = (...ages: number[]) => rateProblems(ages.map((age, at) => rate(at + 2, age)));
    expect(of(25, 35, 45, 55, 60)).toEqual([]);
    expect(of(58, 59, 60, 65, 70)).toEqual([]);
    expect(of(33, 30, 31, 32)).toEqual([]);
    expect(of(30, 31, 33, 34)).toEqual([
      { line: 4, column: 'ageNextBirthday', message: 'The ages are yearly, but none lies between 31 and 33.' },
    ]);
  });

  it('lack no age at either end of yearly ones, and none among those of equal steps', () => {
    const messages = (...ages: number[]) =>
      rateProblems(ages.map((age, at) => rate(at + 2, age))).map(({ line, message }) => `${line} ${message}`);
    expect(messages(30, 31, 33)).toEqual(['4 The ages are yearly, but none lies between 31 and 33.']);
    expect(messages(30, 32, 33, 34)).toEqual(['3 The ages are yearly, but none lies between 30 and 32.']);
    expect(messages(20, 25, 30, 40, 45, 50)).toEqual([
      '5 The ages are 5 years apart, but none lies between 30 and 40.',
    ]);
    // Wider steps where fewer people are insured, and two ages alone, are a table as its insurer made it.
    for (const ages of [
      [20, 25, 30, 40, 50],
      [15, 25, 30, 35],
      [20, 25, 30, 31, 32],
      [60, 65],
    ])
      expect(messages(...ages)).toEqual([]);
  });

  it('are one where only the number of spaces in a benefit period differs', () => {
    expect(rateProblems([rate(2, 30), rate(3, 30, { benefitPeriod: '2  Years' })])).toHaveLength(1);
  });
});

describe('the factors of occupations', () => {
  it('are one for each cover, in whatever case an occupation is written', () => {
    const factor = (line: number, occupationGroup: string, coverType = 'Death') =>
      ({ line, table: 'P1', occupationGroup, coverType }) as const;
    expect(factorProblems([factor(2, 'White Collar'), factor(3, 'white  collar')])).toHaveLength(1);
    expect(factorProblems([factor(2, 'Standard'), factor(3, 'STANDARD'), factor(4, 'Standard', 'TPD')])).toEqual([
      {
        line: 3,
        column: 'occupationGroup',
        message: 'Lines 2 and 3 have a factor for the same occupation and cover.',
      },
    ]);
  });
});

describe('the options of a list', () => {
  it('have no code in two cases, in one list', () => {
    const option = (line: number, assetCode: string, list = 'EAST 2026-07-01') => ({ line, list, assetCode });
    expect(optionProblems([option(2, 'BAL'), option(3, 'CASH'), option(4, 'bal')])).toEqual([
      {
        line: 4,
        column: 'assetCode',
        message: 'Lines 2 and 4 have one code in two cases. Write it in one, or give each option a code of its own.',
      },
    ]);
    expect(optionProblems([option(2, 'BAL'), option(3, 'bal', 'WEST 2026-07-01'), option(4, 'BAL2')])).toEqual([]);
  });
});

describe('the performance test of an option', () => {
  const problem = (performanceTest: string | null | undefined, performanceTestYear: number | null | undefined) =>
    performanceTestProblems({ dataDate: '2026-06-30', performanceTest, performanceTestYear });
  const inYear = (message: string) => [{ column: 'performanceTestYear', message }];

  it('has its year if it was passed or failed', () => {
    for (const result of ['Passed', 'Failed']) {
      for (const year of [null, undefined])
        expect(problem(result, year)).toEqual(inYear('A test that was passed or failed needs its year, such as 2026.'));
      for (const year of [2021, 2026]) expect(problem(result, year)).toEqual([]);
    }
    for (const year of [null, undefined, 2026]) expect(problem('Not tested', year)).toEqual([]);
  });

  it('may be blank or left out, but then has no year', () => {
    for (const result of [null, undefined]) {
      for (const year of [null, undefined]) expect(problem(result, year)).toEqual([]);
      expect(problem(result, 2026)).toEqual([
        {
          column: 'performanceTest',
          message: 'There is a year of a test, but no result. Write Passed, Failed or Not tested.',
        },
      ]);
    }
  });

  it('is of no year before the first test, nor after the data date', () => {
    expect(problem('Passed', 2020)).toEqual(inYear('The first performance test was in 2021.'));
    expect(problem('Failed', 2027)).toEqual(inYear('The test would be of a later year than the data date.'));
  });
});
