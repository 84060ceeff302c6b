import { describe, expect, it } from 'vitest';
import {
  date,
  dateTime,
  dayOrToday,
  dollars,
  month,
  number,
  percent,
  shortDollars,
  shortDollarsWithin,
  sydneyToday,
} from './format';

describe('Figures are written the Australian way', () => {
  it.each([
    [126_653_760, '$126.7M'],
    [999_949, '$999.9K'],
    [999_960, '$1.0M'],
    [2_345_000_000, '$2.3B'],
    [9_999, '$9,999'],
    [0, '$0'],
    [-12_345, '-$12.3K'],
  ])('%d dollars as %s', (amount, text) => expect(shortDollars(amount)).toBe(text));

  it.each([
    [6_100_000, 370_000, '$6.1M ± $0.4M'],
    [6_100_000, 12_000, '$6.1M ± $0.1M'],
    [841_300, 0, '$841.3K'],
    [0, 1_250_000, '$0.0M ± $1.3M'],
    [512, 76.8, '$512 ± $77'],
  ])('%d dollars within %d as %s', (amount, margin, text) => expect(shortDollarsWithin(amount, margin)).toBe(text));

  it('with separators and the given number of digits', () => {
    expect(number(1284)).toBe('1,284');
    expect(number(41.25, 1)).toBe('41.3');
    expect(percent(0.4898)).toBe('49.0%');
    expect(dollars(98_640.4)).toBe('$98,640');
  });
});

describe('Dates', () => {
  it('are day first, months are short words', () => {
    expect(date('2026-03-11')).toBe('11/03/2026');
    expect(month('2026-03')).toBe('Mar 2026');
  });

  it('are those of Sydney, where summer time holds in November', () => {
    expect(sydneyToday(new Date('2026-11-20T13:30:00Z'))).toBe('2026-11-21');
    expect(dateTime('2026-11-20T13:30:00Z')).toBe('21/11/2026 00:30');
    expect(dateTime('2026-07-01T13:30:00Z')).toBe('01/07/2026 23:30');
    expect(date('2026-11-20T13:30:00.000Z')).toBe('21/11/2026');
    expect(date('2026-11-20T23:30:00+11:00')).toBe('20/11/2026');
    expect(date('2026-11-20T13:30:00.000')).toBe('20/11/2026');
  });

  it('are today while the month that they end is running, never a day to come', () => {
    expect(dayOrToday('2026-11-30', '2026-11-26')).toBe('as at today');
    expect(dayOrToday('2026-11-30', '2026-11-30')).toBe('30/11/2026');
    expect(dayOrToday('2026-10-31', '2026-11-26')).toBe('31/10/2026');
  });

  it('stay unchanged if they are not instants', () => expect(dateTime('unknown')).toBe('unknown'));
});
