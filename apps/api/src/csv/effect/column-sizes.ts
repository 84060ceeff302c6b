import type { CsvColumn } from '@superscope/contracts/csv-columns';
import { sizeOf, type ColumnSize } from '@superscope/domain/file-check/other-unit';
import type { UnitName } from '@superscope/domain/file-check/units';

/** Values that are kept of a column. Beyond twice as many every other one is dropped. */
const kept = 10_000;

interface Sampled {
  readonly unit: UnitName;
  readonly isMoney: boolean;
  values: number[];
  /** Every how many values one is kept. */
  every: number;
  count: number;
  largest: number;
}

/** Gathers the sizes of the values of columns that have a unit, in bounded memory: every nth value is kept. */
export class ColumnSizes {
  private readonly columns: ReadonlyMap<string, Sampled>;

  constructor(columns: Readonly<Record<string, CsvColumn>>) {
    this.columns = new Map(
      Object.entries(columns).flatMap(([name, { unit, type }]) =>
        unit === undefined
          ? []
          : [[name, { unit, isMoney: type === 'money', values: [], every: 1, count: 0, largest: 0 }]],
      ),
    );
  }

  /** Notes the values of a row by column: money in cents if `inCents`, else in dollars. */
  note(values: Readonly<Record<string, unknown>>, inCents: boolean): void {
    for (const [name, sampled] of this.columns) {
      const value = values[name];
      if (typeof value !== 'number' || value === 0) continue;
      const size = Math.abs(inCents && sampled.isMoney ? value / 100 : value);
      sampled.largest = Math.max(sampled.largest, size);
      if (sampled.count % sampled.every === 0) sampled.values.push(size);
      sampled.count += 1;
      if (sampled.values.length < 2 * kept) continue;
      sampled.values = sampled.values.filter((_, at) => at % 2 === 0);
      sampled.every *= 2;
    }
  }

  /** The columns that have values, with their units. */
  *sizes(): Generator<{ column: string; unit: UnitName; size: ColumnSize }> {
    for (const [column, { unit, values, count, largest }] of this.columns)
      if (count > 0) yield { column, unit, size: { count, median: sizeOf(values).median, largest } };
  }

  sizeOf(column: string): ColumnSize | null {
    const sampled = this.columns.get(column);
    if (sampled === undefined || sampled.count === 0) return null;
    return { count: sampled.count, median: sizeOf(sampled.values).median, largest: sampled.largest };
  }
}
