import type { CsvColumn } from '@superscope/contracts/csv-columns';
import { CellProblem, parseCell, type CellValue, type Now } from './cell.js';
import type { CsvRecord } from './csv-records.js';
import type { FileLayout } from './file-layout.js';
import type { ImportErrors } from './import-errors.js';

/** A record whose cells are all as their columns want them. */
export interface ReadRow {
  readonly line: number;
  /** By column; blank is null, and undefined is a column that the file leaves out. */
  readonly values: Readonly<Record<string, CellValue | undefined>>;
  /** The platform, where a column or the query says it. */
  readonly platformId: string | null;
}

/** What the import's query says for every line, as the fund's files write it. */
export interface Given {
  readonly platformId: string | null;
  readonly planId: string | null;
}

const platformColumn: CsvColumn = { type: 'id', required: false };

/** Turns records into rows of values; what is wrong with a record goes to `errors`, and then it is no row. */
export class RowReader {
  /** Every column blank: a copy of it keeps the shape that the engine reads fast, which growing a row by names would lose. */
  private readonly blank: Readonly<Record<string, CellValue>>;

  constructor(
    private readonly layout: FileLayout,
    private readonly given: Given,
    private readonly now: Now,
    private readonly errors: ImportErrors,
    /** Of what is published whole a column that is left out is blank. */
    private readonly leftOut: null | undefined,
  ) {
    const names = layout.columns.map(({ name }) => [name, null] as const);
    this.blank = JSON.parse(JSON.stringify(Object.fromEntries(names))) as Record<string, null>;
  }

  read({ line, cells }: CsvRecord): ReadRow | null {
    const { layout, given, now } = this;
    if (cells.length !== layout.width) {
      this.errors.add(line, null, `This line has ${cells.length} cells, the header has ${layout.width}.`);
      return null;
    }
    let good = true;
    const values: Record<string, CellValue | undefined> = { ...this.blank };
    for (const { name, column, index } of layout.columns) {
      const cell = index === -1 ? '' : cells[index]!;
      const fallback = name === 'planId' ? given.planId : name === 'platformId' ? given.platformId : null;
      const value = cell === '' && fallback !== null ? fallback : parseCell(column, cell, now);
      if (value instanceof CellProblem) {
        this.errors.add(line, name, value.message);
        good = false;
      } else {
        values[name] = index === -1 && fallback === null ? this.leftOut : value;
        if (fallback !== null && value !== fallback) good = this.refuse(line, name);
      }
    }
    const platformId = this.platformOf(line, cells, values);
    return good && platformId !== undefined ? { line, values, platformId } : null;
  }

  /** The platform that the line or the query names; undefined where the cell is not right. */
  private platformOf(
    line: number,
    cells: readonly string[],
    values: Record<string, CellValue | undefined>,
  ): string | null | undefined {
    const own = values['platformId'];
    if (typeof own === 'string') return own;
    const { platformIndex } = this.layout;
    const cell = platformIndex === -1 ? '' : cells[platformIndex]!;
    const value = parseCell(platformColumn, cell, this.now);
    if (value instanceof CellProblem) {
      this.errors.add(line, 'platformId', value.message);
      return undefined;
    }
    if (value !== null && this.given.platformId !== null && value !== this.given.platformId) {
      this.refuse(line, 'platformId');
      return undefined;
    }
    return (value as string | null) ?? this.given.platformId;
  }

  private refuse(line: number, name: string): false {
    const what = name === 'planId' ? 'plan' : 'platform';
    this.errors.add(line, name, `This line is of another ${what} than the one chosen.`);
    return false;
  }
}
