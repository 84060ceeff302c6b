import { describe, expect, it } from 'vitest';
import { countedMonths, defaultPeriod, monthsBefore, monthsBetween, periodOptions, wholeMonths } from './period';

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

  it('is the whole plan by default where no campaign was run', () => {
    const options = periodOptions(plan, [], today);
    expect(defaultPeriod(options)).toMatchObject({ key: 'sincePlanStart', label: 'Since plan start' });
    expect(keys(options)).not.toContain('sinceFirstCampaign');
    expect(keys(options)).not.toContain('sinceLastCampaign');
  });

  it('does not count a campaign that is still to come', () => {
    expect(keys(periodOptions(plan, ['2026-12-01'], today))).not.toContain('sinceFirstCampaign');
  });

  it('starts where the plan’s figures start, even when the plan is older', () => {
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
    expect(lastMonth).toMatchObject({ start: '2026-01-28', end: '2026-02-28' });
  });

  it('counts sign-ins of as many months as a preset names, and of all months of the others', () => {
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

describe('Months', () => {
  it('keep the day where the earlier month has it, else take its last', () => {
    expect(monthsBefore('2026-11-21', 1)).toBe('2026-10-21');
    expect(monthsBefore('2026-03-31', 1)).toBe('2026-02-28');
    expect(monthsBefore('2024-03-31', 1)).toBe('2024-02-29');
    expect(monthsBefore('2026-01-15', 13)).toBe('2024-12-15');
  });

  it('are listed over a year’s end, both ends included', () => {
    expect(monthsBetween('2025-11-20', '2026-02-01')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  });

  it('are asked for whole', () => {
    expect(wholeMonths({ start: '2025-03-11', end: '2026-02-03' })).toEqual(['2025-03-01', '2026-02-28']);
  });
});
