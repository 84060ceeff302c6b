import { describe, expect, it } from 'vitest';
import { cell, withheldCell, type Cell } from '../analytics/result';
import { compareOptions, earlierRange, monthsEarlier } from './compare';
import { comparedText, inPercent, inPoints } from '../earlier/compared-text';

const lastYear = { dateRange: ['2025-10-01', '2026-10-31'] as [string, string], quarterEnds: false };
const byQuarter = { dateRange: ['2025-07-01', '2026-09-30'] as [string, string], quarterEnds: true };

describe('The previous period', () => {
  it('is as long and ends with the month that this one starts from', () => {
    const sixMonths = { key: 'previous', dateRange: ['2026-04-01', '2026-10-31'], quarterEnds: false } as const;
    expect(monthsEarlier({ ...sixMonths, dateRange: [...sixMonths.dateRange] })).toBe(6);
    expect(earlierRange({ ...sixMonths, dateRange: [...sixMonths.dateRange] })).toEqual(['2025-10-01', '2026-04-30']);
  });

  it('counts from quarter end to quarter end if no other months are published', () => {
    // September 2025 to September 2026.
    expect(monthsEarlier({ key: 'previous', ...byQuarter })).toBe(12);
    expect(earlierRange({ key: 'previous', ...byQuarter })).toEqual(['2024-07-01', '2025-09-30']);
  });

  it('of a chart by quarters in a period of months starts from the first quarter end within it', () => {
    const months: [string, string] = ['2025-02-01', '2026-10-31'];
    // March 2025 to September 2026.
    expect(monthsEarlier({ key: 'previous', dateRange: months, quarterEnds: true })).toBe(18);
    expect(earlierRange({ key: 'previous', dateRange: months, quarterEnds: true })).toEqual([
      '2023-07-01',
      '2025-03-31',
    ]);
  });

  it('is the month before for a single month, and the quarter before for a single quarter end', () => {
    const month: [string, string] = ['2026-09-01', '2026-09-30'];
    expect(monthsEarlier({ key: 'previous', dateRange: month, quarterEnds: false })).toBe(1);
    expect(monthsEarlier({ key: 'previous', dateRange: month, quarterEnds: true })).toBe(3);
  });

  it('does not exist for a period without a published month', () => {
    expect(earlierRange({ key: 'previous', dateRange: ['2026-07-01', '2026-08-31'], quarterEnds: true })).toBeNull();
  });
});

describe('The year before', () => {
  it('has the same months, whatever the period’s length', () => {
    expect(earlierRange({ key: 'year', dateRange: ['2026-04-01', '2026-10-31'], quarterEnds: false })).toEqual([
      '2025-04-01',
      '2025-10-31',
    ]);
    expect(earlierRange({ key: 'year', ...byQuarter })).toEqual(['2024-07-01', '2025-09-30']);
  });
});

describe('What a period can be compared with', () => {
  it('cannot be chosen if the plan has no figures of that time', () => {
    const refused = (firstMonth: string) => compareOptions(lastYear, firstMonth).map((option) => option.refused);
    expect(refused('2023-12')).toEqual([false, false]);
    expect(refused('2025-11')).toEqual([true, true]);
    expect(compareOptions(lastYear, '2023-12')[1]).toMatchObject({ key: 'year', months: ['2024-10', '2025-10'] });
  });
});

describe('A comparison in words', () => {
  const months = ['2025-08', '2025-09', '2025-10'];
  const within = (margin: number, value: number): Cell => ({ ...cell(value), margin });
  const text = (key: 'previous' | 'year', cells: Cell[], earlier: Cell[], measured = inPercent) =>
    comparedText({ key, cells, earlier, months }, measured);
  const now = [cell(50), cell(60), cell(66)];

  it('is the difference of the newest figure from that of a year before', () => {
    expect(text('year', now, [cell(1), cell(2), cell(60)])).toBe('10.0% more than a year before (31/10/2025).');
    expect(text('year', now, [cell(1), cell(2), cell(60)], inPoints)).toBe(
      '6.0 pp more than a year before (31/10/2025).',
    );
    expect(text('year', now, [cell(1), cell(2), cell(66)])).toBe('The same as a year before (31/10/2025).');
  });

  it('says that there is no clear change within the margin of the newest figure, and not otherwise', () => {
    const before = [cell(1), cell(2), cell(60)];
    expect(text('year', [cell(50), within(6.1, 66)], before)).toBe('No clear change from a year before (31/10/2025).');
    expect(text('year', [cell(50), within(6, 66)], before)).toMatch(/^10.0% more/);
  });

  it('is the previous period’s own change, because its end is where this one starts', () => {
    expect(text('previous', now, [cell(50), cell(40), cell(45)])).toBe('Previous period (to 31/10/2025): −10.0%.');
    expect(text('previous', now, [cell(50), cell(40), within(6, 45)])).toBe(
      'Previous period (to 31/10/2025): no clear change.',
    );
  });

  it('says since when the plan has figures if it is younger than the previous period', () => {
    expect(text('previous', now, [cell(null), cell(40), cell(50)])).toBe(
      'Previous period (to 31/10/2025): +25.0%, since 30/09/2025.',
    );
  });

  it('distinguishes missing figures from withheld ones', () => {
    expect(text('year', now, [cell(null), cell(null), cell(null)])).toBe('A year before (31/10/2025): no figures.');
    expect(text('year', now, [cell(null), cell(null), withheldCell('np')])).toBe(
      'A year before (31/10/2025): not published.',
    );
    expect(text('previous', now, [withheldCell('<11'), cell(1), cell(2)])).toBe(
      'Previous period (to 31/10/2025): change not published.',
    );
  });
});
