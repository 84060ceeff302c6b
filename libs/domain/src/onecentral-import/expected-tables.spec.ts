import { describe, expect, it } from 'vitest';
import { expectedTables } from './expected-tables.js';

const came = (table: string, ...days: string[]) => days.map((on) => ({ table, on }));

describe('a table that came each month', () => {
  const fees = came('fees', '2026-07-03', '2026-08-05', '2026-08-20', '2026-09-02');

  it('is late once the day has passed by which it used to come', () => {
    const due = { table: 'fees', lastOn: '2026-09-02', dayOfMonth: 5, dueOn: '2026-10-05' };
    expect(expectedTables(fees, '2026-10-05')).toEqual([{ ...due, daysLate: 0 }]);
    expect(expectedTables(fees, '2026-10-26')).toEqual([{ ...due, daysLate: 21 }]);
  });

  it('is due next month once it has come', () => {
    const [next] = expectedTables([...fees, ...came('fees', '2026-10-30')], '2026-10-31');
    expect(next).toEqual({ table: 'fees', lastOn: '2026-10-30', dayOfMonth: 30, dueOn: '2026-11-30', daysLate: 0 });
  });

  it('is due on the last day of a month that is shorter', () => {
    const [next] = expectedTables(came('fees', '2026-12-31', '2027-01-31'), '2027-02-01');
    expect(next!.dueOn).toBe('2027-02-28');
  });

  it('is no longer expected after a year', () => {
    expect(expectedTables(fees, '2027-10-01')[0]).toMatchObject({ dueOn: null, daysLate: 0 });
  });
});

describe('tables', () => {
  it('that came once, or with a month between, are not expected', () => {
    const rare = [...came('plans', '2026-09-01'), ...came('assets', '2026-07-01', '2026-09-01')];
    expect(expectedTables(rare, '2026-11-30').map(({ dueOn }) => dueOn)).toEqual([null, null]);
  });

  it('are listed with the latest first, then by when they are due', () => {
    const all = [
      ...came('plans', '2026-10-01'),
      ...came('members', '2026-10-01', '2026-11-01'),
      ...came('assets', '2026-10-20', '2026-11-20'),
      ...came('fees', '2026-08-01', '2026-09-01'),
    ];
    expect(expectedTables(all, '2026-11-26').map(({ table }) => table)).toEqual(['fees', 'members', 'assets', 'plans']);
  });
});
