import { csvTableNames, type CsvTable } from '@superscope/contracts/csv-tables';

/** The table that a file's name begins with, as members_20261126.csv does; null if it begins with none. */
export function tableInName(name: string): CsvTable | null {
  const begins = (table: CsvTable) =>
    name.toLowerCase().startsWith(table.toLowerCase()) && !/^[a-z]/i.test(name.slice(table.length));
  return csvTableNames.find(begins) ?? null;
}
