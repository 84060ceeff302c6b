import { describe, expect, it } from 'vitest';
import { expectedTables } from './expected-tables.js';

const came = (table: string, ...days: string[]) => days.map((on) => ({ table, on }));

describe('a table that came each month', () => {
  const fees = came('fees', '2026-07-03', '2026-08-05', '2026-08-20', '2026-09-02');

  it('is late once the day has passed by which it used to come', () => {
    const due = {
      table: 'fees',
      lastOn: '2026-09-02',
      every: 'month',
      dayOfMonth: 5,
      dueOn: '2026-10-05',
      isSaid: false,
    };
    expect(expectedTables(fees, '2026-10-05')).toEqual([{ ...due, daysLate: 0 }]);
    expect(expectedTables(fees, '2026-10-26')).toEqual([{ ...due, daysLate: 21 }]);
  });

  it('is due next month once it has come', () => {
    const [next] = expectedTables([...fees, ...came('fees', '2026-10-30')], '2026-10-31');
    expect(next).toMatchObject({ lastOn: '2026-10-30', dayOfMonth: 30, dueOn: '2026-11-30', daysLate: 0 });
  });

  it('is due on the last day of a month that is shorter', () => {
    const [next] = expectedTables(came('fees', '2026-12-31', '2027-01-31'), '2027-02-01');
    expect(next!.dueOn).toBe('2027-02-28');
  });

  it('is no longer expected after a year', () => {
    expect(expectedTables(fees, '2027-10-01')[0]).toMatchObject({ dueOn: null, daysLate: 0 });
  });
});

describe('a table of which a person said when it is expected', () => {
  const expected = (
    every: 'month' | 'day' | 'never',
    dayOfMonth: number | null,
    days: string[],
    today: string,
    since = '2026-11-10',
  ) => {
    const said = new Map([['fees', { table: 'fees', every, dayOfMonth, since }]]);
    const { dueOn, daysLate, isSaid } = expectedTables(came('fees', ...days), today, said)[0]!;
    expect(isSaid).toBe(true);
    return [dueOn, daysLate];
  };

  it('is late by that day of the month, however it used to come', () => {
    expect(expected('month', 12, ['2026-08-05', '2026-09-02'], '2026-10-13')).toEqual(['2026-10-12', 1]);
    expect(expected('month', 31, ['2026-10-02'], '2026-11-30')).toEqual(['2026-11-30', 0]);
  });

  it('is late a day after it came if it is expected daily', () => {
    expect(expected('day', null, ['2026-11-24'], '2026-11-25')).toEqual(['2026-11-25', 0]);
    expect(expected('day', null, ['2026-11-24'], '2026-11-28')).toEqual(['2026-11-25', 3]);
  });

  it('is never late if it is not expected', () => {
    expect(expected('never', null, ['2026-08-05', '2026-09-02'], '2026-11-26')).toEqual([null, 0]);
  });

  it('is due from the day on which that was said, if it has not come yet', () => {
    expect(expected('month', 12, [], '2026-11-20')).toEqual(['2026-11-12', 8]);
    expect(expected('month', 5, [], '2026-11-20')).toEqual(['2026-12-05', 0]);
    expect(expected('day', null, [], '2026-11-11')).toEqual(['2026-11-10', 1]);
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
