import type { CsvColumn } from '@superscope/contracts/csv-columns';
import { holdsTaxFileNumber, noTaxFileNumbers } from '@superscope/domain/tax-file-number';
import { CellProblem, parseCell, type CellValue, type Now } from '../../platform/csv/csv-cell.js';
import type { CsvRecord } from './csv-records.js';
import { letterOf, type FileLayout } from './file-layout.js';
import type { ImportErrors } from './import-errors.js';

/** A record whose cells are all valid for their columns. */
export interface ReadRow {
  readonly line: number;
  /** Values by column. A blank cell is null, and a column that the file leaves out is undefined. */
  readonly values: Readonly<Record<string, CellValue | undefined>>;
  /** The platform, if a column or the import's query names it. */
  readonly platformId: string | null;
}

/** The values that the import's query sets for every line, in the form of the fund's files. */
export interface Given {
  readonly platformId: string | null;
  readonly planId: string | null;
  /** The data date of a file of investment options (yyyy-MM-dd). */
  readonly dataDate?: string | undefined;
}

const platformColumn: CsvColumn = { type: 'id', required: false };

/** The value of a column in a row. */
interface Field {
  readonly name: string;
  readonly column: CsvColumn;
  /** Index of its cell in a record, -1 if the file leaves the column out. */
  readonly index: number;
  /** The value of a blank cell. */
  readonly given: string | null;
}

/** Turns records into rows of values. An invalid record adds to `errors` and yields no row. */
export class RowReader {
  /** Columns that a record can have a value for, or must have. */
  private readonly fields: readonly Field[];
  /** An empty row. Copies of it keep an object shape that the JavaScript engine reads fast, which adding fields one by one would not. */
  private readonly blank: Readonly<Record<string, CellValue | undefined>>;
  private readonly isAboutPersons: boolean;
  /** Indexes of columns without a name that have been refused. */
  private readonly told = new Set<number>();

  constructor(
    private readonly layout: FileLayout,
    private readonly given: Given,
    private readonly now: Now,
    private readonly errors: ImportErrors,
    /** The value of columns that the file leaves out. In a table that is published whole, they count as blank. */
    leftOut: null | undefined,
  ) {
    const fields = layout.columns.map((column): Field => ({ ...column, given: givenFor(column.name, given) }));
    const isSaid = ({ index, given, column }: Field) => index !== -1 || given !== null || column.required;
    this.fields = fields.filter(isSaid);
    this.isAboutPersons = fields.some(({ name }) => name === 'memberId');
    const names = fields.map(({ name }) => [name, null] as const);
    const blank = JSON.parse(JSON.stringify(Object.fromEntries(names))) as Record<string, CellValue | undefined>;
    for (const field of fields) if (!isSaid(field)) blank[field.name] = leftOut;
    this.blank = blank;
  }

  read({ line, cells }: CsvRecord): ReadRow | null {
    const { layout, now } = this;
    if (cells.length < layout.width || hasValueFrom(cells, layout.headerWidth)) {
      this.errors.add(line, null, widthProblem(cells.length, layout.headerWidth));
      return null;
    }
    let good = this.refuseNameless(line, cells);
    const values: Record<string, CellValue | undefined> = { ...this.blank };
    for (const { name, column, index, given } of this.fields) {
      const cell = index === -1 ? '' : cells[index]!;
      const value = cell === '' && given !== null ? given : parseCell(column, cell, now);
      if (value instanceof CellProblem) {
        this.errors.add(line, name, this.withValue(column, cell, value.message));
        good = false;
      } else {
        values[name] = value;
        if (given !== null && value !== given) good = this.refuse(line, name);
      }
    }
    const platformId = this.platformOf(line, cells, values);
    return good && platformId !== undefined ? { line, values, platformId } : null;
  }

  /** The message with the cell's value, if neither the table nor the value can be about a person. Texts may be anything. */
  private withValue({ type }: CsvColumn, cell: string, message: string): string {
    // In a number or a choice it would be refused as none, and repeated.
    if (holdsTaxFileNumber(cell)) return noTaxFileNumbers;
    const value = cell.trim();
    const isPlain = /^[\w #.,:/%$()+-]{1,40}$/.test(value) && !/^[\d ]{8,}$/.test(value);
    if (this.isAboutPersons || !isPlain || type === 'text' || type === 'email' || type === 'id') return message;
    return `${message} The cell has '${value}'.`;
  }

  /** Whether all cells of columns without a name are blank. The first line with a value in such a column is the column's one error. */
  private refuseNameless(line: number, cells: readonly string[]): boolean {
    let good = true;
    for (const index of this.layout.nameless) {
      if (index >= cells.length || cells[index]!.trim() === '') continue;
      good = false;
      if (this.told.has(index)) continue;
      this.told.add(index);
      const letter = letterOf(index);
      const message = `Column ${letter} has no name in the header, but line ${line} has a value in it. Give the column a name, or delete it.`;
      this.errors.add(line, letter, message);
    }
    return good;
  }

  /** The platform that the line or the query names; undefined if the cell is invalid. */
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
    const message =
      name === 'dataDate'
        ? 'This line has another data date than the chosen one.'
        : `This line belongs to another ${name === 'planId' ? 'plan' : 'platform'} than the chosen one.`;
    this.errors.add(line, name, message);
    return false;
  }
}

const hasValueFrom = (cells: readonly string[], index: number): boolean => {
  for (let i = index; i < cells.length; i += 1) if (cells[i]!.trim() !== '') return true;
  return false;
};

const widthProblem = (cells: number, header: number): string =>
  `This line has ${cells} cells, the header has ${header}. ${
    cells < header
      ? 'Add the missing cells, blank where nothing is known.'
      : 'Put texts that contain a comma into quotes, or name the columns that are missing in the header.'
  }`;

const givenFor = (name: string, { planId, platformId, dataDate }: Given): string | null =>
  name === 'planId' ? planId : name === 'platformId' ? platformId : name === 'dataDate' ? (dataDate ?? null) : null;
