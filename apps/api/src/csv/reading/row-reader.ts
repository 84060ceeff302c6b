import type { CsvColumn } from '@superscope/contracts/csv-columns';
import { CellProblem, parseCell, type CellValue, type Now } from './cell.js';
import type { CsvRecord } from './csv-records.js';
import type { FileLayout } from './file-layout.js';
import type { ImportErrors } from './import-errors.js';

/** A record whose cells are all valid for their columns. */
export interface ReadRow {
  readonly line: number;
  /** By column; blank is null, and undefined is a column that the file leaves out. */
  readonly values: Readonly<Record<string, CellValue | undefined>>;
  /** The platform, where a column or the query says it. */
  readonly platformId: string | null;
}

/** The query's value for every line, in the form of the fund's files. */
export interface Given {
  readonly platformId: string | null;
  readonly planId: string | null;
}

const platformColumn: CsvColumn = { type: 'id', required: false };

/** The value of a column in a row. */
interface Field {
  readonly name: string;
  readonly column: CsvColumn;
  /** The cell's in a record, -1 where the file leaves the column out. */
  readonly index: number;
  /** The value of a blank cell. */
  readonly given: string | null;
}

/** Turns records into rows of values. An invalid record adds to `errors` and becomes no row. */
export class RowReader {
  /** Columns that a record may say something of, or has to. */
  private readonly fields: readonly Field[];
  /**
   * An empty row. Copies of it keep the object shape that the engine reads fast; adding fields one by one would not.
   */
  private readonly blank: Readonly<Record<string, CellValue | undefined>>;

  constructor(
    private readonly layout: FileLayout,
    private readonly given: Given,
    private readonly now: Now,
    private readonly errors: ImportErrors,
    /** In a table that is published whole, a column that is left out counts as blank. */
    leftOut: null | undefined,
  ) {
    const fields = layout.columns.map((column): Field => ({ ...column, given: givenFor(column.name, given) }));
    const isSaid = ({ index, given, column }: Field) => index !== -1 || given !== null || column.required;
    this.fields = fields.filter(isSaid);
    const names = fields.map(({ name }) => [name, null] as const);
    const blank = JSON.parse(JSON.stringify(Object.fromEntries(names))) as Record<string, CellValue | undefined>;
    for (const field of fields) if (!isSaid(field)) blank[field.name] = leftOut;
    this.blank = blank;
  }

  read({ line, cells }: CsvRecord): ReadRow | null {
    const { layout, now } = this;
    if (cells.length !== layout.width) {
      this.errors.add(line, null, `This line has ${cells.length} cells, the header has ${layout.width}.`);
      return null;
    }
    let good = true;
    const values: Record<string, CellValue | undefined> = { ...this.blank };
    for (const { name, column, index, given } of this.fields) {
      const cell = index === -1 ? '' : cells[index]!;
      const value = cell === '' && given !== null ? given : parseCell(column, cell, now);
      if (value instanceof CellProblem) {
        this.errors.add(line, name, value.message);
        good = false;
      } else {
        values[name] = value;
        if (given !== null && value !== given) good = this.refuse(line, name);
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
    this.errors.add(line, name, `This line belongs to another ${what} than the chosen one.`);
    return false;
  }
}

const givenFor = (name: string, { planId, platformId }: Given): string | null =>
  name === 'planId' ? planId : name === 'platformId' ? platformId : null;
