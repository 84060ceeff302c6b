import { decimalText } from '../exact-decimal.js';
import { withDecimals } from '../exact-amount.js';
import { readCoverFormula } from './cover-formula.js';

/** A formula of default cover in words for members; one that cannot be read stays as it is written. */
export function coverWords(formula: string): string {
  const read = readCoverFormula(formula);
  switch (read.kind) {
    case 'problem':
      return formula;
    case 'dollars':
      return `$${withDecimals(read.dollars, 0).toLocaleString('en-AU')}`;
    case 'salaries':
      return `${decimalText(withDecimals(read.multiple, 2))} times your salary`;
    case 'years':
      return `${decimalText(withDecimals(read.percent, 2))} % of your salary for each year to age ${read.toAge}`;
  }
}
