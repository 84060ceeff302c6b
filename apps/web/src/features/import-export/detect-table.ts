import { declaredSeparator, headerNames, separatorOf } from '@superscope/contracts/csv-separator';
import type { CsvTableInfo } from '@superscope/contracts/csv-import';

/** Enough for the longest header. */
const HEADER_BYTES = 16 * 1024;

/**
 * The names in a file's header, which is its first line that is neither blank nor says what separates the columns. Empty if they cannot be
 * told.
 */
export async function headerOf(file: Blob, tables: readonly CsvTableInfo[]): Promise<string[]> {
  const text = await file.slice(0, HEADER_BYTES).text();
  const [first = '', second = ''] = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line !== '');
  const declared = declaredSeparator(first);
  if (declared !== null) return headerNames(second, declared);
  const known = new Set(tables.flatMap(({ columns }) => columns.map(({ name }) => name.toLowerCase())));
  try {
    return headerNames(
      first,
      separatorOf(first, (name) => known.has(name)),
    );
  } catch {
    // The server refuses the file, and says why.
    return [];
  }
}

/**
 * The only table that has all columns of the header and whose required columns are present. Columns without a name do not count. Used to
 * sort and name files.
 */
export function tableOf(header: readonly string[], tables: readonly CsvTableInfo[]): string | null {
  const present = header.filter((name) => name !== '');
  const fitting = tables.filter(({ columns, platformBy }) => {
    const names = new Set(columns.map(({ name }) => name.toLowerCase()));
    if (platformBy !== null) names.add('platformid');
    const isGiven = (name: string) =>
      present.includes(name.toLowerCase()) || name === 'platformId' || name === 'planId';
    return (
      present.every((name) => names.has(name)) && columns.every(({ name, required }) => !required || isGiven(name))
    );
  });
  return fitting.length === 1 ? fitting[0]!.table : null;
}
