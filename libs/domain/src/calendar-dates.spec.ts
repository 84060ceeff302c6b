import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  ageAtMonthEnd,
  financialYear,
  financialYearStart,
  isIsoDate,
  isIsoMonth,
  isWithinTrailingMonths,
  monthEnd,
  monthOf,
  monthsBetween,
  monthsFrom,
  shiftMonth,
  sydneyDate,
  sydneyDayStart,
  trailingWindowStart,
  yearsBetween,
} from './calendar-dates.js';

const date = fc
  .date({ min: new Date('1920-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map((d) => d.toISOString().slice(0, 10));

describe('a calendar date', () => {
  it('exists or is refused', () => {
    expect(['2024-02-29', '2000-02-29', '2023-12-31'].every(isIsoDate)).toBe(true);
    expect(['2023-02-29', '1900-02-29', '2023-04-31', '2023-13-01', '2023-1-01', '2023-01-00'].some(isIsoDate)).toBe(
      false,
    );
    expect(isIsoMonth('2024-12')).toBe(true);
    expect(isIsoMonth('2024-00')).toBe(false);
  });

  it('has no other text around it', () => {
    expect(['2024/02/29', '2024-02-29T00:00', '12024-02-29', ' 2024-02-29'].some(isIsoDate)).toBe(false);
    expect(['2024-12-31', '12024-12', '2024/12'].some(isIsoMonth)).toBe(false);
  });

  it.each([
    ['2024-01-31', 1, '2024-02-29'],
    ['2023-01-31', 1, '2023-02-28'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-02-29', -48, '2020-02-29'],
    ['2024-12-15', 1, '2025-01-15'],
    ['2024-01-15', -1, '2023-12-15'],
  ])('%s moved by %i months is %s', (from, months, to) => expect(addMonths(from, months)).toBe(to));

  it('moves by days across months and leap days', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2023-12-31', 1)).toBe('2024-01-01');
    expect(addDays('2024-03-01', -1)).toBe('2024-02-29');
  });
});

describe('a month', () => {
  it('knows its last day and its neighbours', () => {
    const lastDays = monthsFrom('2023-01', '2023-12').map((month) => Number(monthEnd(month).slice(8)));
    expect(lastDays).toEqual([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);
    expect(monthEnd('2024-02')).toBe('2024-02-29');
    expect(shiftMonth('2024-01', -1)).toBe('2023-12');
    expect(monthsBetween('2023-11', '2024-02')).toBe(3);
    expect(monthsFrom('2023-11', '2024-02')).toEqual(['2023-11', '2023-12', '2024-01', '2024-02']);
    expect(monthsFrom('2024-02', '2023-11')).toEqual([]);
  });
});

describe('completed years', () => {
  it.each([
    ['1990-06-15', '2024-06-14', 33],
    ['1990-06-15', '2024-06-15', 34],
    ['2000-02-29', '2023-02-27', 22],
    ['2000-02-29', '2023-02-28', 23],
    ['2000-02-29', '2024-02-28', 23],
    ['2000-02-29', '2024-02-29', 24],
    ['2024-06-15', '2024-06-14', -1],
  ])('from %s to %s are %i', (from, to, years) => expect(yearsBetween(from, to)).toBe(years));

  it('at a month end follow from the birth month alone', () => {
    fc.assert(
      fc.property(date, date, (born, on) => {
        const asAt = monthEnd(monthOf(on));
        expect(ageAtMonthEnd(monthOf(born), asAt)).toBe(yearsBetween(born, asAt));
      }),
    );
  });
});

describe('a trailing window', () => {
  it('of 24 months to a month end begins on the first of a month, 29 February included', () => {
    expect(trailingWindowStart('2024-06-30', 24)).toBe('2022-07-01');
    expect(trailingWindowStart('2024-02-29', 24)).toBe('2022-03-01');
    expect(trailingWindowStart('2024-06-14', 12)).toBe('2023-06-15');
  });

  it('includes its first and last day and nothing outside', () => {
    const within = (on: string | null) => isWithinTrailingMonths(on, '2024-06-30', 24);
    expect(['2022-06-30', '2022-07-01', '2024-06-30', '2024-07-01', null].map(within)).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('a financial year', () => {
  it('is named after the June in which it ends', () => {
    expect([financialYear('2024-06-30'), financialYear('2024-07-01')]).toEqual([2024, 2025]);
    expect(financialYearStart(2025)).toBe('2024-07-01');
  });
});

describe('an instant', () => {
  it('falls on the calendar day in Sydney, in summer and winter time', () => {
    expect(sydneyDate('2024-06-30T13:59:59Z')).toBe('2024-06-30');
    expect(sydneyDate('2024-06-30T14:00:00Z')).toBe('2024-07-01');
    expect(sydneyDate('2024-12-31T12:59:59Z')).toBe('2024-12-31');
    expect(sydneyDate('2024-12-31T13:00:00Z')).toBe('2025-01-01');
  });

  it('begins a day in Sydney, also on the days on which clocks change', () => {
    expect(sydneyDayStart('2024-07-01')).toBe('2024-06-30T14:00:00.000Z');
    expect(sydneyDayStart('2025-01-01')).toBe('2024-12-31T13:00:00.000Z');
    expect(['2024-04-07', '2024-04-08', '2024-10-06', '2024-10-07'].map(sydneyDayStart)).toEqual([
      '2024-04-06T13:00:00.000Z',
      '2024-04-07T14:00:00.000Z',
      '2024-10-05T14:00:00.000Z',
      '2024-10-06T13:00:00.000Z',
    ]);
  });
});
