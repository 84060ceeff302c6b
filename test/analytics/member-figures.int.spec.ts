import { compile } from '@superscope/api/analytics/compile/compile';
import { cubes } from '@superscope/api/analytics/model/catalogue';
import { AnalyticsService, type Asker } from '@superscope/api/analytics/load/analytics-service';
import { normalize } from '@superscope/api/analytics/query/normalize';
import { ChangeCounters } from '@superscope/api/changes/change-counters';
import type { AnalyticsRow } from '@superscope/contracts/analytics/answer';
import type { MemberMonthRow } from '@superscope/contracts/read-models/member-snapshots';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEngine, type Engine } from './query-service.js';
import { testVault } from './sample-editions.js';
import { insertRows, memberMonth, membersOf } from './sample-members.js';

const count = 'MemberSnapshot.countMembers';
const month = 'MemberSnapshot.month';
const now = () => new Date('2026-06-15T02:00:00Z');
const staff: Asker = { role: 'Staff', scope: { kind: 'all' } };

describe('figures about members', () => {
  let engine: Engine;
  let analytics: AnalyticsService;

  const rowsOf = async (query: object, plan = 'acme'): Promise<AnalyticsRow[]> => {
    const filters = [
      ...((query as { filters?: object[] }).filters ?? []),
      { member: 'Member.planId', operator: 'equals', values: [plan] },
    ];
    const answer = await analytics.load({ ...query, filters }, staff, 'staff');
    return answer.results[0]!.data;
  };
  const filter = (member: string, operator: string, ...values: string[]) => ({ member, operator, values });
  const at = (yearMonth: string) => filter('MemberSnapshot.atYearMonth', 'equals', yearMonth);
  const howMany = async (...filters: object[]) => (await rowsOf({ measures: [count], filters }))[0]![count];

  beforeAll(async () => {
    engine = await startEngine();
    analytics = new AnalyticsService(engine.queries, new ChangeCounters(), testVault, {}, now);
    const own: Partial<MemberMonthRow>[] = [
      { last_sign_in_on: '2025-06-01', last_contact_on: '2026-03-31', last_contact_insurance_on: '2026-03-31' },
      { last_sign_in_on: '2025-05-31', last_risk_profile_assessment_on: '2024-06-01' },
      { last_tool_on: '2026-05-31', last_risk_profile_assessment_on: '2024-05-31' },
      { last_consultation_on: '2026-05-01', last_contact_on: '2026-05-31' },
      { last_insurance_advice_on: '2015-01-01', balance_within_average: 2, total_assets_owned_cents: null },
      { balance_within_average: 0, gender: 'Unknown', address_state: 'Australian Capital Territory', score: null },
    ];
    await insertRows(engine.client, 'member_snapshot', [
      ...own.map((each, i) => memberMonth('acme', '2026-05', i, each)),
      ...membersOf('acme', '2026-04', 0, 5),
      ...membersOf('acme', '2025-12', 0, 4, () => ({ fees_cents: 1_00, joined: 1 })),
      ...membersOf('acme', '2025-11', 0, 3, () => ({ fees_cents: 2_01 })),
      // A later version replaces a row; a deleted version removes it.
      memberMonth('acme', '2026-05', 3, { ...own[3], salary_cents: 100_000_00, version: '2' }),
      memberMonth('acme', '2026-05', 99, {}),
      memberMonth('acme', '2026-05', 99, { version: '2', is_deleted: 1 }),
      ...membersOf('other', '2026-06', 0, 7),
      ...membersOf('givers', '2026-04', 0, 5, () => ({ salary_sacrifice_cents: 1_00 })),
      ...membersOf('givers', '2026-05', 3, 3, () => ({ personal_contributions_cents: 1_00 })),
      ...membersOf('givers', '2026-06', 0, 6, (n) => ({
        salary_cents: n < 2 ? null : 80_000_00,
        mobile_number_provided: n < 4 ? 1 : 0,
        ...(n === 5 ? { joined_on: null, category_id: '' } : {}),
      })),
    ]);
  });
  afterAll(() => engine?.stop());

  it('without a date range are of the plan’s newest month', async () => {
    expect(await howMany()).toBe(6);
    expect(await howMany(at('202604'))).toBe(5);
    expect(await howMany(at('209901'))).toBe(0);
  });

  it('use the latest version of each row, and convert cents to dollars', async () => {
    const [row] = await rowsOf({
      measures: [
        'MemberSnapshot.averageSalary',
        'MemberSnapshot.totalAssetsOwned',
        'MemberSnapshot.averageTotalAssetsOwned',
        'MemberSnapshot.benchmarkIndex',
        'MemberSnapshot.benchmarkMembers',
        'MemberSnapshot.fees',
        'MemberSnapshot.femaleCount',
        'SuperScore.averageSuperScore',
        'SuperScore.averageBeneficiaryPoints',
        'SuperScore.scoredMembers',
      ],
    });
    expect(row).toEqual({
      'MemberSnapshot.averageSalary': 83_333.33,
      'MemberSnapshot.totalAssetsOwned': 375_000,
      'MemberSnapshot.averageTotalAssetsOwned': 75_000,
      'MemberSnapshot.benchmarkIndex': 75,
      'MemberSnapshot.benchmarkMembers': 5,
      'MemberSnapshot.fees': 74.04,
      'MemberSnapshot.femaleCount': 3,
      'SuperScore.averageSuperScore': 3.25,
      'SuperScore.averageBeneficiaryPoints': 0.6,
      'SuperScore.scoredMembers': 5,
    });
  });

  it('count members as engaged who signed in, used a tool or had a consultation in the 12 months to the month end', async () => {
    expect(await howMany(filter('Member.engaged', 'equals', '1'))).toBe(3);
    expect(await howMany(filter('Member.engaged', 'equals', '2|No'))).toBe(3);
    expect(await howMany(filter('Member.engaged', 'equals', 'maybe'))).toBe(0);
  });

  it('look back 24 months for an assessment, and without limit for insurance advice', async () => {
    expect(await howMany(filter('Member.riskProfileAssessmentCompleted', 'equals', '1|Yes'))).toBe(1);
    expect(await howMany(filter('Member.insuranceAdviceImplemented', 'equals', '1|Yes'))).toBe(1);
  });

  it('look back over the period for sign-ins and contact requests', async () => {
    const contacts = async (extra: object, ...filters: object[]) => {
      const rows = await rowsOf({
        measures: [count],
        filters: [filter('Member.contactRequested', 'equals', '1'), ...filters],
        ...extra,
      });
      return rows.map((row) => row[count]);
    };
    // Twelve months to the month's end where only a month is named.
    expect(await contacts({}, at('202605'))).toEqual([2]);
    expect(await contacts({ timeDimensions: [{ dimension: month, dateRange: ['2026-04-01', '2026-05-31'] }] })).toEqual(
      [1],
    );
    expect(
      await contacts({ timeDimensions: [{ dimension: month, dateRange: ['2026-03-01', '2026-03-31'] }] }, at('202605')),
    ).toEqual([2]);
    const byMonth = {
      timeDimensions: [{ dimension: month, granularity: 'month', dateRange: ['2026-04-01', '2026-05-31'] }],
    };
    expect(await contacts(byMonth)).toEqual([1]);
    expect(await howMany(filter('Member.contactRequestedInsurance', 'equals', '1'))).toBe(1);
  });

  it('group by a flag with unknown values separate', async () => {
    expect(
      await rowsOf({ measures: [count], dimensions: ['Member.balanceWithinAverage'], order: { [count]: 'desc' } }),
    ).toEqual([
      { 'Member.balanceWithinAverage': '1|Yes', [count]: 4 },
      { 'Member.balanceWithinAverage': '2|No', [count]: 1 },
      { 'Member.balanceWithinAverage': null, [count]: 1 },
    ]);
  });

  it('sum flows over a year, and take balances from its last month', async () => {
    const rows = await rowsOf({
      measures: [count, 'MemberSnapshot.fees', 'MemberSnapshot.newMembers', 'MemberSnapshot.totalAssetsOwned'],
      timeDimensions: [{ dimension: month, granularity: 'year', dateRange: ['2025-01-01', '2025-12-31'] }],
    });
    expect(rows).toEqual([
      {
        [`${month}.year`]: '2025-01-01T00:00:00.000',
        [month]: '2025-01-01T00:00:00.000',
        [count]: 4,
        'MemberSnapshot.fees': 10.03,
        'MemberSnapshot.newMembers': 4,
        'MemberSnapshot.totalAssetsOwned': 300_000,
      },
    ]);
    const period = { timeDimensions: [{ dimension: month, dateRange: ['2025-11-01', '2026-04-30'] }] };
    expect((await rowsOf({ measures: [count], ...period }))[0]![count]).toBe(5);
  });

  it.each([
    ['notEquals', ['NSW'], 1],
    ['contains', ['capital', 'zzz'], 1],
    ['notContains', ['capital'], 5],
    ['startsWith', ['ns', 'v'], 5],
    ['notStartsWith', ['ns'], 1],
    ['endsWith', ['TERRITORY'], 1],
    ['notEndsWith', ['territory'], 5],
    ['in', ['NSW', 'VIC'], 5],
    ['notIn', ['NSW', 'VIC'], 1],
  ])('are filtered by %s %j', async (operator, values, expected) => {
    expect(await howMany(filter('Member.addressState', operator, ...values))).toBe(expected);
  });

  it('are filtered by set values, numbers, dates and measures', async () => {
    expect(await howMany({ member: 'Member.balanceWithinAverage', operator: 'set' })).toBe(5);
    expect(await howMany({ member: 'Member.balanceWithinAverage', operator: 'notSet' })).toBe(1);
    const within = Number(await howMany(filter('Member.balanceWithinAverage', 'equals', '1')));
    const orUnknown = { member: 'Member.balanceWithinAverage', operator: 'equals', values: ['1', null] };
    expect(await howMany(orUnknown)).toBe(within + 1);
    expect(await howMany({ ...orUnknown, operator: 'notEquals' })).toBe(5 - within);
    expect(await howMany(filter('Member.age', 'gt', '39'))).toBe(6);
    expect(await howMany(filter('Member.age', 'lte', '39'))).toBe(0);
    expect(await howMany(filter(month, 'beforeDate', '2026-05-01'))).toBe(5);
    expect(await howMany(filter(month, 'onTheDate', '2025-12-01'))).toBe(4);
    expect(await howMany(filter(month, 'notInDateRange', '2025-12-01', '2026-12-31'))).toBe(3);
    const having = (operator: string, value: string) =>
      rowsOf({ measures: [count], dimensions: ['Member.gender'], filters: [filter(count, operator, value)] });
    expect(await having('gte', '3')).toHaveLength(1);
    expect(await having('lt', '3')).toHaveLength(2);
    const either = { or: [filter('Member.gender', 'equals', 'Unknown'), filter('Member.engaged', 'equals', '1')] };
    expect(await howMany(either)).toBe(4);
  });

  it('are filtered by measures that the query does not select, which the answer does not show', async () => {
    const query = { measures: [count], dimensions: ['Member.gender'] };
    const older = { ...query, filters: [filter('MemberSnapshot.averageAge', 'gt', '1')] };
    expect(await rowsOf(older)).toEqual([
      { 'Member.gender': 'Female', [count]: 3 },
      { 'Member.gender': 'Male', [count]: 2 },
      { 'Member.gender': 'Unknown', [count]: 1 },
    ]);
    expect(await rowsOf({ ...query, filters: [filter('MemberSnapshot.averageAge', 'gt', '100')] })).toEqual([]);
    expect(await rowsOf({ dimensions: ['Member.gender'], filters: [filter(count, 'gte', '2')] })).toHaveLength(2);
  });

  it('are of the plan and month that a filter names, wherever in the query', async () => {
    const male = filter('Member.gender', 'equals', 'Male');
    expect(await howMany({ and: [at('202604'), male] })).toBe(2);
    expect(await howMany({ or: [at('202604'), at('202512')] })).toBe(5);
    const query = { measures: [count], filters: [{ and: [filter('Member.planId', 'equals', 'other')] }] };
    const answer = await analytics.load(query, staff, 'staff');
    expect(answer.results[0]!.data).toEqual([{ [count]: 7 }]);
    const spans = {
      or: [filter(month, 'inDateRange', '2025-11-01', '2025-11-30'), filter(month, 'equals', '2026-04-01')],
    };
    expect(await howMany(spans)).toBe(5);
    const half = { or: [at('202604'), male] };
    await expect(howMany(half)).rejects.toThrow("A condition on time cannot share an 'or' with others");
  });

  it('count a member who contributed in several months of a period once', async () => {
    const contributors = 'MemberSnapshot.voluntaryContributionsCount';
    const dollars = 'MemberSnapshot.voluntaryContributions';
    const dateRange = ['2026-04-01', '2026-06-30'];
    const by = (granularity?: string) =>
      rowsOf(
        { measures: [dollars, contributors], timeDimensions: [{ dimension: month, dateRange, granularity }] },
        'givers',
      );
    expect(await by()).toEqual([{ [dollars]: 8, [contributors]: 6 }]);
    expect(await by('quarter')).toMatchObject([{ [dollars]: 8, [contributors]: 6 }]);
    expect((await by('month')).map((row) => row[contributors])).toEqual([5, 3, 0]);
  });

  it('of a flag are found by its displayed words', async () => {
    const provided = (operator: string, value: string) =>
      rowsOf({ measures: [count], filters: [filter('Member.mobileNumberProvided', operator, value)] }, 'givers');
    expect(await provided('contains', 'Yes')).toEqual([{ [count]: 4 }]);
    expect(await provided('startsWith', '2|')).toEqual([{ [count]: 2 }]);
    expect(await provided('notContains', 'No')).toEqual([{ [count]: 4 }]);
  });

  it('distinguish unknown from every number and every day', async () => {
    const salary = 'MemberSnapshot.averageSalary';
    const members = { measures: [salary], dimensions: ['Member.memberId'] };
    expect(await rowsOf({ ...members, filters: [filter(salary, 'notEquals', '5')] }, 'givers')).toHaveLength(6);
    expect(await rowsOf({ ...members, filters: [filter(salary, 'notEquals', '80000')] }, 'givers')).toHaveLength(2);
    const joined = { measures: [count], dimensions: ['Member.joinDate', 'Member.categoryId'] };
    expect(await rowsOf({ ...joined, filters: [{ member: 'Member.joinDate', operator: 'notSet' }] }, 'givers')).toEqual(
      [{ 'Member.joinDate': null, 'Member.categoryId': null, [count]: 1 }],
    );
  });

  it('differ by the ranges that are compared, not by another range in the query', async () => {
    const query = {
      measures: [count],
      timeDimensions: [
        { dimension: 'MemberSnapshot.time', dateRange: ['2025-01-01', '2026-12-31'] },
        {
          dimension: month,
          compareDateRange: [
            ['2026-04-01', '2026-04-30'],
            ['2026-05-01', '2026-05-31'],
          ],
        },
      ],
    };
    const answer = await analytics.load(
      { ...query, filters: [filter('Member.planId', 'equals', 'acme')] },
      staff,
      'staff',
    );
    expect(answer.results.map(({ data }) => data[0])).toEqual([
      { [count]: 5, compareDateRange: '2026-04-01T00:00:00.000 - 2026-04-30T23:59:59.999' },
      { [count]: 6, compareDateRange: '2026-05-01T00:00:00.000 - 2026-05-31T23:59:59.999' },
    ]);
  });

  it('can be queried by every measure and dimension, alone, over time and over years', async () => {
    const wide = cubes.slice(0, 3);
    const times = [
      [],
      [{ dimension: month, granularity: 'month', dateRange: ['2025-01-01', '2026-12-31'] }],
      [{ dimension: month, granularity: 'quarter', dateRange: ['2025-01-01', '2026-12-31'] }],
    ];
    const measures = wide.flatMap((cube) => cube.measures.map((measure) => measure.name));
    const dimensions = wide.flatMap((cube) => cube.dimensions.filter((each) => each.use !== 'staff'));
    for (const timeDimensions of times)
      expect((await rowsOf({ measures, timeDimensions }, 'acme')).length).toBeGreaterThan(0);
    for (const dimension of dimensions) {
      const query = normalize({ measures: [count], dimensions: [dimension.name, 'Member.gender'] }, new Date(0))[0]!;
      const { sql, params } = compile(query, ['acme']);
      const result = await engine.client.query({ query: sql, query_params: params, format: 'JSONCompact' });
      expect((await result.json<unknown[]>()).rows).toBeGreaterThan(0);
    }
  });
});
