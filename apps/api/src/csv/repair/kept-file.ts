import type { CsvError } from '@superscope/contracts/csv-import';
import type { RepairDraft } from '@superscope/contracts/import-repair';
import type { CsvTable } from '@superscope/contracts/csv-tables';
import { holdsTaxFileNumber, isTaxFileNumber } from '@superscope/domain/tax-file-number';
import { Refusal } from '../../platform/http/problem.filter.js';
import type { CheckRequest } from '../import-request.js';
import type { CsvRecord } from '../reading/csv-records.js';
import type { FileLayout } from '../reading/file-layout.js';
import type { RefusedSpool } from '../run/spools.js';

/** Where a kept file came from: an area of the api that keeps files of its own, and which of them it is. */
export interface KeptFrom {
  area: string;
  id: string;
}

/** What the first line of a kept file says of it. */
export interface KeptHead {
  fileName: string;
  table: CsvTable;
  platformId: string | null;
  planId: string | null;
  keptBy: string;
  /** Undefined for a file that a person sent. */
  from?: KeptFrom;
  /** The names of its columns, by their cells; null for a column without a name. */
  columns: (string | null)[];
}

/**
 * Stands in a kept file where a tax file number was, so that the cell is refused again for the same reason. It is the number that the
 * Australian Taxation Office publishes as an example, and nobody's.
 */
export const removedNumber = 'TFN 123 456 782';

/** Whether a cell may hold a tax file number. In a choice, digits alone are one: they mean nothing else there. */
const mayHoldNumber = (cell: string, isChoice: boolean): boolean =>
  holdsTaxFileNumber(cell) || (isChoice && isTaxFileNumber(cell.replaceAll(/[\s.-]/g, '')));

/** The record without tax file numbers. */
export function withoutNumbers({ line, cells }: CsvRecord, choices: ReadonlySet<number>): CsvRecord {
  return { line, cells: cells.map((cell, at) => (mayHoldNumber(cell, choices.has(at)) ? removedNumber : cell)) };
}

/** The names of a file's columns by their cells. */
export function columnsByCell({ columns, platformIndex, headerWidth }: FileLayout): (string | null)[] {
  const names = Array.from({ length: headerWidth }, (): string | null => null);
  for (const { name, index } of columns) if (index !== -1) names[index] = name;
  if (platformIndex !== -1) names[platformIndex] = 'platformId';
  return names;
}

/** Values in place of the file's, by line and by cell, and the lines that are left out. */
export interface Edits {
  cells: ReadonlyMap<number, ReadonlyMap<number, string>>;
  left: ReadonlySet<number>;
}

/** The record with what was typed for it; itself if nothing was. */
export function edited(record: CsvRecord, cells: Edits['cells']): CsvRecord {
  const typed = cells.get(record.line);
  if (typed === undefined) return record;
  const changed = [...record.cells];
  for (const [at, value] of typed) changed[at] = value;
  // A line with too few cells has none where the value goes.
  return { line: record.line, cells: Array.from(changed, (cell) => cell ?? '') };
}

// A kept file has its head, its records, and then its errors, a line of JSON for each.
const headMark = 'H';
const recordMark = 'R';
const errorMark = 'E';
export const headLine = (head: KeptHead): string => headMark + JSON.stringify(head);
export const recordLine = ({ line, cells }: CsvRecord): string => recordMark + JSON.stringify([line, cells]);
export const errorLine = ({ line, column, message }: CsvError): string =>
  errorMark + JSON.stringify([line, column, message]);

/** A file that was refused, as it was sent, with the errors that it had then. */
export class KeptFile {
  private constructor(
    readonly importId: string,
    readonly head: KeptHead,
    private readonly spool: RefusedSpool,
  ) {}

  static async open(importId: string, spool: RefusedSpool): Promise<KeptFile> {
    const lines = spool.lines();
    try {
      const { value } = await lines.next();
      return new KeptFile(importId, JSON.parse(value![0]!.slice(1)) as KeptHead, spool);
    } finally {
      await lines.return(undefined);
    }
  }

  get keptSince(): Date {
    return this.spool.keptSince;
  }

  get request(): Pick<CheckRequest, 'fileName' | 'table' | 'platformId' | 'planId'> {
    const { fileName, table, platformId, planId } = this.head;
    return { fileName, table, platformId, planId };
  }

  /** The errors that the file had when it was sent. */
  async refused(): Promise<RefusedLine[]> {
    const found: RefusedLine[] = [];
    for await (const lines of this.spool.lines())
      for (const line of lines) {
        if (!line.startsWith(errorMark)) continue;
        const [at, column, message] = JSON.parse(line.slice(1)) as [number, string | null, string];
        found.push({ line: at, column, message });
      }
    return found;
  }

  /**
   * What was typed, by cell. Any line may be changed, because a correction of one line may make another one wrong. Throws Refusal for a
   * line or a column that the file does not have.
   */
  async edits({ corrections, skipped }: RepairDraft, refused: readonly RefusedLine[]): Promise<Edits> {
    const others = new Set([...corrections.map(({ line }) => line), ...skipped]);
    for (const { line } of refused) others.delete(line);
    for (const line of (await this.cellsOf(others)).keys()) others.delete(line);
    const [other] = others;
    if (other !== undefined)
      throw new Refusal(400, { message: `Below its header, the file has no line ${other} with a value.` });
    const cells = new Map<number, Map<number, string>>();
    for (const { line, column, value } of corrections) {
      const at = this.head.columns.indexOf(column);
      if (at === -1) throw new Refusal(400, { message: `The file has no column ${column}.` });
      const ofLine = cells.get(line) ?? new Map<number, string>();
      cells.set(line, ofLine.set(at, value));
    }
    return { cells, left: new Set(skipped) };
  }

  /** The file's records with what was typed, the header first. */
  async *records({ cells, left }: Edits): AsyncGenerator<CsvRecord[]> {
    for await (const records of this.recordsAsSent(({ line }) => !left.has(line)))
      yield records.map((record) => edited(record, cells));
  }

  /** Cells of some lines below the header, as they stand in the file. Blank lines have none. */
  async cellsOf(lines: ReadonlySet<number>): Promise<Map<number, readonly string[]>> {
    const found = new Map<number, readonly string[]>();
    if (lines.size === 0) return found;
    let isHeader = true;
    for await (const records of this.recordsAsSent(({ line }) => lines.has(line)))
      for (const { line, cells } of records) {
        if (!isHeader && cells.some((cell) => cell.trim() !== '')) found.set(line, cells);
        isHeader = false;
      }
    return found;
  }

  /** The header, and the records of some lines. */
  async *recordsAsSent(isWanted: (record: CsvRecord) => boolean): AsyncGenerator<CsvRecord[]> {
    let isHeader = true;
    for await (const lines of this.spool.lines()) {
      const records: CsvRecord[] = [];
      for (const text of lines) {
        if (!text.startsWith(recordMark)) continue;
        const [line, cells] = JSON.parse(text.slice(1)) as [number, string[]];
        const record = { line, cells };
        if (isHeader || isWanted(record)) records.push(record);
        isHeader = false;
      }
      if (records.length > 0) yield records;
    }
  }
}

/** An error of one line of the file. */
export interface RefusedLine extends CsvError {
  line: number;
}
