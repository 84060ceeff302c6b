export type CsvCell = string | number | null;

// Spreadsheets take a text that begins with one of these for a formula.
const FORMULA = /^[=+\-@\t\r]/;

function written(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvText = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(written).join(',')}\r\n`).join('');

/** Saves a table as a CSV file. Texts that a spreadsheet would take for a formula begin with an apostrophe. */
export function saveCsv(name: string, rows: readonly (readonly CsvCell[])[]) {
  // Spreadsheets recognise UTF-8 only by this byte order mark.
  const url = URL.createObjectURL(new Blob(['\ufeff', csvText(rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
