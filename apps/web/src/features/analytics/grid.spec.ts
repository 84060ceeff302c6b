import { describe, expect, it } from 'vitest';
import { cell, readRows, withheldCell } from '../../portal/analytics/result';
import type { Dimension, Metric } from './catalogue';
import { csvRows, gridOf, inPercent, valueOf, withWholes } from './grid';

const COUNT = 'MemberSnapshot.countMembers';
const metric: Metric = {
  key: 'countMembers',
  name: COUNT,
  title: 'Members',
  format: 'number',
  stackable: true,
  byFlags: true,
  published: true,
};
const salary: Dimension = { key: 'salaryGroup', name: 'Member.salaryGroup', title: 'Salary group', use: 'public' };
const nomination: Dimension = {
  key: 'beneficiaryNominationType',
  name: 'Member.beneficiaryNominationType',
  title: 'Nomination',
  use: 'secret',
};
const row = (group: string, type: string, count: number | null) => ({
  'Member.salaryGroup': group,
  'Member.beneficiaryNominationType': type,
  [COUNT]: count,
});
const rows = readRows({
  data: [
    row('$65k', '4|None', 30),
    row('$65k', '1|Binding', 10),
    row('<$30k', '1|Binding', 12),
    row('<$30k', 'Unknown', null),
    row('<$30k', '4|None', null),
  ],
  suppressed: [3, 4].map((at) => ({ row: at, members: [COUNT], because: '<11' })),
});
const grid = gridOf(
  rows,
  metric,
  [nomination],
  { head: 'Salary group', names: ['<$30k', '$65k'], of: (each) => valueOf(each, salary) },
  'light',
);

describe('The figures of a chart', () => {
  it('are in the order of the catalogue, without Unknown if it cannot occur', () => {
    expect(grid.series.map(({ name }) => name)).toEqual(['Binding', 'None']);
    expect(grid.cells.map((cells) => cells.map(({ value, withheld }) => value ?? withheld))).toEqual([
      [12, '<11'],
      [10, 30],
    ]);
  });

  it('have no percentage of an unpublished total', () => {
    expect(inPercent(grid).cells.map((cells) => cells.map(({ value, withheld }) => value ?? withheld))).toEqual([
      ['np', '<11'],
      [25, 75],
    ]);
  });

  it('have percentages of a published whole, beside an unpublished part', () => {
    const known = withWholes(grid, [cell(20), cell(45)]);
    expect(known.totals?.map(({ value }) => value)).toEqual([20, 40]);
    expect(inPercent(known).cells.map((cells) => cells.map(({ value, withheld }) => value ?? withheld))).toEqual([
      [60, '<11'],
      [25, 75],
    ]);
    expect(withWholes({ ...grid, cells: grid.cells.slice(1) }, [cell(45)]).totals).toBeUndefined();
  });

  it('say the whole of each row first, and what of its split is not published, where the whole is published', () => {
    const whole = { ...grid, totals: [cell(19), withheldCell('<11')] };
    expect(csvRows(whole, String)).toEqual([
      ['Salary group', 'Group', 'Binding', 'None', 'Note'],
      ['Under $30k', 19, 12, '', 'part not published'],
      ['$65k to $100k', '<11', 10, 30, ''],
    ]);
    const none = {
      ...grid,
      cells: [[withheldCell('<11'), withheldCell('np')], grid.cells[1]!],
      totals: [cell(19), cell(40)],
    };
    expect(csvRows(none, String)[1]).toEqual(['Under $30k', 19, '', '', 'split not published']);
    expect(inPercent(whole).cells[0]![0]!.value).toBeCloseTo(63.2, 1);
  });

  it('can be saved with the reasons for withheld figures in words', () => {
    expect(csvRows(grid, String)).toEqual([
      ['Salary group', 'Binding', 'None'],
      ['Under $30k', 12, '<11'],
      ['$65k to $100k', 10, 30],
    ]);
    const years = { ...grid, cells: [[cell(41.26), cell(41)], grid.cells[1]!] };
    expect(csvRows(years, String, 1)[1]).toEqual(['Under $30k', 41.3, 41]);
    expect(csvRows(inPercent(grid), String)[1]).toEqual(['Under $30k', 'not published', 'too few members']);
  });
});
