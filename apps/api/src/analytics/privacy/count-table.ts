/** Groups of this many members are never told. */
export const smallest = 1;
export const largest = 10;

export const isSmall = (count: number): boolean => count >= smallest && count <= largest;

export const shown = 0;
/** Suppressed for being 1 to 10: "<11" on the screen, so that everybody knows that much. */
export const small = 1;
/** Suppressed to protect another: "np". */
export const withheld = 2;
/** "np" too, of 1 to 10 or of more: where it would follow which of the two. */
export const either = 3;
/** Of an answer that is withheld as a whole, so that it may be nobody. */
export const untold = 4;
/** One of these for each cell. */
export type Mask = Uint8Array;

/**
 * Counts of members by up to four dimensions, with all margins. Each axis has one place more than values: the last is its
 * total. The last axis varies fastest.
 */
export class CountTable {
  readonly sizes: readonly number[];
  private readonly strides: readonly number[];
  readonly counts: Float64Array;
  private cachedLines: readonly Line[] | null = null;

  /** @param shape values of each axis, without the totals */
  constructor(
    readonly shape: readonly number[],
    counts?: ArrayLike<number>,
  ) {
    this.sizes = shape.map((values) => values + 1);
    const strides: number[] = [];
    let cells = 1;
    for (let axis = shape.length - 1; axis >= 0; axis -= 1) {
      strides[axis] = cells;
      cells *= this.sizes[axis]!;
    }
    this.strides = strides;
    this.counts = counts ? Float64Array.from(counts) : new Float64Array(cells);
  }

  get length(): number {
    return this.counts.length;
  }

  index(position: readonly number[]): number {
    let index = 0;
    for (let axis = 0; axis < position.length; axis += 1) index += position[axis]! * this.strides[axis]!;
    return index;
  }

  /** Place of a cell on an axis; `shape[axis]` is the total. */
  place(index: number, axis: number): number {
    return Math.floor(index / this.strides[axis]!) % this.sizes[axis]!;
  }

  isMargin(index: number): boolean {
    return this.shape.some((values, axis) => this.place(index, axis) === values);
  }

  /** The table by some of the axes, all others in total, and which of this one's cells its cells are. */
  by(axes: readonly number[]): { table: CountTable; cells: readonly number[] } {
    const table = new CountTable(axes.map((axis) => this.shape[axis]!));
    const cells: number[] = [];
    for (let index = 0; index < table.length; index += 1) {
      let cell = this.length - 1;
      for (const [at, axis] of axes.entries())
        cell -= (this.shape[axis]! - table.place(index, at)) * this.strides[axis]!;
      cells.push(cell);
      table.counts[index] = this.counts[cell]!;
    }
    return { table, cells };
  }

  /** Every row and column with its total, those of totals too. Rows first: lines along the last axis, then the one before. */
  get lines(): readonly Line[] {
    this.cachedLines ??= this.makeLines();
    return this.cachedLines;
  }

  private makeLines(): Line[] {
    const lines: Line[] = [];
    for (let axis = this.shape.length - 1; axis >= 0; axis -= 1) {
      const stride = this.strides[axis]!;
      const values = this.shape[axis]!;
      for (let index = 0; index < this.length; index += 1) {
        if (this.place(index, axis) !== 0) continue;
        lines.push({
          cells: Array.from({ length: values }, (_, place) => index + place * stride),
          total: index + values * stride,
        });
      }
    }
    return lines;
  }

  /** Fills the totals from the cells. */
  addUp(): this {
    for (let axis = 0; axis < this.shape.length; axis += 1)
      for (const line of this.lines)
        if (this.place(line.total, axis) === this.shape[axis] && line.total - line.cells.at(-1)! === this.strides[axis])
          this.counts[line.total] = line.cells.reduce((sum, cell) => sum + this.counts[cell]!, 0);
    return this;
  }
}

/** Cells that add up to a total. */
export interface Line {
  cells: readonly number[];
  total: number;
}
