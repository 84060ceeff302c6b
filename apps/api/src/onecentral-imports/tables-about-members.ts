import { csvTable, csvTableNames, type CsvTable } from '@superscope/contracts/csv-tables';

/** The tables whose lines are about members. */
export const tablesAboutMembers: readonly CsvTable[] = csvTableNames.filter((name) =>
  Object.hasOwn(csvTable(name).columns, 'memberId'),
);

export const isAboutMembers = (table: string | null): boolean => tablesAboutMembers.some((name) => name === table);
