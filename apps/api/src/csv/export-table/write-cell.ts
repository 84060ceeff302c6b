import type { CsvColumn } from '@superscope/contracts/csv-columns';
import type { CellValue } from '../reading/csv-cell.js';
import { guardFormula } from '../reading/formula-guard.js';

/**
 * Writes a value as a cell that `parseCell` reads back as the same value. Text is guarded against formulas; numbers and dates are never
 * prefixed.
 */
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

/** The shortest digits that read back as the same number, never with an exponent. */
function decimal(value: number): string {
  const digits = String(value);
  // Published tables are stored as an earlier release parsed them, so the value may not be a number.
  if (typeof value !== 'number') return digits;
  return digits.includes('e') ? value.toFixed(8).replace(/\.?0+$/, '') : digits;
}
