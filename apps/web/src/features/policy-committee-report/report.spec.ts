import { describe, expect, it } from 'vitest';
import { reportPeriod } from '@superscope/contracts/policy-committee-report';
import { engagedView, wholePlanView } from './report';

describe('The period of a report without a template', () => {
  it('is the last four whole quarters, whatever is closed of the next', () => {
    for (const closedMonth of ['2026-09', '2026-10', '2026-11'])
      expect(reportPeriod({ firstMonth: '2019-03', closedMonth })).toEqual({ start: '2025-09-30', end: '2026-09-30' });
  });

  it('begins at the first quarter end of a younger plan', () => {
    expect(reportPeriod({ firstMonth: '2026-02', closedMonth: '2026-10' })).toEqual({
      start: '2026-03-31',
      end: '2026-09-30',
    });
  });

  it('has all closed months of a plan of which no quarter is whole', () => {
    expect(reportPeriod({ firstMonth: '2026-02', closedMonth: '2026-05' })).toEqual({
      start: '2026-02-28',
      end: '2026-05-31',
    });
    expect(reportPeriod({ firstMonth: '2026-04', closedMonth: '2026-04' })).toEqual({
      start: '2026-04-30',
      end: '2026-04-30',
    });
  });

  it('is not known before a month is closed', () => {
    expect(reportPeriod({ firstMonth: '2026-02', closedMonth: null })).toBeNull();
  });
});

describe('What a report covers', () => {
  const whole = wholePlanView({ id: 'T.K1', onePayroll: true }, { start: '2025-10-31', end: '2026-10-31' });

  it('measures changes from the month before the 12 that count events', () => {
    expect(whole).toMatchObject({
      dateRange: ['2025-10-01', '2026-10-31'],
      counted: ['2025-11-01', '2026-10-31'],
      since: '2025-10-31',
      audience: 'employer',
    });
  });

  it('ends with a quarter for engaged members', () => {
    expect(engagedView(whole)).toMatchObject({
      engaged: true,
      dateRange: ['2025-10-01', '2026-09-30'],
    });
  });

  it('has no engaged members before a quarter has ended', () => {
    expect(
      engagedView(wholePlanView({ id: 'T.K1', onePayroll: true }, { start: '2026-07-31', end: '2026-08-31' })),
    ).toBeNull();
  });
});
