import { describe, expect, it } from 'vitest';
import {
  countedMonths,
  defaultPeriod,
  monthsBefore,
  eachMonth,
  newestPublished,
  periodOptions,
  quarterEndAfter,
  quarterlyOptions,
  wholeMonths,
  wholeQuarters,
} from './period';
import { publishedOn } from './published-on';

const plan = { startDate: '2019-03-01', firstMonth: '2023-12', lastMonth: '2026-11' };
const today = '2026-11-21';
const keys = (options: { key: string }[]) => options.map(({ key }) => key);

describe('The period of a plan', () => {
  it('is since the first campaign by default', () => {
    const options = periodOptions(plan, ['2026-10-14', '2025-03-11', '2025-05-27'], today);
    expect(defaultPeriod(options)).toEqual({
      key: 'sinceFirstCampaign',
      label: 'Since first campaign',
      start: '2025-03-11',
      end: today,
    });
    expect(options.find(({ key }) => key === 'sinceLastCampaign')?.start).toBe('2026-10-14');
  });

  it('is the plan’s whole time by default if no campaign was run', () => {
    const options = periodOptions(plan, [], today);
    expect(defaultPeriod(options)).toMatchObject({ key: 'sincePlanStart', label: 'Since plan start' });
    expect(keys(options)).not.toContain('sinceFirstCampaign');
    expect(keys(options)).not.toContain('sinceLastCampaign');
  });

  it('does not count a campaign that is still to come', () => {
    expect(keys(periodOptions(plan, ['2026-12-01'], today))).not.toContain('sinceFirstCampaign');
  });

  it('starts with the plan’s figures, even if the plan is older', () => {
    const options = periodOptions(plan, ['2022-05-01'], today);
    expect(options.slice(0, 3).map(({ start }) => start)).toEqual(['2023-12-01', '2023-12-01', '2023-12-01']);
  });

  it('offers the presets that fit within the plan’s figures', () => {
    const presets = ['months1', 'months3', 'months6', 'months12', 'months24'];
    expect(keys(periodOptions(plan, [], today)).filter((key) => presets.includes(key))).toEqual(presets);
    const young = { ...plan, firstMonth: '2026-08' };
    expect(keys(periodOptions(young, [], today))).toEqual(['sincePlanStart', 'months1', 'months3']);
  });

  it('ends with the newest month when the figures stopped before today', () => {
    const [whole, lastMonth] = periodOptions({ ...plan, lastMonth: '2026-02' }, [], today);
    expect(whole?.end).toBe('2026-02-28');
    expect(lastMonth).toMatchObject({ start: '2026-01-31', end: '2026-02-28' });
  });

  it('counts sign-ins for the months of a preset, and for all months of other periods', () => {
    const options = periodOptions(plan, ['2025-03-11'], today);
    const counted = (key: string) => countedMonths(options.find((option) => option.key === key)!);
    expect(counted('months1')).toEqual(['2026-11-01', '2026-11-30']);
    expect(counted('months12')).toEqual(['2025-12-01', '2026-11-30']);
    expect(counted('sinceFirstCampaign')).toEqual(['2025-03-01', '2026-11-30']);
  });

  it('does not exist before the first import', () => {
    const options = periodOptions({ ...plan, firstMonth: null, lastMonth: null }, ['2025-03-11'], today);
    expect(options).toEqual([]);
    expect(defaultPeriod(options)).toBeNull();
  });
});

describe('A period with only quarter ends published', () => {
  const closed = { ...plan, lastMonth: '2026-10' };
  const campaigns = ['2025-04-11', '2026-09-12'];
  const option = (key: string, of = closed, dates = campaigns) =>
    quarterlyOptions(of, dates, today).find((found) => found.key === key)!;
  const asked = (key: string) => wholeQuarters(wholeMonths(option(key)));

  it('ends with the newest closed quarter and starts with the previous one or earlier', () => {
    expect(option('sinceFirstCampaign')).toMatchObject({ start: '2025-03-31', end: '2026-09-30' });
    expect(option('months12')).toMatchObject({ start: '2025-09-30', end: '2026-09-30' });
    expect(option('months1')).toMatchObject({ start: '2026-06-30', end: '2026-09-30' });
    expect(option('sinceLastCampaign')).toMatchObject({ start: '2026-06-30', end: '2026-09-30' });
    expect(option('sincePlanStart')).toMatchObject({ start: '2023-12-31', end: '2026-09-30' });
  });

  it('is requested in whole quarters, and counts those after its starting one', () => {
    expect(asked('months3')).toEqual(['2026-04-01', '2026-09-30']);
    expect(wholeQuarters(countedMonths(option('months3')))).toEqual(['2026-07-01', '2026-09-30']);
    expect(asked('sinceFirstCampaign')).toEqual(['2025-01-01', '2026-09-30']);
  });

  it('has no presets with a single quarter, and does not exist before the first quarter has ended', () => {
    const young = { ...closed, firstMonth: '2026-08' };
    expect(keys(quarterlyOptions(young, [], today))).toEqual(['sincePlanStart']);
    expect(quarterlyOptions({ ...closed, firstMonth: '2026-10' }, [], today)).toEqual([]);
  });

  it('has its newest figures at a quarter end, while those of all members are of the newest closed month', () => {
    expect(newestPublished(closed, false)).toBe('2026-10-31');
    expect(newestPublished(closed, true)).toBe('2026-09-30');
    expect(newestPublished({ ...closed, firstMonth: '2026-10' }, true)).toBeNull();
    expect(newestPublished({ ...closed, lastMonth: null }, false)).toBeNull();
  });
});

describe('A month', () => {
  it('is published on the 8th of the next month, or as soon as it is complete after that', () => {
    expect(publishedOn('2026-12', '2026-12-20')).toBe('from 08/01/2027');
    expect(publishedOn('2026-11-12', '2026-12-07')).toBe('from 08/12/2026');
    expect(publishedOn('2026-11-12', '2026-12-08')).toBe('once those of November 2026 are complete');
  });

  it('lies in a quarter', () => {
    expect(['2026-04-30', '2026-05-01', '2026-06-30', '2026-10-01'].map(quarterEndAfter)).toEqual([
      '2026-06-30',
      '2026-06-30',
      '2026-06-30',
      '2026-12-31',
    ]);
  });
});

describe('Months', () => {
  it('keep the day if the earlier month has it, or else take its last day', () => {
    expect(monthsBefore('2026-11-21', 1)).toBe('2026-10-21');
    expect(monthsBefore('2026-03-31', 1)).toBe('2026-02-28');
    expect(monthsBefore('2024-03-31', 1)).toBe('2024-02-29');
    expect(monthsBefore('2026-01-15', 13)).toBe('2024-12-15');
  });

  it('are listed across the end of a year, including both ends', () => {
    expect(eachMonth('2025-11-20', '2026-02-01')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  });

  it('are requested as whole months', () => {
    expect(wholeMonths({ start: '2025-03-11', end: '2026-02-03' })).toEqual(['2025-03-01', '2026-02-28']);
  });
});
