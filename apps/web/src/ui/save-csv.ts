export type CsvCell = string | number | null;

// A sheet takes what begins with these for a formula.
const FORMULA = /^[=+\-@\t\r]/;

function written(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvText = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(written).join(',')}\r\n`).join('');

/** Hands a table to the browser as a CSV file, whose text no sheet takes for a formula. */
export function saveCsv(name: string, rows: readonly (readonly CsvCell[])[]) {
  // Sheets read UTF-8 only after this mark.
  const url = URL.createObjectURL(new Blob(['\ufeff', csvText(rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
