import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { NormalizedQuery } from '@superscope/contracts/analytics/query';
import { describe, expect, it } from 'vitest';
import { cubes } from '../model/catalogue.js';
import { mostRows } from '../load/run-statement.js';
import { normalize } from '../query/normalize.js';
import { compilePage } from './compile.js';

const now = new Date('2026-06-15T02:00:00Z');
const month = 'MemberSnapshot.month';

const compiled = (query: object, planIds: string[] | null = ['acme']) =>
  compilePage(normalize(query, now)[0]!, planIds);

/** Exact statements of the screens and of the language's corners, kept for review: golden/{name}.golden.sql. */
const golden: Record<string, { query: object; planIds?: null }> = {
  'headcount-and-average-by-month': {
    query: {
      measures: ['MemberSnapshot.countMembers', 'MemberSnapshot.averageTotalAssetsOwned'],
      timeDimensions: [{ dimension: month, granularity: 'month', dateRange: 'last 24 months' }],
    },
  },
  'joiners-and-leavers-by-month': {
    query: {
      measures: ['MemberSnapshot.countMembers', 'MemberSnapshot.newMembers', 'MemberSnapshot.exitedMembers'],
      timeDimensions: [{ dimension: month, granularity: 'month', dateRange: 'last 12 months' }],
    },
  },
  'joiners-and-leavers-of-a-year-by-age': {
    query: {
      measures: [
        'MemberSnapshot.countMembers',
        'MemberSnapshot.fees',
        'MemberSnapshot.employerContributionsCount',
        'MemberSnapshot.newMembers',
        'MemberSnapshot.exitedMembers',
      ],
      dimensions: ['Member.ageGroup'],
      timeDimensions: [{ dimension: month, granularity: 'year', dateRange: ['2025-01-01', '2025-12-31'] }],
    },
  },
  'movement-between-two-months': {
    query: {
      measures: ['Movement.members'],
      dimensions: ['Movement.from', 'Movement.to'],
      timeDimensions: [{ dimension: 'Movement.month', dateRange: ['2025-12-01', '2026-05-31'] }],
    },
  },
  'age-by-gender-at-one-month': {
    query: {
      measures: ['MemberSnapshot.countMembers'],
      dimensions: ['Member.ageGroup', 'Member.gender'],
      filters: [{ member: 'MemberSnapshot.atYearMonth', operator: 'equals', values: ['202605'] }],
    },
  },
  'five-totals-at-one-month': {
    query: {
      measures: [
        'MemberSnapshot.countMembers',
        'MemberSnapshot.totalAssetsOwned',
        'MemberSnapshot.averageSalary',
        'MemberSnapshot.averageAge',
        'SuperScore.averageSuperScore',
      ],
      filters: [{ member: 'MemberSnapshot.atYearMonth', operator: 'equals', values: ['202605'] }],
    },
  },
  'newest-month-without-a-time-restriction': { query: { measures: ['SuperScore.averageSuperScore'] } },
  'signed-in-by-month-of-the-engaged': {
    query: {
      measures: ['MemberSnapshot.countMembers'],
      dimensions: ['Member.loggedInMember'],
      segments: [],
      filters: [{ member: 'Member.engaged', operator: 'equals', values: ['1'] }],
      timeDimensions: [{ dimension: month, granularity: 'month', dateRange: ['2025-07-01', '2026-05-31'] }],
    },
  },
  'contact-requests-in-a-period-at-a-month': {
    query: {
      measures: ['MemberSnapshot.countMembers'],
      dimensions: ['Member.contactRequestedInsurance'],
      filters: [{ member: 'MemberSnapshot.atYearMonth', operator: 'equals', values: ['202605'] }],
      timeDimensions: [{ dimension: month, dateRange: ['2026-03-01', '2026-05-31'] }],
    },
  },
  'one-flag-by-age-with-two-filters': {
    query: {
      measures: ['MemberSnapshot.countMembers', 'MemberSnapshot.averageSalary'],
      dimensions: ['Member.ageGroup'],
      filters: [
        { member: 'Member.gender', operator: 'equals', values: ['Female'] },
        { member: 'Member.addressState', operator: 'in', values: ['NSW', 'VIC'] },
        { member: 'Member.noLifeInsurance', operator: 'equals', values: ['1|Yes'] },
      ],
    },
  },
  'fees-and-headcount-by-year': {
    query: {
      measures: ['MemberSnapshot.countMembers', 'MemberSnapshot.fees'],
      timeDimensions: [{ dimension: month, granularity: 'year', dateRange: ['2024-01-01', '2026-12-31'] }],
    },
  },
  'fees-and-headcount-by-year-of-two-states': {
    query: {
      measures: ['MemberSnapshot.countMembers', 'MemberSnapshot.fees'],
      filters: [{ member: 'Member.addressState', operator: 'in', values: ['NSW', 'VIC'] }],
      timeDimensions: [{ dimension: month, granularity: 'year', dateRange: ['2024-01-01', '2026-12-31'] }],
    },
  },
  'fees-alone-by-year-of-two-states': {
    query: {
      measures: ['MemberSnapshot.fees'],
      filters: [{ member: 'Member.addressState', operator: 'in', values: ['NSW', 'VIC'] }],
      timeDimensions: [{ dimension: month, granularity: 'year', dateRange: ['2024-01-01', '2026-12-31'] }],
    },
  },
  'one-nomination-type-among-its-groups': {
    query: {
      measures: ['MemberSnapshot.countMembers'],
      dimensions: ['Member.beneficiaryNominationType'],
      filters: [{ member: 'Member.beneficiaryNominationType', operator: 'equals', values: ['4|None'] }],
    },
  },
  'newest-month-of-a-range': {
    query: {
      measures: ['MemberSnapshot.countMembers'],
      filters: [{ member: month, operator: 'inDateRange', values: ['2025-07-01', '2026-06-30'] }],
    },
  },
  'contact-requests-by-reason': {
    query: {
      measures: ['ContactRequested.count', 'ContactRequested.members'],
      dimensions: ['ContactRequested.reason'],
      timeDimensions: [{ dimension: 'ContactRequested.at', granularity: 'month', dateRange: 'this year' }],
    },
  },
  'campaign-list': {
    query: {
      measures: ['Campaign.recipients', 'Campaign.opened', 'Campaign.clicked'],
      dimensions: ['Campaign.name', 'Campaign.campaignType'],
      timeDimensions: [{ dimension: 'Campaign.eventDate', granularity: 'day' }],
    },
  },
  'campaign-funnel': {
    query: {
      measures: ['Campaign.conversions', 'Campaign.conversionsPercent'],
      dimensions: ['Campaign.step'],
      filters: [{ member: 'Campaign.campaignType', operator: 'equals', values: ['email'] }],
    },
  },
  'campaign-runs': { query: { measures: ['Campaign.total', 'Campaign.runs'] } },
  'categories-with-their-members': {
    query: {
      measures: ['MemberCategory.members'],
      dimensions: ['MemberCategory.name', 'MemberCategory.active'],
      filters: [{ member: 'MemberCategory.active', operator: 'equals', values: ['1'] }],
      timeDimensions: [{ dimension: 'MemberCategory.month', granularity: 'quarter', dateRange: 'last 12 months' }],
    },
  },
  'categories-alone': {
    query: { measures: ['MemberCategory.count'], dimensions: ['MemberCategory.categoryId', 'MemberCategory.name'] },
  },
  'holdings-by-asset': {
    query: {
      measures: ['AssetOwned.members', 'AssetOwned.balance'],
      dimensions: ['AssetOwned.assetCode', 'AssetOwned.name'],
      filters: [{ member: 'AssetOwned.name', operator: 'contains', values: ['Growth'] }],
    },
  },
  'holdings-by-quarter': {
    query: {
      measures: ['AssetOwned.balance'],
      timeDimensions: [{ dimension: 'AssetOwned.month', granularity: 'quarter', dateRange: 'last 12 months' }],
    },
  },
  'assets-of-the-newest-date': {
    query: {
      measures: ['Asset.averageGrowthPercent'],
      dimensions: ['Asset.name', 'Asset.isChoice'],
      filters: [{ member: 'Asset.growthPercent', operator: 'gte', values: ['60'] }],
    },
  },
  'assets-by-plan-and-year': {
    planIds: null,
    query: {
      measures: ['Asset.count'],
      dimensions: ['Asset.planId'],
      filters: [{ member: 'Asset.planId', operator: 'startsWith', values: ['a'] }],
      timeDimensions: [{ dimension: 'Asset.dataDate', granularity: 'year' }],
    },
  },
  'filter-by-anything': {
    planIds: null,
    query: {
      measures: ['MemberSnapshot.countMembers'],
      dimensions: ['Member.planId', 'Member.riskProfileName', 'Member.engaged'],
      filters: [
        {
          or: [
            { member: 'Member.age', operator: 'gte', values: ['60'] },
            {
              and: [
                { member: 'Member.addressState', operator: 'notContains', values: ['w'] },
                { member: 'Member.riskProfileName', operator: 'startsWith', values: ['mod', 'ass'] },
                { member: 'Member.noLifeInsurance', operator: 'set' },
              ],
            },
          ],
        },
        { member: 'Member.gender', operator: 'notEquals', values: ['Male'] },
        { member: month, operator: 'afterOrOnDate', values: ['2026-01-01'] },
      ],
      timeDimensions: [{ dimension: month, granularity: 'quarter' }],
    },
  },
  'conditions-on-days': {
    query: {
      measures: ['MemberSnapshot.countMembers'],
      filters: [
        { member: month, operator: 'afterDate', values: ['2025-06-01'] },
        { member: month, operator: 'beforeOrOnDate', values: ['2026-06-01'] },
        { member: month, operator: 'notInDateRange', values: ['2025-12-01', '2026-01-31'] },
        { member: month, operator: 'afterOrOnDate', values: ['2025-07-15T10:00:00'] },
      ],
    },
  },
  'conditions-on-instants': {
    query: {
      measures: ['ContactRequested.count'],
      filters: [
        { member: 'ContactRequested.at', operator: 'afterOrOnDate', values: ['2026-01-15'] },
        { member: 'ContactRequested.at', operator: 'beforeDate', values: ['2026-03-01'] },
        { member: 'ContactRequested.at', operator: 'notInDateRange', values: ['2026-02-01', '2026-02-02'] },
        { member: 'ContactRequested.reason', operator: 'notSet' },
      ],
      timeDimensions: [{ dimension: 'ContactRequested.at', granularity: 'week' }],
      timezone: 'Australia/Sydney',
    },
  },
  'single-members': {
    query: {
      measures: ['MemberSnapshot.averageAge'],
      dimensions: ['Member.memberId'],
      filters: [{ member: 'MemberSnapshot.averageSalary', operator: 'measureFilter' }],
      ungrouped: true,
    },
  },
};

describe('the SQL that a query compiles to', () => {
  for (const [name, { query, planIds }] of Object.entries(golden))
    it(`is as reviewed: ${name}`, async () => {
      const { sql, params } = compiled(query, planIds);
      const text = `-- ${JSON.stringify(params)}\n${sql}\n`;
      await expect(text).toMatchFileSnapshot(`../golden/staff/${name}.golden.sql`);
    });

  it('has a query for every golden file', () => {
    const folder = fileURLToPath(new URL('../golden/staff', import.meta.url));
    expect(readdirSync(folder).sort()).toEqual(
      Object.keys(golden)
        .map((name) => `${name}.golden.sql`)
        .sort(),
    );
  });

  it('holds values only as parameters', () => {
    const evil = "x' OR 1=1 --";
    const filters = cubes
      .slice(0, 3)
      .flatMap((cube) => cube.dimensions)
      .filter((dimension) => dimension.type === 'string' && !dimension.flag)
      .map((dimension) => ({ member: dimension.name, operator: 'contains', values: [evil] }));
    const { sql, params } = compiled({ measures: ['MemberSnapshot.countMembers'], filters }, [evil]);
    expect(sql).not.toContain(evil);
    expect(JSON.stringify(params)).toContain(evil);
  });

  it('does not convert the last representable day, in any timezone', () => {
    const timeDimensions = [{ dimension: 'ContactRequested.at', dateRange: ['2026-01-01', '9999-12-31'] }];
    const query = { measures: ['ContactRequested.count'], timeDimensions, timezone: 'America/St_Johns' };
    expect(Object.values(compiled(query).params)).toContain('9999-12-31 23:59:59.999');
    const days = [{ dimension: month, dateRange: ['9999-12-31T10:00', '9999-12-31T11:00'] }];
    const { params } = compiled({ measures: ['MemberSnapshot.countMembers'], timeDimensions: days });
    expect(Object.values(params)).toContain('9999-12-31');
  });

  it('has a value for each parameter that it names', () => {
    for (const { query } of Object.values(golden)) {
      const { sql, params } = compiled(query);
      const used = new Set([...sql.matchAll(/\{(\w+):/g)].map((match) => match[1]));
      for (const name of used) expect(params).toHaveProperty(name!);
    }
  });

  it('refuses an or of time and another condition, because the months would be ambiguous', () => {
    const time = { member: month, operator: 'beforeDate', values: ['2026-01-01'] };
    const female = { member: 'Member.gender', operator: 'equals', values: ['Female'] };
    const filters = [{ or: [time, female] }];
    expect(() => compiled({ measures: ['MemberSnapshot.countMembers'], filters })).toThrow(/cannot share/);
  });

  it('refuses an or of plans and another condition, because the platforms would be ambiguous', () => {
    const plan = { member: 'Asset.planId', operator: 'startsWith', values: ['a'] };
    const choice = { member: 'Asset.isChoice', operator: 'equals', values: ['1'] };
    expect(() => compiled({ measures: ['Asset.count'], filters: [{ or: [plan, choice] }] })).toThrow(/cannot share/);
  });

  it('is counted before it is answered only where it may make more groups than one statement returns', () => {
    const counted = Object.entries(golden).filter(([, { query, planIds }]) => {
      const { cost } = compiled(query, planIds);
      return cost !== null && cost.usual.reduce((groups, most) => groups * most, 1) > mostRows;
    });
    // All plans in all quarters, and a list of single members.
    expect(counted.map(([name]) => name)).toEqual(['filter-by-anything', 'single-members']);
  });

  it('leaves order and limit to the api where a share needs all rows, and where there is one row', () => {
    const share = { measures: ['MemberSnapshot.shareOfMembers'], dimensions: ['Member.gender'] };
    const one = { measures: ['MemberSnapshot.countMembers'] };
    const grouped = { ...one, dimensions: ['Member.gender'] };
    expect([share, one, grouped].map((query) => compiled(query).isPage)).toEqual([false, false, true]);
    expect([share, one].filter((query) => compiled(query).sql.includes('LIMIT'))).toEqual([]);
  });

  it('filters, orders and limits by measures as computed for the wire', () => {
    const share = 'MemberSnapshot.deathCoverPercent';
    const query = {
      measures: ['MemberSnapshot.countMembers'],
      dimensions: ['Member.gender'],
      filters: [
        {
          or: [
            { member: share, operator: 'gte', values: ['50'] },
            { member: share, operator: 'notSet' },
          ],
        },
      ],
      order: { 'MemberSnapshot.countMembers': 'asc' },
      limit: 5,
      offset: 10,
    };
    const { sql, params } = compiled(query);
    expect(`${JSON.stringify(params)}\n${sql.slice(sql.indexOf('HAVING'))}`).toMatchInlineSnapshot(`
      "{"plan":"acme","p1":50}
      HAVING (if(ifNull(known_of_with_death_cover, 0) = 0, NULL, floor(100 * ifNull(with_death_cover, 0) / ifNull(known_of_with_death_cover, 0) * 10000 + 2.220446049250313e-16 + 0.5) / 10000) >= {p1:Float64} OR (if(ifNull(known_of_with_death_cover, 0) = 0, NULL, floor(100 * ifNull(with_death_cover, 0) / ifNull(known_of_with_death_cover, 0) * 10000 + 2.220446049250313e-16 + 0.5) / 10000)) IS NULL)
      ORDER BY ifNull(members, 0), k0
      LIMIT 5 OFFSET 10
      SETTINGS do_not_merge_across_partitions_select_final = 1"
    `);
  });

  it('is the same each time', () => {
    const query: NormalizedQuery = normalize(golden['one-flag-by-age-with-two-filters']!.query, now)[0]!;
    expect(compilePage(query, ['acme'])).toEqual(compilePage(query, ['acme']));
  });

  it.each(['constructor', '__proto__', 'maybe'])('matches nobody by a flag that is %s', (value) => {
    const filters = [{ member: 'Member.noLifeInsurance', operator: 'equals', values: [value] }];
    const query = { measures: ['MemberSnapshot.countMembers'], filters };
    expect(Object.values(compiled(query).params).flat()).toContain(255);
  });
});
