import type { CsvColumn } from '@superscope/contracts/csv-columns';
import { tableWords } from '@superscope/contracts/csv-table-words';
import { csvTable, csvTableNames, type CsvTable } from '@superscope/contracts/csv-tables';
import { cleanText } from '@superscope/domain/text/clean-text';

/** Where a file holds the columns of its table. */
export interface FileLayout {
  readonly table: CsvTable;
  /** The table's columns in their own order. `index` is the index of the cell in a record, -1 if the file leaves the column out. */
  readonly columns: readonly { name: string; column: CsvColumn; index: number }[];
  /** Index of the cell of a `platformId` column that the table itself does not have; -1 if there is none. */
  readonly platformIndex: number;
  /** Number of columns up to the last one with a name. A record has a cell for each; further cells are blank. */
  readonly width: number;
  /** Indexes of the header's columns without a name, whose cells are blank, and the number of all its columns. */
  readonly nameless: readonly number[];
  readonly headerWidth: number;
}

/** The header does not identify its table, or it does not fit the table. */
export class HeaderProblem extends Error {
  constructor(
    message: string,
    /** The column at fault, if there is one. */
    readonly column: string | null = null,
  ) {
    super(message);
    this.name = 'HeaderProblem';
  }
}

/** A header's name, shortened for a message: a file may name a column anything, at any length. */
const shown = (name: string): string =>
  `${name.slice(0, 60).replaceAll(/[\p{Cc}\p{Cs}]/gu, '?')}${name.length <= 60 ? '' : '…'}`;

const normalised = (name: string) => cleanText(name).toLowerCase();
/** If a first line has none of these names, it is not a header: its cells are values, which no message may repeat. */
const everyColumn = new Set(csvTableNames.flatMap((table) => Object.keys(csvTable(table).columns).map(normalised)));
/** Whether a word is the name of a column of some table. */
export const isColumnName = (name: string): boolean => everyColumn.has(normalised(name));

/** The one column about tax file numbers says whether one was provided. Any other name holds the numbers themselves. */
const isOfTaxFileNumbers = (name: string): boolean => {
  const letters = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
  return /tfn|taxfile|taxnum|tax(?:no|nr|id)$/.test(letters) && letters !== 'taxfilenumberprovided';
};

/** The name of a column by its place, as spreadsheets show it: A, B, … Z, AA. `index` counts from 0. */
export function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}

/**
 * Derives a file's layout from its header. If no table is given, it is the one table that has all of the header's columns and whose
 * required columns are all present. `given` columns (which the import's query sets for every line) count as present. Columns without a
 * name, which spreadsheets leave at the end, do not count. Throws HeaderProblem.
 */
export function layoutOf(header: readonly string[], table: CsvTable | null, given: ReadonlySet<string>): FileLayout {
  const names = header.map(normalised);
  const secret = header.find(isOfTaxFileNumbers);
  if (secret !== undefined)
    throw new HeaderProblem(
      'Tax file numbers are never accepted. Remove the column, and import only whether one was provided, as taxFileNumberProvided.',
      shown(secret),
    );
  if (!names.some((name) => everyColumn.has(name)))
    throw new HeaderProblem('The first line is not a header: none of its cells is the name of a column.');
  const seen = new Set<string>();
  const repeated = header.find((_, i) => names[i] !== '' && seen.size === seen.add(names[i]!).size);
  if (repeated !== undefined)
    throw new HeaderProblem(
      `The column ${shown(repeated)} is there more than once. Delete or rename all but one.`,
      shown(repeated),
    );
  const present = names.filter((name) => name !== '');
  const found = table ?? detect(present, given);
  const problem = headerProblemOf(found, present, given);
  if (problem !== null) throw problem;
  const columns = Object.entries(csvTable(found).columns).map(([name, column]) => ({
    name,
    column,
    index: names.indexOf(name.toLowerCase()),
  }));
  const extra = takesPlatform(found) ? names.indexOf('platformid') : -1;
  const width = names.findLastIndex((name) => name !== '') + 1;
  const nameless = names.flatMap((name, index) => (name === '' ? [index] : []));
  return { table: found, columns, platformIndex: extra, width, nameless, headerWidth: header.length };
}

/** Whether the file may have a `platformId` column although the table has none. */
const takesPlatform = (table: CsvTable): boolean => {
  const { columns, platformBy } = csvTable(table);
  return platformBy !== null && columns['platformId'] === undefined;
};

function headerProblemOf(table: CsvTable, names: readonly string[], given: ReadonlySet<string>): HeaderProblem | null {
  const { columns } = csvTable(table);
  const own = new Set([...Object.keys(columns), ...(takesPlatform(table) ? ['platformId'] : [])].map(normalised));
  const unknown = names.find((name) => !own.has(name));
  if (unknown !== undefined)
    return new HeaderProblem(
      `The table ${tableWords(table)} has no column ${shown(unknown)}. Delete the column, or correct its name.`,
      shown(unknown),
    );
  const missing = Object.entries(columns).find(
    ([name, column]) => column.required && !given.has(name) && !names.includes(name.toLowerCase()),
  );
  return missing
    ? new HeaderProblem(
        `The column ${missing[0]} of the table ${tableWords(table)} is missing. Add it to the file.`,
        missing[0],
      )
    : null;
}

function detect(names: readonly string[], given: ReadonlySet<string>): CsvTable {
  const fitting = csvTableNames.filter((table) => headerProblemOf(table, names, given) === null);
  const [only, another] = fitting;
  if (only === undefined)
    throw new HeaderProblem('The header fits no table. Correct its columns, or say which table it is.');
  if (another !== undefined)
    throw new HeaderProblem(`The header fits the tables ${fitting.join(', ')}: say which one it is.`);
  return only;
}
