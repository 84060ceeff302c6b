import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverDollars, readCoverFormula, type InsuredPerson } from './cover-formula.js';

const person: InsuredPerson = { salaryCents: 9_200_000, age: 44 };
function dollarsOf(text: string, of = person): number {
  const formula = readCoverFormula(text);
  if (formula.kind === 'problem') throw new Error(formula.message);
  return coverDollars(formula, of);
}

describe('a cover formula', () => {
  it.each([
    ['120000', 120_000],
    ['4 x salary', 368_000],
    ['2.5x salary', 230_000],
    ['15% x salary x years to 65', 289_800],
    ['12.5% X Salary X Years to 65', 241_500],
    ['  3  x  SALARY ', 276_000],
    ['0', 0],
  ])('%s is $%i', (text, dollars) => {
    expect(dollarsOf(text)).toBe(dollars);
  });

  it('is in whole dollars, half up, by exact fractions', () => {
    expect(dollarsOf('1.5 x salary', { salaryCents: 100_033, age: 44 })).toBe(1_500);
    expect(dollarsOf('0.5 x salary', { salaryCents: 100_100, age: 44 })).toBe(501);
    // 1.005 as a double is a little less than itself.
    expect(dollarsOf('1.005 x salary', { salaryCents: 10_000_000, age: 44 })).toBe(100_500);
    expect(dollarsOf('0.105% x salary x years to 45', { salaryCents: 100_000_000, age: 44 })).toBe(1_050);
  });

  it('of years gives nothing from that age on', () => {
    expect([64, 65, 80].map((age) => dollarsOf('10% x salary x years to 65', { ...person, age }))).toEqual([
      9_200, 0, 0,
    ]);
  });

  it.each([
    ['', 1, 'number'],
    ['x salary', 1, 'number'],
    ['-3 x salary', 1, 'number'],
    ['3 salary', 3, '‘x’'],
    ['3 x pay', 5, '‘salary’'],
    ['3 x salary twice', 12, 'end'],
    ['15% salary', 5, '‘x’'],
    ['15% x salary', 13, '‘x’'],
    ['15% x salary x years', 21, '‘to’'],
    ['15% x salary x years to', 24, 'age'],
    ['15% x salary x years to 65 or so', 28, 'end'],
    ['1.2.3 x salary', 4, '‘x’'],
    ['$120000', 1, 'number'],
  ])('%s cannot be read, and the position is named', (text, position, what) => {
    expect(readCoverFormula(text)).toEqual({
      kind: 'problem',
      position,
      message: `‘${text}’ has no ${what} at position ${position}.`,
    });
  });

  it('of a higher salary never gives less', () => {
    const formula = fc
      .tuple(fc.nat(99), fc.nat(99), fc.constantFrom('x salary', '% x salary x years to 65'))
      .map(([whole, part, rest]) => `${whole}.${part} ${rest}`);
    fc.assert(
      fc.property(formula, fc.nat(100_000_000), fc.nat(1_000_000), fc.integer({ min: 15, max: 75 }), (...of) => {
        const [text, salaryCents, more, age] = of;
        const less = dollarsOf(text, { salaryCents, age });
        expect(dollarsOf(text, { salaryCents: salaryCents + more, age })).toBeGreaterThanOrEqual(less);
      }),
    );
  });

  it('is read or refused, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.% xsalaryto') }), (text) => {
        const read = readCoverFormula(text);
        if (read.kind === 'problem') expect(read.position).toBeLessThanOrEqual(text.length + 1);
        else expect(coverDollars(read, person)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
