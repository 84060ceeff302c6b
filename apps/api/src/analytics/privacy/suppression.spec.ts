import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CountTable, either, shown, small, untold, withheld, type Mask } from './count-table.js';
import { smallCells, suppress } from './suppression.js';

/** A table from its rows, without totals. */
const table = (rows: number[][]): CountTable => {
  const counts = new CountTable([rows.length, rows[0]!.length]);
  for (const [r, row] of rows.entries()) for (const [c, n] of row.entries()) counts.counts[counts.index([r, c])] = n;
  return counts.addUp();
};

const line = (cells: number[]): CountTable => {
  const counts = new CountTable([cells.length]);
  counts.counts.set(cells);
  return counts.addUp();
};

const states = (mask: Mask) => [...mask].map((state) => ['', '<11', 'np', 'either', 'untold'][state]);

describe('suppressing small groups in a table', () => {
  it('shows everything where every group has none or at least eleven members', () => {
    const anyBig = fc.array(
      fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 11, max: 60 })), { minLength: 3, maxLength: 3 }),
      {
        minLength: 2,
        maxLength: 4,
      },
    );
    fc.assert(fc.property(anyBig, (rows) => suppress(table(rows)).every((state) => state === shown)));
  });

  it('hides every group of one to ten members, and no empty one', () => {
    const any = fc.array(fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 3, maxLength: 3 }), {
      minLength: 2,
      maxLength: 4,
    });
    fc.assert(
      fc.property(any, (rows) => {
        const counts = table(rows);
        const mask = suppress(counts);
        counts.counts.forEach((count, cell) => {
          if (count >= 1 && count <= 10) expect([small, either, untold]).toContain(mask[cell]);
          if (count === 0) expect([shown, untold]).toContain(mask[cell]);
          if (count > 10) expect(mask[cell]).not.toBe(small);
        });
      }),
    );
  });

  it('hides the next smallest group beside a single small one, since the total is known', () => {
    expect(states(suppress(line([5, 40, 12, 0])))).toEqual(['<11', '', 'np', '', '']);
  });

  it('does not say of small groups that they are where they would follow from the total, which is told for all members', () => {
    // 20 members in two groups of at most ten are ten and ten.
    expect(states(suppress(line([10, 10, 0])))).toEqual(['either', 'either', '', '']);
    expect(states(suppress(line([1, 11, 0])))).toEqual(['either', 'either', '', '']);
  });

  it('hides more where twelve left over could only be one and eleven', () => {
    const mask = suppress(line([1, 11, 30]));
    expect(states(mask)).toEqual(['<11', 'np', 'np', '']);
  });

  it('breaks a bridge between rows and columns, which would follow from sums alone', () => {
    const counts = table([
      [3, 4, 20, 30],
      [5, 6, 7, 40],
      [20, 30, 8, 9],
      [50, 60, 5, 6],
    ]);
    const mask = suppress(counts);
    const hiddenInRow = (row: number) => [0, 1, 2, 3].filter((column) => mask[counts.index([row, column])] !== shown);
    expect(hiddenInRow(1).length).toBeGreaterThan(2);
    expect([...mask].filter((state) => state === withheld).length).toBeGreaterThan(0);
  });

  it('also hides a group that it is told to, though it is large or empty, and protects it', () => {
    const counts = line([0, 30, 40]);
    const hidden = new Uint8Array(4);
    hidden[0] = withheld;
    expect(states(suppress(counts, hidden))).toEqual(['np', 'np', '', '']);
  });
});

describe('which groups go with a small one, by the rule that everybody may read', () => {
  it('takes the first of two that are the next smallest', () =>
    expect(states(suppress(line([40, 12, 5, 12])))).toEqual(['', 'np', '<11', '', '']));

  it('leaves two small groups as they are where their sum leaves several possibilities', () =>
    expect(states(suppress(line([2, 1, 30])))).toEqual(['<11', '<11', '', '']));

  it.each([
    ['of one member each', [1, 1, 30, 40]],
    ['of ten members each', [10, 10, 30, 40]],
  ])('takes one more where small groups %s follow from their sum', (_, cells) =>
    expect(states(suppress(line(cells)))).toEqual(['<11', '<11', 'np', '', '']),
  );

  it('tells nothing where no group is left, not even which of them is nobody: the total is told for all members', () => {
    const hidden = Uint8Array.from([withheld, 0, 0, 0]);
    expect(states(suppress(line([30, 0, 0]), hidden))).toEqual(['untold', 'untold', 'untold', '']);
  });

  it('takes no total of a table for a group of it: the answer by fewer groups tells it', () => {
    const counts = table([
      [1, 1, 12],
      [0, 12, 0],
    ]);
    expect(states(suppress(counts))).toEqual([
      ...['untold', 'untold', 'untold', ''],
      ...['untold', 'untold', 'untold', ''],
      ...['<11', '', 'np', ''],
    ]);
  });

  it('takes a group that the others of its row, or column, protect rather than one that follows from their totals', () => {
    const counts = table([
      [4, 30, 40],
      [12, 0, 0],
      [50, 60, 70],
    ]);
    expect(states(suppress(counts))).toEqual([
      ...['<11', 'np', '', ''],
      ...['', '', '', ''],
      ...['np', 'np', '', ''],
      ...['', '', '', ''],
    ]);
  });

  it('breaks a bridge by the smallest group that joins its two sides, wherever that is', () => {
    // 7 alone joins the hidden groups above left to those below right, so it follows from sums; 15 joins them too.
    const counts = table([
      [3, 4, 20, 30],
      [5, 6, 7, 40],
      [15, 30, 8, 9],
      [50, 60, 5, 6],
    ]);
    expect(states(suppress(counts))).toEqual([
      ...['<11', '<11', '', '', ''],
      ...['<11', '<11', '<11', '', ''],
      ...['np', '', '<11', '<11', ''],
      ...['', '', '<11', '<11', ''],
      ...['', '', '', '', ''],
    ]);
  });

  it('takes the smallest group beside a hidden total, which all of them would tell', () => {
    const hidden = Uint8Array.from([0, 0, 0, withheld]);
    for (const additive of [true, false])
      expect(states(suppress(line([30, 20, 40]), hidden, { additive }))).toEqual(['', 'np', '', 'np']);
  });

  it('goes through rows before columns, from the start after each group that it takes', () => {
    const counts = table([
      [5, 20, 40],
      [15, 60, 50],
      [30, 70, 80],
    ]);
    // 20 beside 5, 15 below it; 50 beside 15, and so 60 below 20 and 40 above 50. Columns first would have kept 50 and 40.
    expect(states(suppress(counts))).toEqual([
      ...['<11', 'np', 'np', ''],
      ...['np', 'np', 'np', ''],
      ...['', '', '', ''],
      ...['', '', '', ''],
    ]);
  });
});

describe('where a member may stand in several groups, so that these do not add up', () => {
  const overlapping = (cells: number[], total: number) => {
    const counts = new CountTable([cells.length], [...cells, total]);
    return states(suppress(counts, smallCells(counts), { additive: false }));
  };

  it('a single small group takes the next smallest with it all the same', () => {
    expect(overlapping([5, 40, 12, 0], 50)).toEqual(['<11', '', 'np', '', '']);
    expect(overlapping([5, 4, 40], 45)).toEqual(['<11', '<11', '', '']);
    expect(overlapping([1, 1, 40], 41)).toEqual(['<11', '<11', 'np', '']);
    expect(overlapping([10, 10, 40], 55)).toEqual(['<11', '<11', 'np', '']);
    expect(overlapping([10, 9, 40], 55)).toEqual(['<11', '<11', '', '']);
    expect(overlapping([20, 30], 45)).toEqual(['', '', '']);
  });

  it('nothing more is taken for what sums would tell, as there are none', () => {
    // Adding up, 12 left over would be one and eleven, and 30 had to go too.
    expect(overlapping([1, 11, 30], 42)).toEqual(['<11', 'np', '', '']);
  });

  it('rows and columns are gone through until none is left with one hidden group', () => {
    const counts = new CountTable([2, 2], [5, 20, 24, 30, 40, 60, 33, 55, 80]);
    expect(states(suppress(counts, smallCells(counts), { additive: false }))).toEqual([
      ...['<11', 'np', ''],
      ...['np', 'np', ''],
      ...['', '', ''],
    ]);
  });
});
