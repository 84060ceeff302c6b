import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withDecimals } from '../exact-amount.js';
import { factorRows, okafor, rateRows, staff, tables } from './insurance-tables.fixture.js';
import { occupationGroups, offeredSciTerms, premiumRate, usualSciTerms, type AskedRate } from './premium-rates.js';
import { defaultCovers, quoteInsurance, type PremiumLine, type QuotationInput } from './quote-insurance.js';

const told = (lines: readonly PremiumLine[]) =>
  lines.map(({ coverType, coverCents, rate, annualCents, monthlyCents }) => [
    coverType,
    coverCents / 100,
    withDecimals(rate, 2),
    annualCents / 100,
    monthlyCents / 100,
  ]);

describe('a quotation', () => {
  it('of $400,000 for a man of age next birthday 45 in an office costs $336.44 and $216.32 a year', () => {
    const input = { ...okafor, salaryCents: 10_000_000 };
    expect(quoteInsurance(input, tables).defaultLines.map(({ annualCents }) => annualCents)).toEqual([
      33_644, 21_632, 26_250,
    ]);
  });

  it('has the category’s default cover and what is chosen beside it, each with rate and premiums', () => {
    const quotation = quoteInsurance(
      { ...okafor, voluntary: { Death: 50_000_000, TPD: 50_000_000, SCI: 100_000 } },
      tables,
    );
    expect(quotation.ageNextBirthday).toBe(45);
    expect(told(quotation.defaultLines)).toEqual([
      ['Death', 368_000, 0.84, 309.52, 25.79],
      ['TPD', 368_000, 0.54, 199.01, 16.58],
      ['SCI', 5_750, 3.5, 241.5, 20.13],
    ]);
    expect(told(quotation.voluntaryLines)).toEqual([
      ['Death', 500_000, 0.84, 420.55, 35.05],
      ['TPD', 500_000, 0.54, 270.4, 22.53],
      ['SCI', 1_000, 3.5, 42, 3.5],
    ]);
    expect([quotation.defaultTotals, quotation.voluntaryTotals, quotation.totals]).toEqual([
      { annualCents: 75_003, monthlyCents: 6_250 },
      { annualCents: 73_295, monthlyCents: 6_108 },
      { annualCents: 148_298, monthlyCents: 12_358 },
    ]);
    expect(quotation.aboveLimit).toEqual({ Death: 11_800_000, TPD: 11_800_000, SCI: 0 });
  });

  it('limits default cover to the acceptance limits, and voluntary cover never', () => {
    const salaryCents = 30_000_000;
    expect(defaultCovers(staff, { salaryCents, age: 44 })).toEqual({
      Death: 75_000_000,
      TPD: 75_000_000,
      SCI: 1_000_000,
    });
    const { aboveLimit } = quoteInsurance(
      { ...okafor, salaryCents, voluntary: { Death: 1, TPD: 0, SCI: 50_000 } },
      tables,
    );
    expect(aboveLimit).toEqual({ Death: 1, TPD: 0, SCI: 50_000 });
  });

  it('takes limits of $750,000 and $10,000 a month, and 90 days and 2 years, where the category names none', () => {
    const category = {
      ...staff,
      deathTpdAalCents: null,
      sciAalCents: null,
      sciWaitDays: null,
      sciBenefitPeriod: null,
    };
    const { limits, sciTerms } = quoteInsurance({ ...okafor, category }, tables);
    expect([limits, sciTerms]).toEqual([{ deathTpdCents: 75_000_000, sciCents: 1_000_000 }, usualSciTerms]);
  });

  it('leaves out covers of 0', () => {
    const category = { ...staff, deathFormula: '100000', tpdFormula: null, sciPercent: null };
    const { defaultLines, voluntaryLines } = quoteInsurance({ ...okafor, category }, tables);
    expect([defaultLines.map(({ coverType }) => coverType), voluntaryLines]).toEqual([['Death'], []]);
  });

  it('names the position of a formula that cannot be read', () => {
    const category = { ...staff, tpdFormula: '4 salary' };
    expect(() => quoteInsurance({ ...okafor, category }, tables)).toThrow(
      'The category’s TPD formula cannot be read: ‘4 salary’ has no ‘x’ at position 3.',
    );
  });
});

describe('a plan without a rate for what is asked', () => {
  const refusal = (input: QuotationInput, of = tables) => {
    try {
      quoteInsurance(input, of);
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('is named with the waiting and benefit periods that it has no rate for', () => {
    const of = (sciWaitDays: number, sciBenefitPeriod: string) =>
      refusal({ ...okafor, category: { ...staff, sciWaitDays, sciBenefitPeriod } });
    expect(of(30, 'to 65')).toBe(
      'Kestrel Super Plan has no salary continuance rate for 30 days wait and benefit to 65. Rates of 01/07/2026 are for 90 days and 2 years.',
    );
    expect(of(90, '5 years')).toContain('for 90 days wait and benefit of 5 years.');
    expect(of(90, '2 Years')).toBeNull();
  });

  it('is named without any rates, and without those of a gender or an occupation', () => {
    expect(refusal(okafor, { ...tables, rates: null })).toBe('Kestrel Super Plan has no premium rates.');
    const rows = rateRows.filter(({ gender }) => gender === 'Female');
    expect(refusal(okafor, { ...tables, rates: { validFrom: '2026-07-01', rows } })).toBe(
      'Kestrel Super Plan has no death rate for men in its rates of 01/07/2026.',
    );
    expect(refusal({ ...okafor, occupationGroup: 'Diver' })).toBe(
      'Kestrel Super Plan has no death factor for the occupation group ‘Diver’.',
    );
    const none = { ...staff, deathFormula: null, tpdFormula: null, sciPercent: null };
    const uncovered = { ...okafor, category: none, voluntary: { Death: 0, TPD: 0, SCI: 0 } };
    expect(refusal(uncovered)).toBeNull();
    expect(refusal({ ...uncovered, occupationGroup: 'Diver' })).toBe(
      'Kestrel Super Plan has no factor for the occupation group ‘Diver’.',
    );
    expect(refusal(okafor, { ...tables, factors: null })).toBe('Kestrel Super Plan has no occupation factors.');
  });

  it('is named with the first day of its rates, and with their ages', () => {
    expect(refusal(okafor, { ...tables, rates: null, ratesBegin: '2021-07-01' })).toBe(
      'Kestrel Super Plan has no premium rates before 01/07/2021.',
    );
    expect(refusal({ ...okafor, age: 70 })).toBe(
      'Kestrel Super Plan has no death rate for men of age next birthday 71. Its rates of 01/07/2026 are for ages 25 to 60.',
    );
    expect(refusal({ ...okafor, age: 0 })).toContain('of age next birthday 1. Its rates');
    const rows = rateRows.map((row) => ({ ...row, interpolated: null }));
    expect(refusal({ ...okafor, age: 45 }, { ...tables, rates: { validFrom: '2026-07-01', rows } })).toBe(
      'Kestrel Super Plan has no death rate for men of age next birthday 46. Its rates of 01/07/2026 have the ages 45 and 55, and do not say that rates between them are interpolated.',
    );
  });
});

describe('a premium rate', () => {
  const asked: AskedRate = { coverType: 'Death', gender: 'Male', ageNextBirthday: 45, terms: usualSciTerms };
  const at = (ageNextBirthday: number, rows = rateRows) => {
    const found = premiumRate(rows, { ...asked, ageNextBirthday });
    return found.kind === 'rate' ? withDecimals(found.rate, 4) : found;
  };

  it('is interpolated between the ages of the table, and there is none beyond them', () => {
    expect([25, 30, 35, 44, 45, 57, 60].map((age) => at(age))).toEqual([
      0.458, 0.536, 0.614, 1.226, 1.294, 3.8346, 5.211,
    ]);
    for (const age of [1, 24, 61, 71]) expect(at(age)).toEqual({ kind: 'outside', from: 25, to: 60 });
  });

  it('is interpolated only where the table says so, or comes from before a table could say it', () => {
    const saying = (interpolated: boolean | null | undefined) => rateRows.map((row) => ({ ...row, interpolated }));
    for (const not of [null, false]) {
      expect([25, 35, 60].map((age) => at(age, saying(not)))).toEqual([0.458, 0.614, 5.211]);
      expect(at(44, saying(not))).toEqual({ kind: 'between', from: 35, to: 45 });
    }
    expect(at(44, saying(undefined))).toBe(1.226);
    const fromFortyFive = rateRows.map((row) => ({ ...row, interpolated: row.ageNextBirthday >= 45 }));
    expect([at(44, fromFortyFive), at(57, fromFortyFive)]).toEqual([{ kind: 'between', from: 35, to: 45 }, 3.8346]);
  });

  it('of everybody holds where the table has none for the gender', () => {
    const all = rateRows.map((row) => ({ ...row, gender: null }));
    expect(at(45, all.slice(0, 5))).toBe(1.294);
    expect(at(45, [])).toEqual({ kind: 'none' });
  });

  it('table tells its terms and occupations', () => {
    expect(offeredSciTerms(rateRows)).toEqual([usualSciTerms]);
    expect(occupationGroups(factorRows)).toEqual(['Standard', 'Professional', 'White collar', 'High risk']);
  });
});

const covers = fc.record({ Death: fc.nat(200_000_000), TPD: fc.nat(200_000_000), SCI: fc.nat(3_000_000) });
const anyInput = fc
  .record({
    salaryCents: fc.integer({ min: 1, max: 100_000_000 }),
    // The ages of the table.
    age: fc.integer({ min: 24, max: 59 }),
    gender: fc.constantFrom('Male', 'Female'),
    occupationGroup: fc.constantFrom(...occupationGroups(factorRows)),
    voluntary: covers,
  })
  .map((any): QuotationInput => ({ ...okafor, ...any }));

describe('of any person and cover', () => {
  it('totals are the sums of the lines, and a line’s month is a twelfth of its year to the cent', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { defaultLines, voluntaryLines, totals, defaultTotals, voluntaryTotals } = quoteInsurance(input, tables);
        const lines = [...defaultLines, ...voluntaryLines];
        expect(totals.annualCents).toBe(lines.reduce((sum, { annualCents }) => sum + annualCents, 0));
        expect(totals.monthlyCents).toBe(defaultTotals.monthlyCents + voluntaryTotals.monthlyCents);
        for (const { annualCents, monthlyCents } of lines)
          expect(Math.abs(monthlyCents * 12 - annualCents)).toBeLessThanOrEqual(6);
      }),
    );
  });

  it('more cover never costs less', () => {
    fc.assert(
      fc.property(anyInput, covers, (input, more) => {
        const { voluntary } = input;
        const raised = {
          Death: voluntary.Death + more.Death,
          TPD: voluntary.TPD + more.TPD,
          SCI: voluntary.SCI + more.SCI,
        };
        const less = quoteInsurance(input, tables).totals;
        const { annualCents, monthlyCents } = quoteInsurance({ ...input, voluntary: raised }, tables).totals;
        expect(annualCents).toBeGreaterThanOrEqual(less.annualCents);
        expect(monthlyCents).toBeGreaterThanOrEqual(less.monthlyCents);
      }),
    );
  });

  it('default cover is within the limits, and what exceeds them is exactly the rest', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { aboveLimit, limits } = quoteInsurance(input, tables);
        const byDefault = defaultCovers(staff, input);
        expect(byDefault.Death).toBeLessThanOrEqual(limits.deathTpdCents);
        expect(byDefault.SCI).toBeLessThanOrEqual(limits.sciCents);
        const together = byDefault.TPD + input.voluntary.TPD;
        expect(together - aboveLimit.TPD).toBe(Math.min(together, limits.deathTpdCents));
      }),
    );
  });

  it('a quotation is for an age that the table has, and for no other', () => {
    const anyAge = fc.integer({ min: 0, max: 109 });
    fc.assert(
      fc.property(anyInput, anyAge, (input, age) => {
        const quoted = () => quoteInsurance({ ...input, age }, tables);
        if (age + 1 >= 25 && age + 1 <= 60) expect(quoted().ageNextBirthday).toBe(age + 1);
        else expect(quoted).toThrow(/are for ages 25 to 60\.$/);
      }),
    );
  });

  it('a premium is what integers say', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200_000_000 }), (Death) => {
        const input = { ...okafor, voluntary: { Death, TPD: 0, SCI: 0 } };
        const [line] = quoteInsurance(input, tables).voluntaryLines;
        // 1.294 by 0.65 is 0.8411 for $1,000; half a cent goes up.
        expect(line!.annualCents).toBe(Number((BigInt(Death) * 8_411n * 2n + 10_000_000n) / 20_000_000n));
      }),
    );
  });
});
