import { describe, expect, it } from 'vitest';
import { coverFormulaProblem, coverFormulaSize } from './cover-formula-size.js';

describe('the size of a cover formula', () => {
  it('is what it multiplies with', () => {
    expect(coverFormulaSize('250000')).toEqual({ kind: 'dollars', size: 250_000 });
    expect(coverFormulaSize('2.5 x salary')).toEqual({ kind: 'salaries', size: 2.5 });
    expect(coverFormulaSize('15% x salary x years to 65')).toEqual({ kind: 'years', size: 15 });
    expect(coverFormulaSize('as agreed')).toBeNull();
  });

  it.each([
    ['300 x salary', 'A cover is at most 30 x salary.'],
    ['1500% x salary x years to 65', 'A cover is at most 100% of the salary for each year.'],
    ['25000000', 'A cover is at most $20,000,000.'],
    ['15% x salary x years to 15', 'The years of a cover are counted to an age from 40 to 80.'],
    ['15% x salary x years to 99', 'The years of a cover are counted to an age from 40 to 80.'],
  ])('%s is out of range', (text, message) => expect(coverFormulaProblem(text)).toBe(message));

  it.each(['0', '750000', '3 x salary', '30 x salary', '15% x salary x years to 67', '20% x salary x years to 70'])(
    '%s is within it',
    (text) => expect(coverFormulaProblem(text)).toBeNull(),
  );
});
