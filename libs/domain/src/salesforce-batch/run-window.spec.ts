import { describe, expect, it } from 'vitest';
import { sydneyDate } from '../calendar-dates.js';
import { windowDays } from './run-window.js';

describe('the days of a run window', () => {
  it('reach from the month before, from this month, or are one day', () => {
    const of = (window: Parameters<typeof windowDays>[0]) => Object.values(windowDays(window, '2026-11-26'));
    expect(of('previousMonth')).toEqual(['2026-10-01', '2026-11-26']);
    expect(of('currentMonth')).toEqual(['2026-11-01', '2026-11-26']);
    expect(of('yesterday')).toEqual(['2026-11-25', '2026-11-25']);
    expect(of('today')).toEqual(['2026-11-26', '2026-11-26']);
  });

  it('cross the turns of months and years', () => {
    expect(windowDays('previousMonth', '2026-01-01')).toEqual({ startDate: '2025-12-01', endDate: '2026-01-01' });
    expect(windowDays('yesterday', '2026-03-01')).toEqual({ startDate: '2026-02-28', endDate: '2026-02-28' });
  });

  it('are days in Sydney, where a day begins before it does in UTC', () => {
    expect(windowDays('today', sydneyDate('2026-11-25T13:30:00Z')).startDate).toBe('2026-11-26');
    expect(windowDays('today', sydneyDate('2026-11-25T12:30:00Z')).startDate).toBe('2026-11-25');
  });
});
