import { tableAndName } from '@superscope/contracts/csv-table-words';
import type { CsvTable } from '@superscope/contracts/csv-tables';
import { isIsoDate, isIsoMonth, monthEnd } from '@superscope/domain/calendar-dates';
import { noTaxFileNumbers } from '@superscope/domain/tax-file-number';
import { CsvSyntaxError, readCsv } from '../csv/reading/csv-records.js';
import { HeaderProblem, isColumnName, layoutOf, type FileLayout } from '../csv/reading/file-layout.js';
import { tableInName } from '../csv/reading/table-in-name.js';
import { writtenDay } from '../platform/csv/written-date.js';

export interface RecognisedFile {
  /** Null if it is of no table. */
  table: CsvTable | null;
  /** Why it is of no table. */
  problem: string | null;
  /** The newest day that its lines are about, or that its name says. */
  dataDate: string | null;
  /** Lines below the header; null if they cannot be counted. */
  rows: number | null;
}

/** Columns that say which day or month a line is about, in the order in which they are looked for. */
const dateColumns = ['asAt', 'dataDate', 'validFrom', 'effectiveDate', 'at'];
const nothingGiven: ReadonlySet<string> = new Set();
const unknown = (problem: string, dataDate: string | null): RecognisedFile => ({
  table: null,
  problem,
  dataDate,
  rows: null,
});

/** Recognises the table of a file by its name and its header. */
export async function recogniseFile(name: string, bytes: AsyncIterable<Uint8Array>): Promise<RecognisedFile> {
  const dateOfName = dateInName(name);
  if (!/\.csv$/i.test(name)) return unknown('Only CSV files are imported.', dateOfName);
  const records = readCsv(bytes, isColumnName);
  let layout: FileLayout | null = null;
  let rows = 0;
  let newest: string | null = null;
  try {
    for await (const batch of records) {
      let lines = batch;
      if (layout === null) {
        layout = layoutFor(name, batch[0]!.cells);
        lines = batch.slice(1);
      }
      rows += lines.length;
      const at = dateIndexOf(layout);
      if (at === -1) continue;
      for (const { cells } of lines) {
        const on = dayOf(cells[at] ?? '');
        if (on !== null && (newest === null || on > newest)) newest = on;
      }
    }
  } catch (error) {
    if (!(error instanceof HeaderProblem || error instanceof CsvSyntaxError)) throw error;
    if (layout === null) return unknown(withoutQuestion(error.message), dateOfName);
    // Its import says what is wrong.
    return { table: layout.table, problem: null, dataDate: newest ?? dateOfName, rows: null };
  } finally {
    await records.return(undefined);
  }
  if (layout === null) return unknown('The file is empty.', dateOfName);
  return { table: layout.table, problem: null, dataDate: newest ?? dateOfName, rows };
}

/** Nobody is there to say which table a file is of, but its name may. */
const withoutQuestion = (message: string): string =>
  message
    .replace('or say which table it is', 'or begin its name with the name of its table')
    .replace('say which one it is', 'begin its name with the name of its table');

/** Whether a problem is that there are tax file numbers, so that the content must not be kept. */
export const isAboutTaxFileNumbers = (message: string): boolean =>
  message.startsWith('Tax file numbers are never accepted') || message.includes(noTaxFileNumbers);

/** Throws HeaderProblem. */
function layoutFor(name: string, header: readonly string[]): FileLayout {
  const named = tableInName(name);
  try {
    return layoutOf(header, named, nothingGiven);
  } catch (error) {
    if (named === null || !(error instanceof HeaderProblem)) throw error;
    const fits = fittingTable(header);
    if (fits === null) throw error;
    throw new HeaderProblem(
      `Its name says ${named}, but its header is of ${tableAndName(fits)}. Rename the file, or correct its header.`,
    );
  }
}

function fittingTable(header: readonly string[]): CsvTable | null {
  try {
    return layoutOf(header, null, nothingGiven).table;
  } catch {
    return null;
  }
}

const dateIndexOf = ({ columns }: FileLayout): number => {
  for (const wanted of dateColumns) {
    const column = columns.find(({ name, index }) => name === wanted && index !== -1);
    if (column !== undefined) return column.index;
  }
  return -1;
};

function dayOf(cell: string): string | null {
  const text = cell.trim();
  const start = text.slice(0, 10);
  if (isIsoDate(start)) return start;
  const on = writtenDay(text);
  return on === 'time' ? null : on;
}

/** yyyyMMdd, ddMMyyyy, or the last day of yyyyMM; with or without hyphens. Null if a name has none. */
function dateInName(name: string): string | null {
  for (const [, digits] of name.replaceAll(/(?<=\d)-(?=\d)/g, '').matchAll(/(?<!\d)(\d{8}|\d{6})(?!\d)/g)) {
    const [year, dayFirst] = [`${digits!.slice(0, 4)}`, digits!.slice(4)];
    const isYear = /^20/.test(year);
    if (digits!.length === 6) {
      const month = `${year}-${digits!.slice(4)}`;
      if (isYear && isIsoMonth(month)) return monthEnd(month);
      continue;
    }
    const forward = `${year}-${digits!.slice(4, 6)}-${digits!.slice(6)}`;
    if (isYear && isIsoDate(forward)) return forward;
    const backward = `${dayFirst}-${digits!.slice(2, 4)}-${digits!.slice(0, 2)}`;
    if (/^20/.test(dayFirst) && isIsoDate(backward)) return backward;
  }
  return null;
}
