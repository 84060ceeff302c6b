import { describe, expect, it } from 'vitest';
import { compile, type Audience } from '../compile/compile.js';
import { normalize } from '../query/normalize.js';
import { filterMessage, shapeAnswer } from './shape-answer.js';

const count = 'MemberSnapshot.countMembers';
const salary = 'MemberSnapshot.averageSalary';
const month = 'MemberSnapshot.month';

/** Rows as the statement answers them: failed?, keys, margin?, parts. */
const shape = (query: object, rows: unknown[][], audience: Audience = 'employer') =>
  shapeAnswer(compile(normalize({ measures: [count], ...query }, new Date(0))[0]!, { audience, planIds: ['a'] }), rows);

const byGender = (cells: Record<string, number>) => [
  ...Object.entries(cells).map(([gender, n]) => [gender, 0, n]),
  ['', 1, Object.values(cells).reduce((sum, n) => sum + n, 0)],
];

describe('an answer under the employer rule', () => {
  it('withholds a group of one to ten members and the next smallest beside it, and says which and why', () => {
    const answer = shape({ dimensions: ['Member.gender'] }, byGender({ Female: 60, Male: 40, Unknown: 4 }));
    expect(answer.data).toEqual([
      { 'Member.gender': 'Female', [count]: 60 },
      { 'Member.gender': 'Male', [count]: null },
      { 'Member.gender': 'Unknown', [count]: null },
    ]);
    expect(answer.suppressed).toEqual([
      { row: 1, members: [count], reason: 'withheld' },
      { row: 2, members: [count], reason: 'small' },
    ]);
  });

  it('orders withheld rows by their group, so that their place tells nothing', () => {
    const one = shape({ dimensions: ['Member.gender'] }, byGender({ Unknown: 9, Male: 12, Female: 60 }));
    const other = shape({ dimensions: ['Member.gender'] }, byGender({ Unknown: 12, Male: 9, Female: 60 }));
    expect(one.data).toEqual(other.data);
  });

  it('withholds the same of two equal groups in whatever order the statement tells them', () => {
    const rows = byGender({ Female: 12, Male: 12, Unknown: 5 });
    const answer = shape({ dimensions: ['Member.gender'] }, rows);
    expect(answer.data[0]).toEqual({ 'Member.gender': 'Male', [count]: 12 });
    expect(shape({ dimensions: ['Member.gender'] }, rows.toReversed())).toEqual(answer);
  });

  it('filters, counts and cuts only what is published', () => {
    const rows = byGender({ Female: 60, Male: 40, Unknown: 4 });
    const having = (operator: string, values?: string[]) =>
      shape({ dimensions: ['Member.gender'], filters: [{ member: count, operator, values }], total: true }, rows);
    expect(having('lt', ['50'])).toMatchObject({ data: [], total: 0, suppressed: [] });
    expect(having('gte', ['1'])).toMatchObject({ data: [{ [count]: 60 }], total: 1 });
    expect(having('notSet').data.map((row) => row['Member.gender'])).toEqual(['Male', 'Unknown']);
    const second = shape({ dimensions: ['Member.gender'], limit: 1, offset: 1 }, rows);
    expect(second).toMatchObject({ total: 3, data: [{ 'Member.gender': 'Male' }], suppressed: [{ row: 0 }] });
  });

  it('withholds an average of one to ten members, though more are in the group', () => {
    const answer = shape(
      { measures: [count, salary] },
      [[5_000_000_00, 4, 30]].map(([sum, n, all]) => [all, sum, n, n]),
    );
    expect(answer.data).toEqual([{ [count]: 30, [salary]: null }]);
    expect(answer.suppressed).toEqual([{ row: 0, members: [salary], reason: 'small' }]);
  });

  it('withholds dollars of one to ten members among many who have none, as it withholds their number', () => {
    const contributions = 'MemberSnapshot.personalContributions';
    const cover = 'MemberSnapshot.averageLifeInsuranceCover';
    const dollarsOf = (some: number) =>
      shape({ measures: [count, contributions, cover] }, [[99, 10_000_00, some, 50_000_00, 99, some]]);
    expect(dollarsOf(1).data).toEqual([{ [count]: 99, [contributions]: null, [cover]: null }]);
    expect(dollarsOf(11).data).toEqual([{ [count]: 99, [contributions]: 10_000, [cover]: 505.05 }]);
    expect(shape({ measures: [count, contributions] }, [[99, 0, 0]]).data).toEqual([
      { [count]: 99, [contributions]: 0 },
    ]);
  });

  describe('of a percentage', () => {
    const covered = 'MemberSnapshot.deathCoverCount';
    const percent = 'MemberSnapshot.deathCoverPercent';
    const told = (withCover: number, known: number, all: number) =>
      shape({ measures: [covered, percent] }, [[withCover, all, known]]).data[0];

    it('withholds it where members without, or those not known, are one to ten: with the count it would tell them', () => {
      expect(told(100, 105, 135)).toEqual({ [covered]: 100, [percent]: null });
      expect(told(100, 130, 135)).toEqual({ [covered]: 100, [percent]: null });
      expect(told(5, 105, 135)).toEqual({ [covered]: null, [percent]: null });
    });

    it('tells it where each of the three is nobody or more than ten', () => {
      expect(told(75, 100, 135)).toEqual({ [covered]: 75, [percent]: 75 });
      expect(told(75, 100, 100)).toEqual({ [covered]: 75, [percent]: 75 });
      expect(told(0, 0, 100)).toEqual({ [covered]: 0, [percent]: null });
    });

    it('withholds it in another group too, where the totals would tell', () => {
      const groups: [string, number, number, number][] = [
        ['Female', 40, 45, 60],
        ['Male', 60, 80, 100],
        ['Unknown', 30, 45, 60],
      ];
      const sums = [1, 2, 3].map((at) => groups.reduce((sum, group) => sum + Number(group[at]), 0));
      const rows = [
        ...groups.map(([gender, n, known, all]) => [gender, 0, n, all, known]),
        ['', 1, sums[0], sums[2], sums[1]],
      ];
      const { data } = shape({ measures: [covered, percent], dimensions: ['Member.gender'] }, rows);
      expect(data.map((row) => [row['Member.gender'], row[covered], row[percent] === null])).toEqual([
        ['Male', 60, false],
        ['Female', 40, true],
        ['Unknown', 30, true],
      ]);
    });
  });

  it('suppresses a series point by point', () => {
    const series = { timeDimensions: [{ dimension: month, granularity: 'month' }] };
    const answer = shape(series, [
      ['2026-02-01', 8],
      ['2026-01-01', 30],
      ['2026-03-01', 0],
    ]);
    expect(answer.data.map((row) => [row[`${month}.month`], row[month], row[count]])).toEqual([
      ['2026-01-01T00:00:00.000', '2026-01-01T00:00:00.000', 30],
      ['2026-02-01T00:00:00.000', '2026-02-01T00:00:00.000', null],
      ['2026-03-01T00:00:00.000', '2026-03-01T00:00:00.000', 0],
    ]);
    expect(answer.suppressed).toEqual([{ row: 1, members: [count], reason: 'small' }]);
  });

  it("codes a flag's own share", () => {
    const flag = (yes: number, no: number) => [
      [1, 0, yes],
      [0, 0, no],
      [0, 1, yes + no],
    ];
    expect(shape({ dimensions: ['Member.noLifeInsurance'] }, flag(30, 40))).toMatchObject({ suppressed: [] });
    expect(shape({ dimensions: ['Member.noLifeInsurance'] }, flag(4, 40)).suppressed).toEqual([
      { row: 0, members: [count], reason: 'small', share: { kind: 'below' } },
      { row: 1, members: [count], reason: 'withheld', share: { kind: 'below' } },
    ]);
    const filters = [{ member: 'Member.noLifeInsurance', operator: 'equals', values: ['1|Yes'] }];
    expect(shape({ filters }, flag(95, 2))).toEqual({
      data: [{ [count]: null }],
      total: 1,
      suppressed: [{ row: 0, members: [count], reason: 'withheld', share: { kind: 'atLeast', percent: 89 } }],
    });
    expect(
      shape({ filters }, [
        [0, 0, 50],
        [0, 1, 50],
      ]).data,
    ).toEqual([{ [count]: 0 }]);
  });

  it('withholds a filtered answer as a whole where the filter leaves out one to ten members', () => {
    const filters = [{ member: 'Member.gender', operator: 'equals', values: ['Female'] }];
    const note = { members: [count], reason: 'filter', message: filterMessage };
    expect(
      shape({ filters }, [
        [0, 90],
        [1, 10],
      ]),
    ).toMatchObject({
      data: [{ [count]: null }],
      suppressed: [{ row: 0, ...note }],
    });
    expect(
      shape({ filters }, [
        [0, 90],
        [1, 11],
      ]),
    ).toMatchObject({ data: [{ [count]: 90 }], suppressed: [] });
    const dimensions = ['Member.ageGroup'];
    const grouped = [
      [0, '65+', 0, 90],
      [0, '', 1, 90],
      [1, '65+', 0, 10],
      [1, '', 1, 10],
    ];
    expect(shape({ filters, dimensions }, grouped)).toMatchObject({ data: [], suppressed: [{ row: null, ...note }] });
  });

  it('withholds it too where one of several selected values has one to ten members', () => {
    const filters = [{ member: 'Member.addressState', operator: 'in', values: ['NSW', 'TAS'] }];
    expect(
      shape({ filters }, [
        [0, 70, 63, 7],
        [1, 40, 0, 0],
      ]).data,
    ).toEqual([{ [count]: null }]);
    expect(
      shape({ filters }, [
        [0, 70, 50, 20],
        [1, 40, 0, 0],
      ]).data,
    ).toEqual([{ [count]: 70 }]);
  });

  it('withholds a filtered group whose unselected rest is one to ten members', () => {
    const filters = [{ member: 'Member.gender', operator: 'equals', values: ['Female'] }];
    const dimensions = ['Member.ageGroup'];
    const rows = [
      [0, '31 - 44', 0, 50],
      [0, '45 - 54', 0, 40],
      [0, '65+', 0, 20],
      [0, '', 1, 110],
      [1, '31 - 44', 0, 50],
      [1, '45 - 54', 0, 30],
      [1, '65+', 0, 3],
      [1, '', 1, 83],
    ];
    const answer = shape({ filters, dimensions }, rows);
    // All women but those of 65 and more would leave the three men of that age, once all members of it are known.
    expect(answer.data.find((row) => row['Member.ageGroup'] === '65+')).toMatchObject({ [count]: null });
    expect(answer.data.filter((row) => row[count] === null)).toHaveLength(2);
  });

  it('withholds a filtered answer in whatever order the statement tells who is left out', () => {
    const filters = [{ member: 'Member.gender', operator: 'equals', values: ['Female'] }];
    const rows = [
      [1, 10],
      [0, 90],
    ];
    expect(shape({ filters }, rows).data).toEqual([{ [count]: null }]);
    // Where two filters select, those that either one leaves out count by themselves.
    const both = [...filters, { member: 'Member.engaged', operator: 'equals', values: ['1'] }];
    const told = (...failed: number[][]) => shape({ filters: both }, [...failed, [0, 90]]).data;
    expect(told([1, 50], [2, 5])).toEqual([{ [count]: null }]);
    expect(told([2, 50], [1, 5])).toEqual([{ [count]: null }]);
    expect(told([2, 50], [1, 60])).toEqual([{ [count]: 90 }]);
  });

  it('is a row of zeros where nobody is in the plan', () => {
    expect(shape({ measures: [count, salary] }, [])).toMatchObject({
      data: [{ [count]: 0, [salary]: null }],
      suppressed: [],
    });
  });
});

describe("an answer for staff's own tools", () => {
  it('tells every number', () => {
    const answer = shape(
      { dimensions: ['Member.gender', 'Member.engaged'] },
      [
        ['Male', 1, 3],
        ['Female', 0, 12],
      ],
      'staff',
    );
    expect(answer).toEqual({
      data: [
        { 'Member.gender': 'Female', 'Member.engaged': '2|No', [count]: 12 },
        { 'Member.gender': 'Male', 'Member.engaged': '1|Yes', [count]: 3 },
      ],
      total: 2,
      suppressed: [],
    });
  });
});
