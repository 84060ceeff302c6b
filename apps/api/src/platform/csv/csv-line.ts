import type { CsvColumn } from '@superscope/contracts/csv-columns';
import type { CellValue } from './csv-cell.js';
import { writeCell } from './write-cell.js';

/** Tells spreadsheets that a file is UTF-8. The importer strips it. */
export const byteOrderMark = '\uFEFF';

export const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export const csvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;

/** A line with the values of a row, in the order of the columns. */
export const rowLine = (
  columns: Readonly<Record<string, CsvColumn>>,
  row: Readonly<Record<string, CellValue>>,
): string => csvLine(Object.entries(columns).map(([name, column]) => writeCell(column, row[name])));
