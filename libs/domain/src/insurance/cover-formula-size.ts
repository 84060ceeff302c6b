import { withDecimals } from '../exact-amount.js';
import { readCoverFormula, type CoverFormula } from './cover-formula.js';

/** What a formula multiplies with: dollars, salaries, or percent of the salary for each year. Null if the text is no formula. */
export function coverFormulaSize(text: string): { kind: CoverFormula['kind']; size: number } | null {
  const formula = readCoverFormula(text);
  if (formula.kind === 'problem') return null;
  const exact =
    formula.kind === 'dollars' ? formula.dollars : formula.kind === 'salaries' ? formula.multiple : formula.percent;
  return { kind: formula.kind, size: withDecimals(exact, 6) };
}

/** Wide enough for the cover of every plan, and too narrow for a percentage that is written as a multiple. */
const most: Readonly<Record<CoverFormula['kind'], { size: number; message: string }>> = {
  dollars: { size: 20_000_000, message: 'A cover is at most $20,000,000.' },
  salaries: { size: 30, message: 'A cover is at most 30 x salary.' },
  years: { size: 100, message: 'A cover is at most 100% of the salary for each year.' },
};
const ages = { from: 40, to: 80 };

/** Why no cover follows from such a formula; null if one may. */
export function coverFormulaProblem(text: string): string | null {
  const sized = coverFormulaSize(text);
  if (sized === null) return null;
  const { size, message } = most[sized.kind];
  if (sized.size > size) return message;
  const formula = readCoverFormula(text);
  return formula.kind === 'years' && (formula.toAge < ages.from || formula.toAge > ages.to)
    ? `The years of a cover are counted to an age from ${ages.from} to ${ages.to}.`
    : null;
}
