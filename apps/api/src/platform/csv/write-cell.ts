import type { CsvColumn } from '@superscope/contracts/csv-columns';
import { decimalText } from '@superscope/domain/exact-decimal';
import type { CellValue } from './csv-cell.js';
import { guardFormula } from './formula-guard.js';

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
      // Decimals of published tables are exact texts.
      return typeof value === 'number' ? decimalText(value) : String(value);
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
