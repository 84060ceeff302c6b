import type { CsvTableInfo } from '@superscope/contracts/csv-import';

/** Enough for the longest header. */
const HEADER_BYTES = 16 * 1024;

/** The first line of a CSV file. */
export async function headerOf(file: Blob): Promise<string[]> {
  const text = await file.slice(0, HEADER_BYTES).text();
  const [line = ''] = text.replace(/^\uFEFF/, '').split(/\r?\n|\r/, 1);
  return line.split(',').map((name) => name.trim().replace(/^"|"$/g, '').trim().toLowerCase());
}

/** The only table that has all columns of the header and whose required columns are present. Used to sort and name files. */
export function tableOf(header: readonly string[], tables: readonly CsvTableInfo[]): string | null {
  const fitting = tables.filter(({ columns, platformBy }) => {
    const names = new Set(columns.map(({ name }) => name.toLowerCase()));
    if (platformBy !== null) names.add('platformid');
    const isGiven = (name: string) => header.includes(name.toLowerCase()) || name === 'platformId' || name === 'planId';
    return header.every((name) => names.has(name)) && columns.every(({ name, required }) => !required || isGiven(name));
  });
  return fitting.length === 1 ? fitting[0]!.table : null;
}
