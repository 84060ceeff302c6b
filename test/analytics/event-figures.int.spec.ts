import { AnalyticsService, type Asker } from '@superscope/api/analytics/load/analytics-service';
import { normalize } from '@superscope/api/analytics/query/normalize';
import { ChangeCounters } from '@superscope/api/changes/change-counters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEngine, type Engine } from './query-service.js';
import { testVault } from './sample-editions.js';
import { insertRows } from './sample-members.js';

const count = 'MemberSnapshot.countMembers';
const staff: Asker = { role: 'Staff', scope: { kind: 'all' } };

describe('figures about contact requests and campaigns', () => {
  let engine: Engine;
  let analytics: AnalyticsService;
  const member = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const load = async (query: object, asker: Asker = staff, audience: 'staff' | 'employer' = 'staff') =>
    (await analytics.load(query, asker, audience)).results[0]!;

  beforeAll(async () => {
    engine = await startEngine();
    analytics = new AnalyticsService(
      engine.queries,
      new ChangeCounters(),
      testVault,
      {},
      () => new Date('2026-06-15T02:00:00Z'),
    );
    const request = (n: number, at: string, reason: string, revision = 1) => ({
      plan_id: 'acme',
      member_id: member(n),
      revision,
      at,
      on_date: at.slice(0, 10),
      reason,
      status: 'Open',
    });
    await insertRows(engine.client, 'contact_request', [
      // 14:30 on 31 May in UTC is 1 June in Sydney.
      request(1, '2026-05-31 14:30:00.000', 'insurance'),
      request(1, '2026-05-30 02:00:00.000', 'insurance', 2),
      ...Array.from({ length: 12 }, (_, i) => request(10 + i, '2026-05-10 00:00:00.000', 'investment')),
    ]);
    const campaign = (id: string, type: string, name: string, on: string, version = 1, is_deleted = 0) => ({
      campaign_id: id,
      plan_id: 'acme',
      campaign_type: type,
      name,
      run_date: on,
      version,
      is_deleted,
    });
    await insertRows(engine.client, 'campaign', [
      campaign('c1', 'email', 'SuperScore email', '2026-03-02'),
      campaign('c2', 'email', 'SuperScore email', '2026-05-04'),
      campaign('c3', 'report', 'SuperScore report', '2026-04-01'),
      campaign('c4', 'Consult', 'Consultations', '2026-04-02'),
      campaign('c5', 'email', 'Cancelled', '2026-04-03'),
      campaign('c5', '', '', '1970-01-01', 2, 1),
    ]);
    const engaged = (id: string, step: string, from: number, to: number, at = '2026-05-05 00:00:00.000') =>
      Array.from({ length: to - from }, (_, i) => ({ campaign_id: id, member_id: member(from + i), step, at }));
    await insertRows(engine.client, 'campaign_engagement', [
      ...engaged('c1', 'Sent', 0, 100),
      ...engaged('c1', 'Open Email', 0, 40),
      // Opening twice counts once.
      ...engaged('c1', 'Open Email', 0, 40, '2026-05-06 00:00:00.000'),
      ...engaged('c1', 'Click Email', 0, 20),
      ...engaged('c2', 'Sent', 0, 50),
      ...engaged('c2', 'Open Email', 0, 4),
    ]);
  });
  afterAll(() => engine?.stop());

  it('can be queried in every named time zone', async () => {
    const names = [...Intl.supportedValuesOf('timeZone'), 'AET', 'utc', 'Asia/Kolkata', 'GMT', 'Etc/GMT+10'];
    const zones = [
      ...new Set(names.map((timezone) => normalize({ measures: [count], timezone }, new Date(0))[0]!.timezone)),
    ];
    const result = await engine.client.query({
      query: `SELECT ${zones.map((_, i) => `toString(toTimeZone(now64(3), {zone${i}: String}))`).join(', ')}`,
      query_params: Object.fromEntries(zones.map((zone, i) => [`zone${i}`, zone])),
      format: 'JSONCompact',
    });
    expect((await result.json<unknown[]>()).rows).toBe(1);
  });

  it('count requests and the members who made them, by reason and by the caller’s calendar', async () => {
    const byReason = await load({
      measures: ['ContactRequested.count', 'ContactRequested.members'],
      dimensions: ['ContactRequested.reason'],
    });
    expect(byReason.data).toEqual([
      { 'ContactRequested.reason': 'investment', 'ContactRequested.count': 12, 'ContactRequested.members': 12 },
      { 'ContactRequested.reason': 'insurance', 'ContactRequested.count': 2, 'ContactRequested.members': 1 },
    ]);
    const inJune = (timezone: string) =>
      load({
        measures: ['ContactRequested.count'],
        timeDimensions: [
          { dimension: 'ContactRequested.at', granularity: 'month', dateRange: ['2026-06-01', '2026-06-30'] },
        ],
        timezone,
      });
    expect((await inJune('Australia/Sydney')).data).toEqual([
      {
        'ContactRequested.at.month': '2026-06-01T00:00:00.000',
        'ContactRequested.at': '2026-06-01T00:00:00.000',
        'ContactRequested.count': 1,
      },
    ]);
    expect((await inJune('UTC')).data).toEqual([]);
    const hours = await load({
      measures: ['ContactRequested.count'],
      timeDimensions: [
        { dimension: 'ContactRequested.at', granularity: 'hour', dateRange: ['2026-05-30', '2026-05-30'] },
      ],
    });
    expect(hours.data[0]).toMatchObject({ 'ContactRequested.at.hour': '2026-05-30T12:00:00.000' });
  });

  it('list campaigns with the members reached, without consultations and cancelled campaigns', async () => {
    const { data } = await load({
      measures: ['Campaign.recipients', 'Campaign.opened', 'Campaign.clicked'],
      dimensions: ['Campaign.campaignId', 'Campaign.campaignType'],
      timeDimensions: [{ dimension: 'Campaign.eventDate', granularity: 'day' }],
      order: { 'Campaign.eventDate': 'desc' },
    });
    expect(
      data.map((row) => [
        row['Campaign.campaignId'],
        row['Campaign.recipients'],
        row['Campaign.opened'],
        row['Campaign.clicked'],
      ]),
    ).toEqual([
      ['c2', 50, 4, 0],
      ['c3', 0, 0, 0],
      ['c1', 100, 40, 20],
    ]);
    expect((await load({ measures: ['Campaign.total', 'Campaign.runs'] })).data).toEqual([
      { 'Campaign.total': 2, 'Campaign.runs': 3 },
    ]);
    const consults = { member: 'Campaign.campaignType', operator: 'equals', values: ['Consult'] };
    expect((await load({ measures: ['Campaign.runs'], filters: [consults] })).data).toEqual([{ 'Campaign.runs': 1 }]);
  });

  it('follow the funnel of a message', async () => {
    const { data } = await load({
      measures: ['Campaign.conversions', 'Campaign.conversionsPercent'],
      dimensions: ['Campaign.step'],
      filters: [{ member: 'Campaign.campaignId', operator: 'equals', values: ['c1'] }],
    });
    expect(data).toEqual([
      { 'Campaign.step': 'Open Email', 'Campaign.conversions': 40, 'Campaign.conversionsPercent': 40 },
      { 'Campaign.step': 'Click Email', 'Campaign.conversions': 20, 'Campaign.conversionsPercent': 20 },
    ]);
  });
});
