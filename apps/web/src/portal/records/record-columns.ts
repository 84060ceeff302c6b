import type { Direction, Order, TableColumn } from '../../ui/data-table';
import type { CsvCell } from '../../ui/save-csv';

/** A column of a table of records; on narrow screens a line of each record. */
export interface RecordColumn<T> extends TableColumn<T> {
  /** The value by which the column sorts. Records without one stand last in either direction. */
  sort?: (of: T) => string | number | null;
  /** The value in the CSV file. Columns without one are not saved. */
  csv?: (of: T) => CsvCell;
  /** The heading in the CSV file, if it is not that on screen. */
  csvHead?: string;
  /** Heads the record on narrow screens. By default the first column does. */
  leads?: boolean;
  /** Which records have the line on narrow screens; by default all. */
  listed?: boolean | ((of: T) => boolean);
}

/** Names begin at A, numbers at the largest. */
const firstDirection = <T>(rows: readonly T[], { sort }: RecordColumn<T>): Direction =>
  rows.some((row) => typeof sort?.(row) === 'number') ? 'descending' : 'ascending';

/** The order after a press on a column's heading: the other direction, or another column. */
export const orderAfter = <T>(rows: readonly T[], order: Order | null, column: RecordColumn<T>): Order => ({
  head: column.head,
  direction:
    order?.head !== column.head
      ? firstDirection(rows, column)
      : order.direction === 'ascending'
        ? 'descending'
        : 'ascending',
});

/** Records of equal value keep the order in which they came. */
export function inOrder<T>(rows: readonly T[], columns: readonly RecordColumn<T>[], order: Order | null): readonly T[] {
  const sort = columns.find(({ head }) => head === order?.head)?.sort;
  if (sort === undefined || order === null) return rows;
  const sign = order.direction === 'ascending' ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [one, other] = [sort(a), sort(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    if (typeof one === 'string' && typeof other === 'string') return sign * one.localeCompare(other, 'en-AU');
    return one === other ? 0 : one < other ? -sign : sign;
  });
}

/** The rows of a CSV file: its headings, then a row for each record. */
export function csvRows<T>(rows: readonly T[], columns: readonly RecordColumn<T>[]): CsvCell[][] {
  const saved = columns.flatMap(({ head, csv, csvHead = head }) => (csv ? [{ head: csvHead, csv }] : []));
  return [saved.map(({ head }) => head), ...rows.map((row) => saved.map(({ csv }) => csv(row)))];
}
