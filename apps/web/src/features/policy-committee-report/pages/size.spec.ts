import { describe, expect, it } from 'vitest';
import { cell, NO_CELL, type Cell } from '../../../portal/analytics/result';
import { amongAll, type Size } from './size';

const size = (months: string[], of: (month: string) => Cell): Size => {
  const cells = months.map(of);
  return {
    months,
    members: cells,
    assets: cells,
    average: cells,
    salary: cells,
    age: cells,
    joined: cells,
    left: cells,
  };
};

describe('The size of a plan in a report about engaged members', () => {
  const whole = size(['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07'], (month) =>
    cell(1000 + Number(month.slice(5))),
  );
  const engaged = size(['2026-03', '2026-06'], (month) => cell(Number(month.slice(5))));

  it('has them at quarter ends, and all members in every month between', () => {
    const { months, members, average, salary, joined } = amongAll(engaged, whole);
    expect(months).toEqual(['2026-03', '2026-04', '2026-05', '2026-06']);
    expect(members).toEqual([cell(3), NO_CELL, NO_CELL, cell(6)]);
    expect(average).toEqual(members);
    expect(salary.map(({ value }) => value)).toEqual([1003, 1004, 1005, 1006]);
    expect(joined).toEqual(salary);
  });

  it('is empty before a quarter has ended', () => {
    expect(
      amongAll(
        size([], () => NO_CELL),
        whole,
      ).months,
    ).toEqual([]);
  });
});
