import { describe, expect, it } from 'vitest';
import { servingTemplate, templatePeriod, usualDates } from './serving-template.js';

const platform = { platformId: 'T', planId: null, companyId: null };
const plan = { platformId: 'T', planId: 'T.K1', companyId: null };
const employer = { platformId: 'T', planId: 'T.K1', companyId: 'T.E1' };
const others = [
  { platformId: 'S', planId: null, companyId: null },
  { platformId: 'T', planId: 'T.K2', companyId: null },
  { platformId: 'T', planId: 'T.K1', companyId: 'T.E2' },
];
const asked = { platformId: 'T', planId: 'T.K1', companyId: 'T.E1' };

describe('the template that serves an employer', () => {
  it.each([
    [[platform, plan, employer], employer],
    [[platform, plan], plan],
    [[platform], platform],
    [[], null],
  ])('is the narrowest', (templates, serving) => {
    expect(servingTemplate([...others, ...templates], asked)).toEqual(serving);
  });

  it('is none of another plan’s employer', () => {
    expect(servingTemplate([employer], { ...asked, planId: 'T.K2' })).toBeNull();
  });

  it('is none of an employer where the whole plan is asked for', () => {
    expect(servingTemplate([employer, plan], { ...asked, companyId: null })).toEqual(plan);
  });
});

describe('the period of a template', () => {
  const months = { firstMonth: '2019-03', closedMonth: '2026-10' };
  const period = (reportingStartDate: string, reportingEndDate: string, of = months) =>
    templatePeriod({ reportingStartDate, reportingEndDate }, of);

  it('is between the first and the last month end within its dates', () => {
    expect(period('2025-06-30', '2026-06-30')).toEqual({ start: '2025-06-30', end: '2026-06-30' });
    expect(period('2025-07-01', '2026-06-29')).toEqual({ start: '2025-07-31', end: '2026-05-31' });
  });

  it('ends with the newest closed month, and begins no earlier than the figures', () => {
    expect(period('2018-01-01', '2027-11-26')).toEqual({ start: '2019-03-31', end: '2026-10-31' });
  });

  it('is one month end where only one lies there, and none where none does', () => {
    expect(period('2026-11-01', '2027-11-01')).toBeNull();
    expect(period('2026-10-01', '2026-10-31')).toEqual({ start: '2026-10-31', end: '2026-10-31' });
    expect(
      templatePeriod(
        { reportingStartDate: '2026-01-01', reportingEndDate: '2027-01-01' },
        { firstMonth: null, closedMonth: null },
      ),
    ).toBeNull();
  });
});

describe('the dates of a new template', () => {
  it('are a year either side of today', () => {
    expect(usualDates('2026-11-26')).toEqual({ reportingStartDate: '2025-11-26', reportingEndDate: '2027-11-26' });
    expect(usualDates('2024-02-29')).toEqual({ reportingStartDate: '2023-02-28', reportingEndDate: '2025-02-28' });
  });
});
