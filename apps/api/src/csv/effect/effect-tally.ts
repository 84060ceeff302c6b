import type { LargestChange } from '@superscope/contracts/import-effect';
import { differingColumns, type RowValues } from '@superscope/domain/file-check/row-values';

/** A row of a file, or one that the file would remove, as it stands and as it would be. */
export interface ComparedRow {
  /** Null for a row that is not in the file. */
  line: number | null;
  /** What identifies it for people; the inner id of a member, which is replaced by the number before it is shown. */
  row: string;
  was: RowValues | null;
  becomes: RowValues | null;
}

const mostShown = 10;

interface Ranked {
  compared: ComparedRow;
  column: string;
  others: number;
  size: number;
}

/** Counts what becomes of rows, and keeps the ten largest changes. */
export class EffectTally {
  fresh = 0;
  changed = 0;
  unchanged = 0;
  leaving = 0;
  /** The first rows that leave. */
  readonly leavers: string[] = [];
  private readonly columns = new Map<string, { changed: number; cleared: number }>();
  private largest: Ranked[] = [];

  constructor(
    /** The column by whose change rows are ranked; null to rank them by the share by which a number changes. */
    private readonly rankBy: string | null,
    /** Columns whose values are not shown, because they tell who somebody is. */
    private readonly personal: ReadonlySet<string>,
  ) {}

  /** `isWritten`: something is written although no value may differ, as when what was cancelled is restored. */
  note(compared: ComparedRow, isWritten = false): void {
    const { was, becomes, row } = compared;
    if (becomes === null) return this.leave(row);
    if (was === null) {
      this.fresh += 1;
      return;
    }
    const columns = differingColumns(was, becomes);
    if (columns.length === 0 && !isWritten) {
      this.unchanged += 1;
      return;
    }
    this.changed += 1;
    if (columns.length === 0) return;
    for (const column of columns) {
      const counted = this.columns.get(column) ?? { changed: 0, cleared: 0 };
      counted.changed += 1;
      if (becomes[column] === null) counted.cleared += 1;
      this.columns.set(column, counted);
    }
    this.rank(compared, columns);
  }

  leave(row: string): void {
    this.leaving += 1;
    if (this.leavers.length < mostShown) this.leavers.push(row);
  }

  /** Columns that change, most often first. */
  get byColumn() {
    return [...this.columns].map(([column, counts]) => ({ column, ...counts })).sort((a, b) => b.changed - a.changed);
  }

  /** The largest changes, without their units. */
  get largestChanges(): Omit<LargestChange, 'unit'>[] {
    return this.largest.map(({ compared: { line, row, was, becomes }, column, others }) => {
      const isPersonal = this.personal.has(column);
      const [before, after] = isPersonal ? [null, null] : [was![column] ?? null, becomes![column] ?? null];
      return { line, row, column, was: before, becomes: after, isPersonal, others };
    });
  }

  private rank(compared: ComparedRow, columns: readonly string[]): void {
    const sized = columns.map((column) => ({ column, size: this.sizeOf(compared, column) }));
    const { column, size } = sized.reduce((most, each) => (each.size > most.size ? each : most));
    if (this.largest.length === mostShown && size <= this.largest.at(-1)!.size) return;
    this.largest.push({ compared, column, size, others: columns.length - 1 });
    // Rows of one size stay in the order of the file.
    this.largest = this.largest.toSorted((a, b) => b.size - a.size).slice(0, mostShown);
  }

  /** A change of the column that ranks counts more than any share, and a share more than another text. */
  private sizeOf({ was, becomes }: ComparedRow, column: string): number {
    const [before, after] = [was![column], becomes![column]];
    if (typeof before !== 'number' || typeof after !== 'number') return column === this.rankBy ? 1 : 0;
    const difference = Math.abs(after - before);
    return column === this.rankBy ? 1 + difference : difference / Math.max(Math.abs(after), Math.abs(before));
  }
}
