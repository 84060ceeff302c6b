import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { normalize } from '../query/normalize.js';
import type { NormalizedQuery } from '@superscope/contracts/analytics/query';
import { EditionCalendar } from './editions.js';
import { employerPlan } from './employer-answers.js';
import { campaignStatement } from './sources/campaign.js';

const now = new Date('2026-06-15T02:00:00Z');
const month = 'MemberSnapshot.month';
const count = 'MemberSnapshot.countMembers';
const lastYear = { dimension: month, granularity: 'month', dateRange: ['2025-06-01', '2026-05-31'] };
const is = (member: string, ...values: string[]) => ({ member, operator: 'equals', values });

const closed = Array.from({ length: 24 }, (_, i) => new Date(Date.UTC(2024, 5 + i)).toISOString().slice(0, 7));
/** Months of a plan as one derivation published them. The newest one was republished. */
const editionsOf = (planId: string, version: number) =>
  closed.map((closedMonth, i) => ({
    planId,
    month: closedMonth,
    edition: i === closed.length - 1 ? 2 : 1,
    version: i === closed.length - 1 ? version + 1 : version,
    members: 300,
    key: 1n,
    recordedBy: '2026-06-08 00:00:00.000',
    rules: 2 as const,
    onePayroll: true,
  }));
const calendar = new EditionCalendar([...editionsOf('acme', 3), ...editionsOf('other', 9)]);

const statementsOf = (query: NormalizedQuery, planIds: readonly string[]) => {
  const { source, question } = employerPlan(query, planIds);
  return source.statements(question, { planIds, calendar });
};
/** The statement for members, which comes last. */
const stated = (query: object, planIds: readonly string[] = ['acme']) =>
  statementsOf(normalize(query, now)[0]!, planIds).at(-1)!;

/** Queries of employers' screens about members, whose statements are kept for review in golden/employer/{name}.golden.sql. */
const golden: Record<string, { query: object; planIds?: string[] }> = {
  'whole-plan-by-month': {
    query: {
      measures: [
        count,
        'MemberSnapshot.averageTotalAssetsOwned',
        'MemberSnapshot.totalAssetsOwned',
        'MemberSnapshot.averageSalary',
        'MemberSnapshot.benchmarkIndex',
        'MemberSnapshot.deathCoverPercent',
        'SuperScore.averageSuperScore',
        'SuperScore.averageBeneficiaryPoints',
      ],
      timeDimensions: [lastYear],
    },
  },
  'whole-plan-at-the-newest-month': { query: { measures: ['SuperScore.averageSuperScore'] } },
  'fees-and-headcount-by-year': {
    query: {
      measures: [count, 'MemberSnapshot.fees'],
      timeDimensions: [{ dimension: month, granularity: 'year', dateRange: ['2024-01-01', '2026-12-31'] }],
    },
  },
  'joiners-and-leavers-by-month': {
    query: {
      measures: [count, 'MemberSnapshot.newMembers', 'MemberSnapshot.exitedMembers', 'MemberSnapshot.averageSalary'],
      timeDimensions: [lastYear],
    },
  },
  'leavers-by-age': { query: { measures: ['MemberSnapshot.exitedMembers'], dimensions: ['Member.ageGroup'] } },
  'age-by-gender-at-quarter-ends': {
    query: {
      measures: [count],
      dimensions: ['Member.ageGroup', 'Member.gender'],
      timeDimensions: [lastYear],
    },
  },
  'balance-by-birth-group': {
    query: {
      measures: [count, 'MemberSnapshot.averageTotalAssetsOwned'],
      dimensions: ['Member.birthGroup'],
      timeDimensions: [lastYear],
    },
  },
  'balance-of-the-engaged': {
    query: {
      measures: [count, 'MemberSnapshot.averageTotalAssetsOwned'],
      filters: [is('Member.engaged', '1')],
    },
  },
  'engaged-by-salary-group': { query: { measures: [count], dimensions: ['Member.engaged', 'Member.salaryGroup'] } },
  'one-flag-by-age-with-two-filters': {
    query: {
      measures: [count],
      dimensions: ['Member.ageGroup'],
      filters: [
        is('Member.gender', 'Female'),
        is('Member.addressState', 'NSW', 'VIC'),
        is('Member.noLifeInsurance', '1|Yes'),
      ],
    },
  },
  'nomination-over-time': {
    query: {
      measures: ['MemberSnapshot.shareOfMembers'],
      dimensions: ['Member.beneficiaryNominationType'],
      timeDimensions: [lastYear],
    },
  },
  'sign-ins-month-by-month': {
    query: { measures: [count], dimensions: ['Member.loggedInMember'], timeDimensions: [lastYear] },
  },
  'sign-ins-of-a-period-by-quarter-and-age': {
    query: {
      measures: [count],
      dimensions: ['Member.ageGroup', 'Member.loggedInMember'],
      timeDimensions: [{ ...lastYear, granularity: 'quarter' }],
    },
  },
  'contact-requests-by-reason': {
    query: {
      measures: ['ContactRequested.members'],
      dimensions: ['ContactRequested.reason'],
      timeDimensions: [{ dimension: 'ContactRequested.at', dateRange: ['2026-01-01', '2026-05-31'] }],
    },
  },
  'contact-requests-by-month': {
    query: {
      measures: ['ContactRequested.members'],
      timeDimensions: [{ ...lastYear, dimension: 'ContactRequested.at' }],
    },
  },
  'movement-of-two-states-in-a-year': {
    query: {
      measures: ['Movement.members'],
      dimensions: ['Movement.from', 'Movement.to'],
      filters: [is('Movement.addressState', 'NSW', 'VIC')],
      timeDimensions: [{ dimension: 'Movement.month', dateRange: ['2025-03-01', '2026-03-31'] }],
    },
  },
  'members-by-category-at-quarter-ends': {
    query: {
      measures: ['MemberCategory.members'],
      dimensions: ['MemberCategory.name'],
      timeDimensions: [{ ...lastYear, dimension: 'MemberCategory.month', granularity: 'quarter' }],
    },
  },
  'several-plans': { query: { measures: ['MemberSnapshot.averageAge'] }, planIds: ['acme', 'other'] },
};

describe('the SQL for an employer’s query', () => {
  const files = new Map<string, { sql: string; params: object }>();
  for (const [name, { query, planIds }] of Object.entries(golden)) files.set(name, stated(query, planIds));
  const campaigns = normalize(
    {
      measures: ['Campaign.recipients', 'Campaign.opened', 'Campaign.clicked'],
      dimensions: ['Campaign.name'],
      filters: [is('Campaign.campaignType', 'email')],
      timeDimensions: [
        { dimension: 'Campaign.eventDate', granularity: 'day', dateRange: ['2026-01-01', '2026-06-15'] },
      ],
    },
    now,
  )[0]!;
  const categories = normalize(
    {
      dimensions: ['MemberCategory.name'],
      filters: [is('MemberCategory.active', '1'), is('MemberCategory.name', 'Staff')],
    },
    now,
  )[0]!;
  const holdings = normalize(
    {
      measures: ['AssetOwned.balance'],
      filters: [is('AssetOwned.name', 'Cash')],
      timeDimensions: [{ dimension: 'AssetOwned.month', dateRange: ['2025-06-01', '2026-05-31'] }],
    },
    now,
  )[0]!;
  const [assets, held, total] = statementsOf(holdings, ['acme']);
  files.set('assets-that-may-be-held', assets!);
  files.set('holdings-at-a-quarter-end', held!);
  files.set('balance-beside-holdings', total!);
  files.set('categories', statementsOf(categories, ['acme'])[0]!);
  const runs = { query: campaigns, filters: campaigns.filters };
  files.set('campaigns', campaignStatement(runs, 'acme', calendar.newestOf('acme')));
  files.set('campaigns-before-a-month-closed', campaignStatement(runs, 'acme', null));

  for (const [name, { sql, params }] of files)
    it(`is as reviewed: ${name}`, async () => {
      await expect(`-- ${JSON.stringify(params)}\n${sql}\n`).toMatchFileSnapshot(
        `../golden/employer/${name}.golden.sql`,
      );
    });

  it('has a query for every golden file', () => {
    const folder = fileURLToPath(new URL('../golden/employer', import.meta.url));
    expect(readdirSync(folder).sort()).toEqual([...files.keys()].map((name) => `${name}.golden.sql`).sort());
  });

  it('names each parameter that it uses, and no other', () => {
    for (const [name, { sql, params }] of files) {
      const used = new Set([...sql.matchAll(/\{(\w+):/g)].map((match) => match[1]));
      expect([...used].sort(), name).toEqual(Object.keys(params).sort());
    }
  });

  it('holds values only as parameters', () => {
    const evil = "x' OR 1=1 --";
    for (const member of ['Member.gender', 'Member.companyId']) {
      const { sql, params } = stated({ measures: [count], filters: [is(member, evil, 'b')] }, [evil]);
      expect(sql).not.toContain(evil);
      expect(JSON.stringify(params)).toContain(evil);
    }
    // A secret column's values never reach the engine, because the api combines its groups.
    const secret = stated({ measures: [count], filters: [is('Member.riskProfileName', evil)] });
    expect(secret.sql + JSON.stringify(secret.params)).not.toContain(evil);
    const named = { ...campaigns, filters: [{ member: 'Campaign.name', operator: 'equals' as const, values: [evil] }] };
    const { sql, params } = campaignStatement(
      { query: named, filters: named.filters },
      evil,
      calendar.newestOf('acme'),
    );
    expect(sql).not.toContain(evil);
    expect(JSON.stringify(params)).toContain(evil);
  });

  it('reads immutable rows, so it never uses FINAL', () => {
    for (const [name, { sql }] of files) expect(sql, name).not.toMatch(/member_(edition|snapshot) FINAL/);
  });

  it('lets the engine find the editions of many plans only', () => {
    for (const [name, { planIds }] of Object.entries(golden))
      expect(files.get(name)!.sql.includes('plan_month FINAL'), name).toBe((planIds?.length ?? 1) > 1);
  });

  it('adds up keys only if a public column filters or divides', () => {
    const publicColumn = /gender|age_group|birth_group|address_state|salary_group|category_id AS/;
    for (const [name, { sql }] of files) expect(sql.includes('record_key'), name).toBe(publicColumn.test(sql));
  });

  it('reads those who left only where joiners or leavers are counted', () => {
    for (const [name, { query }] of Object.entries(golden))
      expect(files.get(name)!.sql.includes('exit_edition'), name).toBe(JSON.stringify(query).includes('exitedMembers'));
  });

  it('leaves out consultations unless the query is by type', () => {
    const { sql } = campaignStatement(
      {
        query: { ...campaigns, filters: [] },
        filters: [{ member: 'Campaign.name', operator: 'equals', values: ['Campaign.campaignType'] }],
      },
      'acme',
      null,
    );
    expect(sql).toContain("campaign_type != 'Consult'");
    expect(files.get('campaigns')!.sql).not.toContain('Consult');
  });
});
