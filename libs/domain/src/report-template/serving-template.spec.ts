import { describe, expect, it } from 'vitest';
import { precedenceOf, servingTemplate, templatePeriod, usualDates } from './serving-template.js';

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

describe('the precedence of a template', () => {
  const [kestrel, aurora, harbour] = ['T.E1', 'T.E2', 'T.E3'];
  const plans = [
    { planId: 'T.K1', companyIds: [kestrel, aurora, harbour, 'T.E4', 'T.E5'] },
    { planId: 'T.K2', companyIds: ['T.E6', 'T.E7'] },
    { planId: 'T.K3', companyIds: [] },
  ];
  const ofKestrel = { ...plan, companyId: kestrel };

  it('counts the employers that it serves, and those for which a narrower one wins', () => {
    expect(precedenceOf([platform, plan, ofKestrel], plan, plans)).toEqual({
      employers: 4,
      plans: 1,
      narrower: [{ template: ofKestrel, employers: 1, plans: 0 }],
    });
    expect(precedenceOf([platform, plan, ofKestrel], platform, plans)).toEqual({
      employers: 2,
      plans: 2,
      narrower: [
        { template: plan, employers: 4, plans: 1 },
        { template: ofKestrel, employers: 1, plans: 0 },
      ],
    });
  });

  it('is the same before the template is made', () => {
    expect(precedenceOf([platform, ofKestrel], plan, plans)).toEqual(
      precedenceOf([platform, plan, ofKestrel], plan, plans),
    );
    expect(precedenceOf([], ofKestrel, plans)).toEqual({ employers: 1, plans: 0, narrower: [] });
  });

  it('takes nothing from templates of other platforms, or of employers that are not in the plan', () => {
    expect(precedenceOf(others, { platformId: 'T', planId: 'T.K2', companyId: null }, plans)).toEqual({
      employers: 2,
      plans: 1,
      narrower: [],
    });
    const moved = { platformId: 'T', planId: 'T.K2', companyId: kestrel };
    expect(precedenceOf([moved], platform, plans)).toEqual({ employers: 7, plans: 3, narrower: [] });
  });

  it('counts every report once, by the template that the report begins with', () => {
    const scopes = [
      platform,
      plan,
      { ...platform, planId: 'T.K2' },
      ...plans.flatMap(({ planId, companyIds }) => companyIds.map((companyId) => ({ ...platform, planId, companyId }))),
    ];
    const reports = plans.flatMap(({ planId, companyIds }) =>
      [null, ...companyIds].map((companyId) => ({ platformId: 'T', planId, companyId })),
    );
    // Every subset of the templates that there can be.
    for (let at = 0; at < 2 ** scopes.length; at++) {
      const templates = scopes.filter((_, i) => (at >> i) & 1);
      for (const scope of templates) {
        const begins = reports.filter((report) => servingTemplate(templates, report) === scope);
        const { employers, plans: served } = precedenceOf(templates, scope, plans);
        expect([employers, served]).toEqual([
          begins.filter(({ companyId }) => companyId !== null).length,
          begins.filter(({ companyId }) => companyId === null).length,
        ]);
      }
    }
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
