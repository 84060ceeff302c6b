import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Asker } from '@superscope/api/analytics/load/analytics-service';
import { Asking, is } from './asking.js';
import { startEngine, type Engine } from './query-service.js';
import { insertRows } from './sample-members.js';

const count = 'Asset.count';
const growth = 'Asset.averageGrowthPercent';
const code = 'Asset.assetCode';
const date = 'Asset.dataDate';
const inOrder = { order: { [code]: 'asc' } };

let engine: Engine;
let asking: Asking;

const asset = (platformId: string, dataDate: string, assetCode: string, own: object = {}) => ({
  platform_id: platformId,
  data_date: dataDate,
  import_id: 'first',
  asset_code: assetCode,
  name: `The ${assetCode}`,
  description: '',
  growth_percent: null,
  is_lifecycle: null,
  is_choice: null,
  return_1yr: null,
  return_3yr: null,
  return_5yr: null,
  chunk_index: 0,
  chunks: 1,
  revision: 0,
  ...own,
});

beforeAll(async () => {
  engine = await startEngine();
  asking = new Asking(engine);
  const ofPlatform = (planId: string, platformId: string, version = 1) => ({
    plan_id: planId,
    platform_id: platformId,
    version,
  });
  await insertRows(engine.client, 'plan_platform', [
    ofPlatform('acme', 'west'),
    ofPlatform('acme', 'east', 2),
    ofPlatform('other', 'east'),
    ofPlatform('small', 'west'),
    ofPlatform('foreign', 'north'),
  ]);
  const corrected = { import_id: 'second', revision: 2 };
  const half = { import_id: 'half', revision: 3, chunks: 2, chunk_index: 1 };
  await insertRows(engine.client, 'asset', [
    asset('east', '1969-06-30', 'OLD', { growth_percent: 10 }),
    asset('east', '2025-06-30', 'BAL', { growth_percent: 60 }),
    asset('east', '2026-03-31', 'BAL', { growth_percent: 99, revision: 1 }),
    asset('east', '2026-03-31', 'BAL', {
      ...corrected,
      growth_percent: 70.5,
      return_1yr: 8.25,
      return_3yr: -1.5,
      return_5yr: 6,
      is_lifecycle: 0,
      is_choice: 1,
      description: 'A mix',
    }),
    asset('east', '2026-03-31', 'CASH', { ...corrected, growth_percent: 0, is_choice: 1 }),
    asset('east', '2026-03-31', 'NEW', corrected),
    // The first chunk of a later publication was set aside, so it does not count.
    asset('east', '2026-03-31', 'HALF', half),
    asset('east', '2026-04-30', 'HALF', half),
    asset('west', '2025-12-31', 'BAL', { growth_percent: 40 }),
    asset('north', '2026-03-31', 'ICE', { growth_percent: 5 }),
  ]);
});
afterAll(() => engine?.stop());

describe('the assets of a plan', () => {
  it('are those of its platform at the newest data date, with every imported column', async () => {
    const dimensions = [
      code,
      'name',
      'description',
      'growthPercent',
      'isLifecycle',
      'isChoice',
      'return1yr',
      'return3yr',
      'return5yr',
    ];
    const names = dimensions.map((name) => (name.includes('.') ? name : `Asset.${name}`));
    const rows = await asking.rows({
      dimensions: [...names, date, 'Asset.platformId'],
      filters: [is('Asset.isChoice', '1')],
      ...inOrder,
    });
    const common = { 'Asset.isChoice': '1|Yes', [date]: '2026-03-31T00:00:00.000', 'Asset.platformId': 'east' };
    expect(rows).toEqual([
      {
        ...common,
        [code]: 'BAL',
        'Asset.name': 'The BAL',
        'Asset.description': 'A mix',
        'Asset.growthPercent': 70.5,
        'Asset.isLifecycle': '2|No',
        'Asset.return1yr': 8.25,
        'Asset.return3yr': -1.5,
        'Asset.return5yr': 6,
      },
      {
        ...common,
        [code]: 'CASH',
        'Asset.name': 'The CASH',
        'Asset.description': null,
        'Asset.growthPercent': 0,
        'Asset.isLifecycle': null,
        'Asset.return1yr': null,
        'Asset.return3yr': null,
        'Asset.return5yr': null,
      },
    ]);
    expect((await asking.rows({ dimensions: [code], ...inOrder })).map((row) => row[code])).toEqual([
      'BAL',
      'CASH',
      'NEW',
    ]);
  });

  it('are counted, and averaged over those that have a value', async () => {
    const measures = [count, growth, 'Asset.averageReturn1yr', 'Asset.averageReturn3yr'];
    expect(await asking.rows({ measures })).toEqual([
      { [count]: 3, [growth]: 35.25, 'Asset.averageReturn1yr': 8.25, 'Asset.averageReturn3yr': -1.5 },
    ]);
    const none = await asking.ask({ measures, filters: [is(code, 'NEW')] });
    expect(none.data).toEqual([
      { [count]: 1, [growth]: null, 'Asset.averageReturn1yr': null, 'Asset.averageReturn3yr': null },
    ]);
    expect(none.suppressed).toBeUndefined();
  });

  it('are those of every data date that a query names', async () => {
    const years = [{ dimension: date, granularity: 'year', dateRange: ['2025-01-01', '2026-12-31'] }];
    expect(
      (await asking.rows({ measures: [count], timeDimensions: years })).map((row) => [row[date], row[count]]),
    ).toEqual([
      ['2025-01-01T00:00:00.000', 1],
      ['2026-01-01T00:00:00.000', 3],
    ]);
    const before = [{ member: date, operator: 'beforeDate', values: ['1970-01-01'] }];
    expect(await asking.rows({ dimensions: [code, date], filters: before })).toEqual([
      { [code]: 'OLD', [date]: '1969-06-30T00:00:00.000' },
    ]);
  });

  it('of several plans are counted once each, and once for each plan in a breakdown by plan', async () => {
    const plans = ['acme', 'other', 'small'];
    expect(await asking.rows({ measures: [count, growth] }, plans)).toEqual([{ [count]: 4, [growth]: 36.833333 }]);
    const byPlan = await asking.rows(
      { measures: [count, growth], dimensions: ['Asset.planId'], order: { 'Asset.planId': 'asc' } },
      plans,
    );
    expect(byPlan.map((row) => [row['Asset.planId'], row[count], row[growth]])).toEqual([
      ['acme', 3, 35.25],
      ['other', 3, 35.25],
      ['small', 1, 40],
    ]);
  });

  it('are filtered, ordered and cut by their measures', async () => {
    const query = { measures: [growth], dimensions: [code], order: { [growth]: 'desc' }, limit: 1, total: true };
    const answer = await asking.ask({ ...query, filters: [{ member: growth, operator: 'set' }] });
    expect(answer).toMatchObject({ data: [{ [code]: 'BAL', [growth]: 70.5 }], total: 2 });
  });

  it('are the same in the exact view', async () => {
    const query = { measures: [count, growth], dimensions: [code, 'Asset.isLifecycle'], ...inOrder };
    expect(await asking.exact(query)).toEqual(await asking.rows(query));
  });

  it('are refused of other plans, and with members', async () => {
    await expect(asking.ask({ measures: [count] }, 'foreign')).rejects.toThrow(
      "You have no access to the plan 'foreign'",
    );
    const alone: Asker = { role: 'CompanyRep', scope: { kind: 'plans', planIds: new Set(['small']) } };
    await expect(asking.ask({ measures: [count] }, 'acme', alone)).rejects.toThrow(
      "You have no access to the plan 'acme'",
    );
    const platform = is('Asset.platformId', 'east');
    expect(await asking.rows({ dimensions: [code], filters: [platform] }, 'small', alone)).toEqual([]);
    await expect(asking.ask({ measures: [count, 'MemberSnapshot.countMembers'] })).rejects.toThrow(/in one query/);
  });
});
