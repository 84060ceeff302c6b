import type { CsvColumn } from '@superscope/contracts/csv-columns';
import type { CellValue } from '../reading/cell.js';
import { guardFormula } from '../reading/formula-guard.js';

/** A value as a cell that `parseCell` reads as the same value. Numbers and dates are never prefixed, text is made safe. */
export function writeCell(column: CsvColumn, value: CellValue | undefined): string {
  if (value === null || value === undefined) return '';
  switch (column.type) {
    case 'money':
      return dollarsAndCents(value as number);
    case 'number':
    case 'integer':
      return decimal(value as number);
    case 'flag':
      return value ? 'Yes' : 'No';
    case 'date':
    case 'instant':
      return value as string;
    default:
      return guardFormula(value as string);
  }
}

function dollarsAndCents(cents: number): string {
  const whole = Math.floor(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  return `${cents < 0 ? '-' : ''}${whole}.${rest < 10 ? '0' : ''}${rest}`;
}

/** The shortest digits that read as the same number, never with an exponent. */
function decimal(value: number): string {
  const digits = String(value);
  // Tables are kept as a release before this one read them.
  if (typeof value !== 'number') return digits;
  return digits.includes('e') ? value.toFixed(8).replace(/\.?0+$/, '') : digits;
}
