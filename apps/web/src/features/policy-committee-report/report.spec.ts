import { describe, expect, it } from 'vitest';
import { reportPeriod } from '@superscope/contracts/policy-committee-report';
import { engagedView, wholePlanView } from './report';

describe('The period of a report without a template', () => {
  it('is the 12 months to the newest closed month', () => {
    expect(reportPeriod({ firstMonth: '2019-03', closedMonth: '2026-10' })).toEqual({
      start: '2025-10-31',
      end: '2026-10-31',
    });
  });

  it('begins with the first figures of a younger plan', () => {
    expect(reportPeriod({ firstMonth: '2026-02', closedMonth: '2026-10' })).toEqual({
      start: '2026-02-28',
      end: '2026-10-31',
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
