import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile, type CompiledQuery } from '../compile/compile.js';
import { CountTable, isSmall } from '../privacy/count-table.js';
import { normalize } from '../query/normalize.js';
import { shapeAnswer, wholeMessage } from './shape-answer.js';

const count = 'MemberSnapshot.countMembers';
const covered = 'MemberSnapshot.deathCoverCount';
const percent = 'MemberSnapshot.deathCoverPercent';
const gender = 'Member.gender';
const ageGroup = 'MemberSnapshot.ageGroup';
/** It filters, so that an answer groups by it without showing it. */
const nomination = 'Member.beneficiaryNominationType';

type Parts = readonly number[];

const compiled = new Map<string, CompiledQuery>();

function shape(query: object, rows: readonly (readonly unknown[])[]) {
  const id = JSON.stringify(query);
  const known = compiled.get(id);
  if (known) return shapeAnswer(known, rows);
  const [asked] = normalize({ measures: [count], ...query }, new Date(0));
  compiled.set(id, compile(asked!, { audience: 'employer', planIds: ['a'] }));
  return shape(query, rows);
}

/** Members by some dimensions, as the statement answers them: a row for each group and each total that somebody is in. */
function statement(table: CountTable, axes: readonly number[], partsOf: (cell: number) => Parts): unknown[][] {
  const { table: asked, cells } = table.by(axes);
  return cells.flatMap((cell, at) => {
    if (asked.counts[at] === 0) return [];
    const places = axes.map((_, axis) => asked.place(at, axis));
    const isTotal = (axis: number) => places[axis] === asked.shape[axis];
    const margin = axes.reduce((bits, _, axis) => bits * 2 + (isTotal(axis) ? 1 : 0), 0);
    const keys = places.map((place, axis) => (isTotal(axis) ? '' : `v${place}`));
    return [[...keys, ...(axes.length > 0 ? [margin] : []), ...partsOf(cell)]];
  });
}

/** What the answers tell of each group and total: null is withheld. */
function told<T>(
  table: CountTable,
  ask: { measures: string[]; partsOf: (cell: number) => Parts; nobody: T; read: (values: (number | null)[]) => T },
  choices: readonly (readonly number[])[],
): Map<number, T> {
  const names = [gender, ageGroup, nomination];
  const known = new Map<number, T>();
  for (const axes of choices) {
    const { table: asked, cells } = table.by(axes);
    const rows = statement(table, axes, ask.partsOf);
    const dimensions = axes.filter((axis) => axis < 2).map((axis) => names[axis]!);
    for (const [at, cell] of cells.entries()) {
      if (asked.isMargin(at)) continue;
      const values = axes.map((_, axis) => `v${asked.place(at, axis)}`);
      const filters = axes.includes(2) ? [{ member: nomination, operator: 'equals', values: [values.at(-1)!] }] : [];
      const { data, suppressed } = shape({ measures: ask.measures, dimensions, filters }, rows);
      const row = data.find((each) => dimensions.every((name, axis) => each[name] === values[axis]));
      const isWhole = suppressed.some((note) => note.row === null);
      const figures = ask.measures.map((name) => (row ? (row[name] as number | null) : null));
      known.set(cell, row || isWhole ? ask.read(figures) : ask.nobody);
    }
  }
  return known;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, n) => all + n, 0);

/** Fills in what subtraction along rows, columns and their totals gives, until it gives no more. */
function workOut({ lines }: CountTable, values: Map<number, number | null>): void {
  const valueOf = (cell: number) => values.get(cell) ?? null;
  for (let more = true; more;) {
    more = false;
    for (const { cells, total } of lines) {
      const open = [...cells, total].filter((cell) => valueOf(cell) === null);
      const known = sum(cells.map((cell) => valueOf(cell) ?? 0));
      // Of nobody there are no groups of somebody.
      if (open.length > 1 && valueOf(total) === known) open.forEach((cell) => values.set(cell, 0));
      else if (open.length === 1) values.set(open[0]!, open[0] === total ? known : valueOf(total)! - known);
      else continue;
      more = true;
    }
  }
}

/** All answers by the table's dimensions: for all members, by one dimension, by two and so on. */
const choicesOf = (axes: number): number[][] =>
  Array.from({ length: 2 ** axes }, (_, bits) =>
    Array.from({ length: axes }, (__, axis) => axis).filter((axis) => (bits >> axis) & 1),
  );

const tableOf = (shapeOf: readonly number[], cells: readonly number[]): CountTable => {
  const table = new CountTable(shapeOf);
  let next = 0;
  for (let cell = 0; cell < table.length; cell += 1) if (!table.isMargin(cell)) table.counts[cell] = cells[next++]!;
  return table.addUp();
};

const tables = (shapes: fc.Arbitrary<number[]>, size: fc.Arbitrary<number>): fc.Arbitrary<CountTable> =>
  shapes.chain((sizes) => {
    const length = sizes.reduce((product, n) => product * n, 1);
    return fc.array(size, { minLength: length, maxLength: length }).map((cells) => tableOf(sizes, cells));
  });

const size = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10 }), fc.integer({ min: 11, max: 60 }));
const crossed = fc.tuple(fc.integer({ min: 2, max: 3 }), fc.integer({ min: 2, max: 4 }));

/** Groups of one to ten that somebody learns from these answers. */
function learnt(table: CountTable, choices: readonly (readonly number[])[]): string[] {
  const known = told<number | null>(
    table,
    { measures: [count], partsOf: (cell) => [table.counts[cell]!], nobody: 0, read: ([n]) => n ?? null },
    choices,
  );
  workOut(table, known);
  return [...known].flatMap(([cell, n]) => (n !== null && isSmall(n) ? [`${n} in ${cell}`] : []));
}

/** Of members with cover, without and not known, by somebody who knows how many are in each group. */
function learntOfShares([yes, no, unknown]: CountTable[], choices: readonly (readonly number[])[]): number[] {
  const partsAt = (cell: number) =>
    [yes!, no!, unknown!].map(({ counts }) => counts[cell]!) as [number, number, number];
  const members = new CountTable(
    yes!.shape,
    yes!.counts.map((_, cell) => sum(partsAt(cell))),
  );
  const shares = told<(number | null)[]>(
    members,
    {
      measures: [covered, percent],
      partsOf: (cell) => [partsAt(cell)[0], members.counts[cell]!, partsAt(cell)[0] + partsAt(cell)[1]],
      nobody: [0, 0],
      read: ([n, share]) => [n ?? null, n && share != null ? Math.round((100 * n) / share) : null],
    },
    choices,
  );
  for (const [cell, all] of members.counts.entries()) if (all === 0) shares.set(cell, [0, 0]);
  const [withCover, asked] = [0, 1].map((what) => {
    const known = new Map([...shares].map(([cell, each]) => [cell, each[what]!]));
    workOut(members, known);
    return (cell: number) => known.get(cell) ?? null;
  }) as [(cell: number) => number | null, (cell: number) => number | null];
  return [...members.counts.keys()].flatMap((cell) => {
    const [n, of, all] = [withCover(cell), asked(cell), members.counts[cell]!];
    const numbers = [n, n === null || of === null ? null : of - n, of === null || all <= 10 ? null : all - of];
    return numbers.filter((number) => number !== null && isSmall(number)) as number[];
  });
}

describe('answers by several groups, by fewer of them and for all tell together nothing of one to ten members to somebody who subtracts', () => {
  it('by two groups', () => {
    fc.assert(
      fc.property(tables(crossed, size), (table) => {
        expect(learnt(table, choicesOf(2))).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('by two groups and a filter on what a category is, the last answer more than those by fewer', () => {
    const shapes = fc.tuple(fc.constant(2), fc.integer({ min: 2, max: 3 }), fc.constant(2));
    fc.assert(
      fc.property(tables(shapes, size), (table) => {
        const choices = choicesOf(3);
        // Three tables by two of three groups can tell a group by all three by themselves.
        expect(learnt(table, choices)).toEqual(learnt(table, choices.slice(0, -1)));
        expect(
          learnt(
            table,
            choices.filter((axes) => axes.length <= 1),
          ),
        ).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('by two groups, of shares, the last answer more than those by fewer', () => {
    const part = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 11, max: 60 }));
    const groups = crossed.chain(
      ([r, c]) => fc.tuple(...[0, 1, 2].map(() => tables(fc.constant([r, c]), part))) as fc.Arbitrary<CountTable[]>,
    );
    fc.assert(
      fc.property(groups, (parts) => {
        expect(learntOfShares(parts, choicesOf(2))).toEqual(learntOfShares(parts, choicesOf(2).slice(0, -1)));
      }),
      { numRuns: 300 },
    );
  });
});

describe('an answer by two groups, whose rows and columns in total are told by others,', () => {
  const answer = (rows: number[][]) => {
    const table = tableOf([rows.length, rows[0]!.length], rows.flat());
    return shape(
      { dimensions: [gender, ageGroup], order: { [gender]: 'asc', [ageGroup]: 'asc' } },
      statement(table, [0, 1], (cell) => [table.counts[cell]!]),
    );
  };

  it('is withheld as a whole where a row of a single group would tell one that is not', () => {
    // 12 of the second row, from its total; so one in the first, from the column's 13.
    expect(
      answer([
        [1, 1, 12],
        [0, 12, 0],
      ]),
    ).toEqual({
      data: [],
      total: 0,
      suppressed: [{ row: null, members: [count], reason: 'withheld', message: wholeMessage }],
    });
  });

  it('withholds groups of other rows instead where there are any', () => {
    const { data } = answer([
      [1, 1, 12],
      [0, 12, 0],
      [0, 40, 30],
      [0, 50, 90],
    ]);
    expect(data.map((row) => row[count])).toEqual([null, null, null, 12, null, null, 50, 90]);
  });

  it('calls all that it withholds "np" where it would follow which of them are below eleven', () => {
    const { data, suppressed } = answer([
      [1, 11],
      [40, 50],
    ]);
    expect(data.map((row) => row[count])).toEqual([null, null, null, null]);
    expect(suppressed.map(({ row, reason }) => [row, reason])).toEqual([0, 1, 2, 3].map((row) => [row, 'withheld']));
  });
});
