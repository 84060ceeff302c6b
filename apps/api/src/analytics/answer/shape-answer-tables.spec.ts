import { describe, expect, it } from 'vitest';
import { compile, type Audience } from '../compile/compile.js';
import { normalize } from '../query/normalize.js';
import { shapeAnswer } from './shape-answer.js';

const count = 'MemberSnapshot.countMembers';
const salary = 'MemberSnapshot.averageSalary';
const month = 'MemberSnapshot.month';
const gender = 'Member.gender';
const age = 'Member.ageGroup';

/** Rows as the statement answers them: failed?, keys, margin?, parts. */
const shape = (query: object, rows: unknown[][], audience: Audience = 'employer') =>
  shapeAnswer(compile(normalize({ measures: [count], ...query }, new Date(0))[0]!, { audience, planIds: ['a'] }), rows);

const add = (numbers: number[]) => numbers.reduce((sum, n) => sum + n, 0);

/** Women and men by two age groups, with the margins that the statement answers. */
const crossed = ([fy, fo, my, mo]: [number, number, number, number]) => [
  ['Female', '', 1, fy + fo],
  ['Male', '', 1, my + mo],
  ['', '31 - 44', 2, fy + my],
  ['', '65+', 2, fo + mo],
  ['', '', 3, fy + fo + my + mo],
  ['Female', '31 - 44', 0, fy],
  ['Female', '65+', 0, fo],
  ['Male', '31 - 44', 0, my],
  ['Male', '65+', 0, mo],
];

describe('an answer of two dimensions', () => {
  const order = { [gender]: 'asc', [age]: 'asc' };
  const told = (cells: [number, number, number, number]) => {
    const { data, suppressed } = shape({ dimensions: [gender, age], order }, crossed(cells));
    return {
      rows: data.map((row) => [row[gender], row[age], row[count]]),
      reasons: suppressed.map(({ row, reason }) => [row, reason]),
    };
  };

  it('tells each group by its own values, and no total', () => {
    expect(told([20, 30, 40, 50])).toEqual({
      rows: [
        ['Female', '31 - 44', 20],
        ['Female', '65+', 30],
        ['Male', '31 - 44', 40],
        ['Male', '65+', 50],
      ],
      reasons: [],
    });
  });

  it('withholds in the row, the column and where these cross what would tell a group of one to ten', () => {
    expect(told([20, 30, 4, 50])).toEqual({
      rows: [
        ['Female', '31 - 44', null],
        ['Female', '65+', null],
        ['Male', '31 - 44', null],
        ['Male', '65+', null],
      ],
      reasons: [
        [0, 'withheld'],
        [1, 'withheld'],
        [2, 'small'],
        [3, 'withheld'],
      ],
    });
  });

  it('leaves out a group that nobody is in', () => {
    const rows = crossed([20, 0, 40, 50]).filter((row) => row.at(-1) !== 0);
    const { data } = shape({ dimensions: [gender, age], order }, rows);
    expect(data.map((row) => [row[gender], row[age], row[count]])).toEqual([
      ['Female', '31 - 44', 20],
      ['Male', '31 - 44', 40],
      ['Male', '65+', 50],
    ]);
  });
});

it('an answer by month and group protects each month by itself', () => {
  const ofMonth = (first: string, cells: Record<string, number>) => [
    ...Object.entries(cells).map(([of, n]) => [first, of, 0, n]),
    [first, '', 1, add(Object.values(cells))],
  ];
  const { data, suppressed } = shape(
    { dimensions: [gender], timeDimensions: [{ dimension: month, granularity: 'month' }] },
    [
      ...ofMonth('2026-02-01', { Male: 40, Female: 4, Unknown: 60 }),
      ...ofMonth('2026-01-01', { Female: 20, Male: 40, Unknown: 60 }),
    ],
  );
  expect(data.map((row) => [String(row[month]).slice(0, 7), row[gender], row[count]])).toEqual([
    ['2026-01', 'Female', 20],
    ['2026-01', 'Male', 40],
    ['2026-01', 'Unknown', 60],
    ['2026-02', 'Female', null],
    ['2026-02', 'Male', null],
    ['2026-02', 'Unknown', 60],
  ]);
  expect(suppressed.map(({ row, reason }) => [row, reason])).toEqual([
    [3, 'small'],
    [4, 'withheld'],
  ]);
});

describe('an answer about several values of a category together', () => {
  const nominated = 'Member.beneficiaryNominationType';
  const filters = [{ member: nominated, operator: 'in', values: ['1|Binding', '2|Non-binding'] }];

  /** Members and their known salaries by nomination. */
  const rowsOf = (cells: Record<string, [n: number, dollars: number]>) => [
    ...Object.entries(cells).map(([type, [n, dollars]]) => [type, 0, n, n * dollars * 100, n]),
    ['', 1, add(Object.values(cells).map(([n]) => n)), 0, add(Object.values(cells).map(([n]) => n))],
  ];

  it('adds up those that are asked for, and averages over all of them', () => {
    const rows = rowsOf({ '1|Binding': [20, 50_000], '2|Non-binding': [60, 90_000], '4|None': [100, 10_000] });
    expect(shape({ measures: [count, salary], filters }, rows)).toEqual({
      data: [{ [count]: 80, [salary]: 80_000 }],
      total: 1,
      suppressed: [],
    });
  });

  it('is withheld where one of them is, without saying that it is "<11" itself, which it may not be', () => {
    const rows = rowsOf({ '1|Binding': [4, 50_000], '2|Non-binding': [60, 90_000], '4|None': [100, 10_000] });
    expect(shape({ measures: [count, salary], filters }, rows)).toMatchObject({
      data: [{ [count]: null, [salary]: null }],
      suppressed: [{ row: 0, members: [count, salary], reason: 'withheld' }],
    });
  });

  it('is nobody where none of them has members, and none is said', () => {
    const rows = rowsOf({ '4|None': [100, 10_000] });
    expect(shape({ filters }, rows)).toEqual({ data: [{ [count]: 0 }], total: 1, suppressed: [] });
    // By a dimension there is no group to tell anything of.
    const grouped = [
      ['Female', '4|None', 0, 100],
      ['Female', '', 1, 100],
      ['', '4|None', 2, 100],
      ['', '', 3, 100],
    ];
    expect(shape({ filters, dimensions: [gender] }, grouped).data).toEqual([]);
  });

  it('keeps those that are asked for also where it groups by that category', () => {
    const rows = rowsOf({ '1|Binding': [20, 0], '2|Non-binding': [60, 0], '4|None': [100, 0] });
    const plain = rows.map((row) => row.slice(0, 3));
    expect(shape({ filters, dimensions: [nominated] }, plain).data).toEqual([
      { [nominated]: '2|Non-binding', [count]: 60 },
      { [nominated]: '1|Binding', [count]: 20 },
    ]);
  });
});

describe('a measure that only filters', () => {
  const rows = [
    ['Female', 0, 60, 60 * 50_000_00, 60],
    ['Male', 0, 40, 4 * 90_000_00, 4],
    ['', 1, 100, 60 * 50_000_00 + 4 * 90_000_00, 64],
  ];
  const having = (operator: string, values?: string[]) =>
    shape({ dimensions: [gender], filters: [{ member: salary, operator, values }] }, rows);

  it('is no part of the answer, nor of what it says is withheld', () => {
    expect(having('gt', ['10000'])).toEqual({ data: [], total: 0, suppressed: [] });
    expect(having('notSet')).toEqual({
      data: [
        { [gender]: 'Female', [count]: 60 },
        { [gender]: 'Male', [count]: 40 },
      ],
      total: 2,
      suppressed: [],
    });
  });

  it('filters by what is true only for staff, who may be told', () => {
    const grouped = rows.slice(0, 2).map(([of, , ...parts]) => [of, ...parts]);
    const asked = { dimensions: [gender], filters: [{ member: salary, operator: 'gt', values: ['60000'] }] };
    expect(shape(asked, grouped, 'staff').data).toEqual([{ [gender]: 'Male', [count]: 40 }]);
  });
});

describe("a flag's share among those whom a filter selects", () => {
  const flag = 'Member.noLifeInsurance';
  const filters = [{ member: gender, operator: 'equals', values: ['Female'] }];
  const told = (women: [yes: number, no: number], men: [yes: number, no: number]) => {
    const rows = [women, men].flatMap(([yes, no], failed) => [
      [failed, 1, 0, yes],
      [failed, 0, 0, no],
      [failed, 0, 1, yes + no],
    ]);
    const { data, suppressed } = shape({ dimensions: [flag], filters, order: { [flag]: 'asc' } }, rows);
    return {
      counts: data.map((row) => row[count]),
      notes: suppressed.map(({ reason, share }) => [reason, share?.kind]),
    };
  };

  it('is told where those left out have it, and lack it, in numbers of more than ten', () =>
    expect(told([40, 50], [20, 60])).toEqual({ counts: [40, 50], notes: [] }));

  it('is withheld on both sides where one to ten of those left out have it: all who have it, less these, would tell', () => {
    const withheld = ['withheld', undefined];
    expect(told([40, 50], [5, 60])).toEqual({ counts: [null, null], notes: [withheld, withheld] });
    expect(told([40, 50], [60, 5])).toEqual({ counts: [null, null], notes: [withheld, withheld] });
  });

  it('is still said to be below eleven members where it is', () =>
    expect(told([4, 50], [60, 5])).toEqual({
      counts: [null, null],
      notes: [
        ['small', 'below'],
        ['withheld', 'below'],
      ],
    }));

  it('is not said to be about anything, where that would tell of those left out', () => {
    const notes = (men: [number, number]) => {
      const of = (failed: number, yes: number, no: number, unknown: number) => [
        [failed, 1, 0, yes],
        [failed, 0, 0, no],
        [failed, 255, 0, unknown],
        [failed, 0, 1, yes + no + unknown],
      ];
      const { suppressed } = shape({ dimensions: [flag], filters }, [...of(0, 50, 47, 3), ...of(1, ...men, 0)]);
      return suppressed.map(({ share }) => share?.kind);
    };
    expect(notes([20, 60])).toEqual(['about', 'about']);
    expect(notes([5, 60])).toEqual([undefined, undefined, undefined]);
  });

  it('is nobody where nobody selected has it, whoever of the others does', () =>
    expect(told([0, 50], [5, 60])).toEqual({ counts: [0, 50], notes: [] }));

  it('is about what it is where it is not known of one to ten, whose number stays unknown', () => {
    const rows = [
      [1, 0, 50],
      [0, 0, 47],
      [255, 0, 3],
      [0, 1, 100],
    ];
    const { data, suppressed } = shape({ dimensions: [flag], order: { [flag]: 'asc' } }, rows);
    expect(data.map((row) => [row[flag], row[count]])).toEqual([
      ['1|Yes', 50],
      ['2|No', null],
      [null, null],
    ]);
    expect(suppressed.map(({ row, reason }) => [row, reason])).toEqual([
      [1, 'withheld'],
      [2, 'small'],
    ]);
  });
});

describe('an average over fewer members than the group has', () => {
  const average = (known: number, dollars: number) => [known * dollars * 100, known, known];
  const told = (query: object, rows: unknown[][]) => {
    const { data, suppressed } = shape({ measures: [count, salary], ...query }, rows);
    return {
      counts: data.map((row) => row[count]),
      averages: data.map((row) => row[salary]),
      notes: suppressed.map(({ row, members, reason }) => [row, members, reason]),
    };
  };

  it('is withheld where it is of one to ten, and in the next smallest group, since that of all is known', () =>
    expect(
      told({ dimensions: [gender], order: { [gender]: 'asc' } }, [
        ['Female', 0, 60, ...average(60, 50_000)],
        ['Male', 0, 80, ...average(5, 70_000)],
        ['Other', 0, 70, ...average(30, 60_000)],
        ['', 1, 210, ...average(95, 54_000)],
      ]),
    ).toEqual({
      counts: [60, 80, 70],
      averages: [50_000, null, null],
      notes: [
        [1, [salary], 'small'],
        [2, [salary], 'withheld'],
      ],
    }));

  it('is withheld where a filter leaves out one to ten of those it would be over: the average of all would tell theirs', () => {
    const filters = [{ member: gender, operator: 'equals', values: ['Female'] }];
    const leavingOut = (known: number) =>
      told({ filters }, [
        [0, 60, ...average(60, 50_000)],
        [1, 80, ...average(known, 70_000)],
      ]);
    expect(leavingOut(5)).toEqual({ counts: [60], averages: [null], notes: [[0, [salary], 'withheld']] });
    expect(leavingOut(11)).toEqual({ counts: [60], averages: [50_000], notes: [] });
    expect(leavingOut(0)).toEqual({ counts: [60], averages: [50_000], notes: [] });
  });
});
