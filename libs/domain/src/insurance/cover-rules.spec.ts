import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverRuleProblems, repeatedCoverRules } from '../published-table/line-problems.js';
import { withDecimals } from '../exact-amount.js';
import { coverRule, whyClosed, whyNoDefault, type CoverRule } from './cover-rules.js';
import { coverRules, okafor, staff, tables } from './insurance-tables.fixture.js';
import { usualSciTerms, type CoverType } from './premium-rates.js';
import { quoteInsurance, type PremiumTables, type QuotationInput } from './quote-insurance.js';

const ruled: PremiumTables = { ...tables, rules: coverRules };
const withRules = (rows: readonly CoverRule[]): PremiumTables => ({
  ...tables,
  rules: { validFrom: '2026-07-01', rows },
});
const [death, , sci] = coverRules.rows as [CoverRule, CoverRule, CoverRule];
/** Rates of every age, so that only the rules decide. */
const ofEveryAge = (of: PremiumTables): PremiumTables => {
  const rows = of.rates!.rows.filter(({ ageNextBirthday }) => ageNextBirthday === 45);
  const spread = rows.flatMap((row) => [
    { ...row, ageNextBirthday: 1 },
    { ...row, ageNextBirthday: 110 },
  ]);
  return { ...of, rates: { validFrom: '2026-07-01', rows: spread } };
};
const refusal = (input: QuotationInput, of: PremiumTables) => {
  try {
    quoteInsurance(input, of);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

describe('the rule of a cover', () => {
  const asked = { categoryId: 'STAFF', coverType: 'SCI' as const, terms: usualSciTerms };

  it('is the category’s own before that of all, and one for these terms before one for any', () => {
    const own = { ...sci, categoryId: 'STAFF', toAge: 60 };
    const ofTerms = { ...sci, waitDays: 90, benefitPeriod: '2 Years', toAge: 63 };
    const other = { ...sci, waitDays: 30, benefitPeriod: 'to 65', toAge: 64 };
    const found = (...rows: CoverRule[]) => coverRule({ validFrom: '2026-07-01', rows }, asked)?.toAge ?? null;
    expect(found(sci, own, ofTerms)).toBe(60);
    expect(found(sci, ofTerms, other)).toBe(63);
    expect(found(other, sci)).toBe(65);
    expect(found(other, { ...own, categoryId: 'CASUAL' }, death)).toBeNull();
    expect(coverRule(null, asked)).toBeNull();
  });

  it('of which a term is given is for that term, whatever the other, and loses to one of both', () => {
    const ofWait = { ...sci, waitDays: 90, toAge: 61 };
    const ofPeriod = { ...sci, benefitPeriod: '2 YEARS', toAge: 62 };
    const ofBoth = { ...sci, waitDays: 90, benefitPeriod: '2 years', toAge: 63 };
    const found = (...rows: CoverRule[]) => coverRule({ validFrom: '2026-07-01', rows }, asked)?.toAge ?? null;
    expect([found(sci, ofWait), found(sci, ofPeriod), found(ofWait, ofBoth)]).toEqual([61, 62, 63]);
    expect([found({ ...ofWait, waitDays: 30 }), found({ ...ofPeriod, benefitPeriod: 'to 65' })]).toEqual([null, null]);
  });

  it('stands in a table once, in whatever case its benefit period is written', () => {
    const line = { table: 'T', coverType: 'SCI', categoryId: null, waitDays: 90, benefitPeriod: '2 years' };
    const lines = [line, { ...line, benefitPeriod: '2 Years' }, { ...line, waitDays: 30 }, { ...line, table: 'U' }];
    expect(repeatedCoverRules(lines.map((each, i) => ({ ...each, line: i + 2 })))).toEqual([
      {
        line: 3,
        column: 'coverType',
        message: 'Lines 2 and 3 have a rule for the same cover, category, wait and benefit period.',
      },
    ]);
  });

  it('of a file opens before it closes, and ends no earlier', () => {
    const columns = (some: object) =>
      coverRuleProblems({ coverType: 'Death', fromAge: 15, toAge: 70, ...some }).map(({ column }) => column);
    expect(columns({ ceasesAtAge: 70 })).toEqual([]);
    expect(columns({ toAge: 15 })).toEqual(['toAge']);
    expect(columns({ ceasesAtAge: 69 })).toEqual(['ceasesAtAge']);
    expect([columns({ waitDays: 90 }), columns({ benefitPeriod: '2 years' })]).toEqual([
      ['waitDays'],
      ['benefitPeriod'],
    ]);
    expect(columns({ coverType: 'SCI', waitDays: 90, benefitPeriod: '2 years' })).toEqual([]);
  });
});

describe('a quotation by cover rules', () => {
  it('leaves out default cover that has not begun or has ended, and says why', () => {
    const of = (some: Partial<QuotationInput>) => quoteInsurance({ ...okafor, ...some }, ofEveryAge(ruled));
    const types = (some: Partial<QuotationInput>) => of(some).defaultLines.map(({ coverType }) => coverType);
    expect([types({}), of({}).noDefault, of({}).rulesFrom]).toEqual([['Death', 'TPD', 'SCI'], [], '2026-07-01']);
    expect(of({ age: 66 }).noDefault).toEqual([
      'No default salary continuance: it ends at age 65, and the member is 66.',
    ]);
    expect([types({ age: 64 }), types({ age: 65 }), types({ age: 67 })]).toEqual([
      ['Death', 'TPD', 'SCI'],
      ['Death', 'TPD'],
      ['Death'],
    ]);
    const oneVoluntary = { Death: 100, TPD: 0, SCI: 0 };
    expect(of({ age: 22, voluntary: oneVoluntary }).noDefault).toEqual([
      'No default death, TPD and salary continuance: it begins at age 25, and the member is 22.',
    ]);
    expect(of({ balanceCents: 412_050, voluntary: oneVoluntary }).noDefault).toEqual([
      'No default death, TPD and salary continuance: it begins with $6,000 in the account, which holds $4,120.50.',
    ]);
    expect(of({ balanceCents: null }).assumed).toEqual([
      'Default death, TPD and salary continuance is counted as begun: it begins with $6,000 in the account, whose balance is not known.',
    ]);
    expect(of({ balanceCents: null, held: { Death: 100, TPD: 0, SCI: 0 }, age: 66 }).assumed).toEqual([
      'Default TPD cover is counted as begun: it begins with $6,000 in the account, whose balance is not known.',
    ]);
    expect([of({}).assumed, quoteInsurance({ ...okafor, balanceCents: null }, tables).assumed]).toEqual([[], []]);
    // Cover that has begun stays, whatever the balance is today; a balance that is not known keeps nothing out.
    const held = { Death: 100, TPD: 0, SCI: 0 };
    expect([types({ balanceCents: 0, held }), types({ balanceCents: null })]).toEqual([
      ['Death'],
      ['Death', 'TPD', 'SCI'],
    ]);
  });

  it('is not made of voluntary cover that is closed, nor if nothing is left', () => {
    const voluntary = { Death: 0, TPD: 0, SCI: 100_000 };
    expect(refusal({ ...okafor, age: 70, voluntary }, ofEveryAge(ruled))).toBe(
      'Salary continuance is open from 15 to 65, and the member is 70. No quotation.',
    );
    expect(refusal({ ...okafor, age: 0 }, ofEveryAge(ruled))).toBe(
      'No default death, TPD and salary continuance: it is open from age 15, and the member is 0. No quotation.',
    );
    expect(refusal({ ...okafor, age: 70 }, ofEveryAge(ruled))).toContain(
      'No default death cover: it ends at age 70, and the member is 70.',
    );
    expect(refusal({ ...okafor, age: 70 }, ofEveryAge(tables))).toBeNull();
  });

  it('adds a cover’s loading to its rate', () => {
    const loaded = quoteInsurance(okafor, withRules([{ ...death, loadingPercent: '7.5' }]));
    const plain = quoteInsurance(okafor, tables);
    expect(withDecimals(loaded.defaultLines[0]!.rate, 6)).toBe(0.904183);
    expect(withDecimals(plain.defaultLines[0]!.rate, 6)).toBe(0.8411);
    expect(loaded.defaultLines.slice(1)).toEqual(plain.defaultLines.slice(1));
  });

  it('keeps cover to its later end, and takes on none', () => {
    const later = ofEveryAge(withRules([{ ...death, toAge: 65, ceasesAtAge: 75 }]));
    const covered = { ...okafor, category: { ...staff, tpdFormula: null, sciPercent: null } };
    expect(quoteInsurance({ ...covered, age: 74 }, later).defaultLines).toHaveLength(1);
    expect(refusal({ ...covered, age: 75 }, later)).toContain('it ends at age 75');
    expect(refusal({ ...covered, age: 70, voluntary: { Death: 1, TPD: 0, SCI: 0 } }, later)).toContain('from 15 to 65');
  });
});

describe('of any rule and age', () => {
  const anyRule = fc
    .record({ fromAge: fc.integer({ min: 0, max: 60 }), years: fc.integer({ min: 1, max: 40 }), more: fc.nat(10) })
    .map(({ fromAge, years, more }): CoverRule => {
      const toAge = fromAge + years;
      return {
        ...death,
        fromAge,
        toAge,
        ceasesAtAge: toAge + more,
        defaultFromAge: null,
        defaultFromBalanceCents: null,
      };
    });

  it('voluntary cover is open from its first age to the day before its last birthday, and default cover to its end', () => {
    fc.assert(
      fc.property(anyRule, fc.integer({ min: 0, max: 109 }), (rule, age) => {
        const isOpen = age >= rule.fromAge && age < rule.toAge;
        expect(whyClosed(rule, 'Death', age) === null).toBe(isOpen);
        const held = whyNoDefault(rule, { age, balanceCents: null, heldCents: 1 });
        expect(held === null).toBe(age >= rule.fromAge && age < rule.ceasesAtAge!);
      }),
    );
  });

  it('a quotation has a line of no cover that its rules keep out', () => {
    const covers: CoverType[] = ['Death', 'TPD', 'SCI'];
    const anyInput = fc.record({
      age: fc.integer({ min: 0, max: 109 }),
      balanceCents: fc.option(fc.nat(2_000_000)),
      voluntary: fc.record({ Death: fc.nat(1), TPD: fc.nat(1), SCI: fc.nat(1) }),
    });
    fc.assert(
      fc.property(fc.tuple(anyRule, anyRule, anyRule), anyInput, (rules, some) => {
        const rows = rules.map((rule, at) => ({ ...rule, coverType: covers[at]!, defaultFromBalanceCents: 600_000 }));
        const input = { ...okafor, ...some };
        const of = ofEveryAge(withRules(rows));
        const isAsked = (row: CoverRule) => input.voluntary[row.coverType] > 0;
        const isClosed = (row: CoverRule) => input.age < row.fromAge || input.age >= row.toAge;
        if (rows.some((row) => isAsked(row) && isClosed(row))) {
          expect(refusal(input, of)).toMatch(/No quotation\.$/);
          return;
        }
        const isOut = (row: CoverRule) =>
          input.age < row.fromAge || input.age >= row.ceasesAtAge! || (some.balanceCents ?? 600_000) < 600_000;
        if (rows.every(isOut) && !rows.some(isAsked)) {
          expect(refusal(input, of)).toMatch(/No quotation\.$/);
          return;
        }
        const quotation = quoteInsurance(input, of);
        expect(quotation.defaultLines.map(({ coverType }) => coverType)).toEqual(
          rows.filter((row) => !isOut(row)).map(({ coverType }) => coverType),
        );
      }),
    );
  });
});
