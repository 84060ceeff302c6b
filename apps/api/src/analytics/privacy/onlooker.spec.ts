import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CountTable, shown, untold, type Mask } from './count-table.js';
import { boundsOf } from './plane-audit.js';
import { smallCells, suppress } from './suppression.js';

/** An onlooker has all answers by the table's groups and fewer, knows what the labels mean, and that members are whole. */
class Onlooker {
  constructor(
    private readonly table: CountTable,
    private readonly mask: Mask,
  ) {}

  /** Groups of 1 to 10 of which they know the number. */
  learns(): number[] {
    const low = Float64Array.from(this.table.counts);
    const high = Float64Array.from(this.table.counts);
    for (const [cell, state] of this.mask.entries())
      if (state !== shown) [low[cell], high[cell]] = boundsOf(state, this.table.counts[cell]!) as [number, number];
    const secret = smallCells(this.table);
    return [...secret.keys()].filter((cell) => {
      if (secret[cell] === shown) return false;
      const count = this.table.counts[cell]!;
      const others: [number, number][] = [
        [low[cell]!, count - 1],
        [count + 1, high[cell]!],
      ];
      return !others.some(([from, to]) => {
        const [lows, highs] = [Float64Array.from(low), Float64Array.from(high)];
        [lows[cell], highs[cell]] = [from, to];
        return this.isPossible(lows, highs);
      });
    });
  }

  /** Whether some table lies within the bounds: tries all values of one cell after another, likely ones first. */
  private isPossible(low: Float64Array, high: Float64Array): boolean {
    if (!this.narrow(low, high)) return false;
    let open = -1;
    for (let cell = 0; cell < low.length; cell += 1)
      if (high[cell]! > low[cell]! && (open < 0 || high[cell]! - low[cell]! < high[open]! - low[open]!)) open = cell;
    if (open < 0) return true;
    const near = (value: number) => Math.abs(value - this.table.counts[open]!);
    const values = Array.from({ length: high[open]! - low[open]! + 1 }, (_, i) => low[open]! + i);
    return values
      .sort((a, b) => near(a) - near(b))
      .some((value) => {
        const [lows, highs] = [Float64Array.from(low), Float64Array.from(high)];
        lows[open] = highs[open] = value;
        return this.isPossible(lows, highs);
      });
  }

  /** What a total leaves to its cells, and they to it; false where that is nothing. */
  private narrow(low: Float64Array, high: Float64Array): boolean {
    const sum = (of: Float64Array, cells: readonly number[]) => cells.reduce((all, cell) => all + of[cell]!, 0);
    for (let before = NaN; before !== sum(low, [...low.keys()]) - Math.min(1e9, sum(high, [...high.keys()]));) {
      before = sum(low, [...low.keys()]) - Math.min(1e9, sum(high, [...high.keys()]));
      for (const { cells, total } of this.table.lines) {
        low[total] = Math.max(low[total]!, sum(low, cells));
        high[total] = Math.min(high[total]!, sum(high, cells));
        for (const cell of cells) {
          const others = cells.filter((other) => other !== cell);
          low[cell] = Math.max(low[cell]!, low[total] - sum(high, others));
          high[cell] = Math.min(high[cell]!, high[total] - sum(low, others));
        }
      }
      if (low.some((least, cell) => least > high[cell]!)) return false;
    }
    return true;
  }
}

const tables = (shapes: number[][], size: fc.Arbitrary<number>): fc.Arbitrary<CountTable> =>
  fc.constantFrom(...shapes).chain((shape) => {
    const length = shape.reduce((product, n) => product * n, 1);
    return fc.array(size, { minLength: length, maxLength: length }).map((cells) => {
      const table = new CountTable(shape);
      let next = 0;
      for (let cell = 0; cell < table.length; cell += 1) if (!table.isMargin(cell)) table.counts[cell] = cells[next++]!;
      return table.addUp();
    });
  });

const anySize = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10 }), fc.integer({ min: 11, max: 40 }));
/** Those for which labels leave little room. */
const tightSize = fc.constantFrom(0, 1, 2, 10, 11, 12, 13);
const sizes = fc.constantFrom(anySize, tightSize);

/** The same, where the answer by all the groups is not given. */
const without = (table: CountTable, mask: Mask): Mask =>
  mask.map((state, cell) => (table.isMargin(cell) ? state : untold));

describe('an onlooker who has all answers by some groups, adds, subtracts and knows the labels, knows no number of 1 to 10', () => {
  it.each([
    ['one group', [[2], [3], [4]], 500],
    [
      'two groups',
      [
        [2, 2],
        [2, 3],
        [3, 2],
        [3, 3],
      ],
      500,
    ],
  ])('by %s', (_, shapes, numRuns) => {
    fc.assert(
      fc.property(
        sizes.chain((size) => tables(shapes, size)),
        (table) => {
          expect(new Onlooker(table, suppress(table)).learns()).toEqual([]);
        },
      ),
      { numRuns },
    );
  });

  it('by three groups, but what the answers by two of them tell', () => {
    fc.assert(
      fc.property(
        sizes.chain((size) =>
          tables(
            [
              [2, 2, 2],
              [2, 3, 2],
            ],
            size,
          ),
        ),
        (table) => {
          const mask = suppress(table);
          const learns = new Onlooker(table, mask).learns();
          if (learns.length > 0) expect(learns).toEqual(new Onlooker(table, without(table, mask)).learns());
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('what an answer by fewer groups withholds, no answer by more of them tells', () => {
  it('nor does one tell less for the same groups', () => {
    fc.assert(
      fc.property(
        sizes.chain((size) =>
          tables(
            [
              [2, 3],
              [3, 4],
            ],
            size,
          ),
        ),
        (table) => {
          const mask = suppress(table);
          for (const axis of [0, 1]) {
            const { table: answer, cells } = table.by([axis]);
            const alone = suppress(answer);
            expect(cells.map((cell) => mask[cell])).toEqual([...alone]);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
