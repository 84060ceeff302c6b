import cube, { type CubeApi, type Query } from '@cubejs-client/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveQueries, startEngine, type Engine, type QueryService } from './query-service.js';
import { closeMonths } from './sample-editions.js';
import { membersOf } from './sample-members.js';

const count = 'MemberSnapshot.countMembers';
const month = 'MemberSnapshot.month';

describe('the unmodified cubejs client', () => {
  let engine: Engine;
  let service: QueryService;
  let rep: CubeApi;
  let exact: CubeApi;

  const ofPlan = { member: 'Member.planId', operator: 'equals' as const, values: ['acme'] };
  const failure = async (query: unknown, api = rep) => {
    const error = await api.load(query as Query).then(
      () => undefined,
      (reason: unknown) => reason as { message: string; status: number; response: { type?: string; error: string } },
    );
    if (!error) throw new Error('The query was answered');
    return error;
  };

  beforeAll(async () => {
    engine = await startEngine();
    await closeMonths(engine.client, [
      ...membersOf('acme', '2026-03', 1, 40),
      ...membersOf('acme', '2026-04', 1, 44),
      ...membersOf('acme', '2026-05', 1, 50, (member) => ({ age_group: member <= 20 ? '45 - 54' : '31 - 44' })),
      ...membersOf('other', '2026-05', 101, 30),
    ]);
    service = await serveQueries(engine.queries);
    service.signIn('rep', { role: 'CompanyRep', scope: { kind: 'plans', planIds: new Set(['acme']) } });
    service.signIn('provider', { role: 'ProviderRep', scope: { kind: 'plans', planIds: new Set(['acme', 'other']) } });
    service.signIn('staff', { role: 'Staff', scope: { kind: 'all' } });
    rep = cube('rep', { apiUrl: service.url });
    exact = cube('staff', { apiUrl: service.url, headers: { 'X-Audience': 'staff' } });
  });
  afterAll(async () => {
    await service?.stop();
    await engine?.stop();
  });

  it('lists measures and dimensions from meta', async () => {
    const meta = await rep.meta();
    expect(meta.cubes.map(({ name }) => name)).toEqual([
      'Member',
      'MemberSnapshot',
      'SuperScore',
      'Movement',
      'ContactRequested',
      'Campaign',
      'MemberCategory',
      'Asset',
      'AssetOwned',
    ]);
    const usable = meta.membersForQuery({}, 'measures');
    expect(usable.map(({ name }) => name)).toContain('SuperScore.averageSuperScore');
    expect(meta.resolveMember(month, 'dimensions')).toMatchObject({ type: 'time' });
    for (const each of meta.cubes)
      expect([each.measures, each.dimensions, each.segments].every(Array.isArray)).toBe(true);
  });

  it('draws a series with a point for every month of its range', async () => {
    const result = await rep.load({
      measures: [count],
      timeDimensions: [{ dimension: month, granularity: 'month', dateRange: ['2026-02-01', '2026-05-31'] }],
      filters: [ofPlan],
    });
    expect(result.series()[0]!.series).toEqual([
      { x: '2026-02-01T00:00:00.000', value: 0 },
      { x: '2026-03-01T00:00:00.000', value: 40 },
      { x: '2026-04-01T00:00:00.000', value: 44 },
      { x: '2026-05-01T00:00:00.000', value: 50 },
    ]);
    expect(result.query().timeDimensions![0]!.dateRange).toEqual([
      '2026-02-01T00:00:00.000',
      '2026-05-31T23:59:59.999',
    ]);
    expect(result.annotation().timeDimensions[`${month}.month`]).toMatchObject({
      granularity: { name: 'month', interval: '1 month' },
    });
  });

  it('shows staff the statement that a query becomes, and nobody else', async () => {
    const query: Query = { measures: [count], filters: [ofPlan] };
    const statement = await exact.sql(query);
    expect(statement.sql()).toMatch(/^SELECT\s[\s\S]+\sFROM member_snapshot FINAL/);
    const [, params] = statement.rawQuery().sql as unknown as [string, Record<string, unknown>];
    expect(JSON.stringify(params)).toContain('acme');
    const refusal = async (api: CubeApi) =>
      api.sql(query).then(
        () => 'shown',
        (reason: unknown) => (reason as { status: number }).status,
      );
    expect(await refusal(rep)).toBe(403);
    // The audience is asked for, and the role has to have it.
    expect(await refusal(cube('staff', { apiUrl: service.url }))).toBe(403);
    expect(await refusal(cube('rep', { apiUrl: service.url, headers: { 'X-Audience': 'staff' } }))).toBe(403);
  });

  it('pivots by a dimension, with titles from the annotation', async () => {
    const result = await exact.load({
      measures: [count],
      dimensions: ['Member.ageGroup'],
      filters: [ofPlan, { member: 'MemberSnapshot.atYearMonth', operator: 'equals', values: ['202605'] }],
    });
    expect(result.tablePivot()).toEqual([
      { 'Member.ageGroup': '31 - 44', [count]: 30 },
      { 'Member.ageGroup': '45 - 54', [count]: 20 },
    ]);
    expect(result.tableColumns().map((column) => column.shortTitle)).toEqual(['Age Group', 'Count Members']);
  });

  it('compares two ranges', async () => {
    const result = await rep.load({
      measures: [count],
      timeDimensions: [
        {
          dimension: month,
          granularity: 'month',
          compareDateRange: [
            ['2026-03-01', '2026-03-31'],
            ['2026-05-01', '2026-05-31'],
          ],
        },
      ],
    });
    expect(result.decompose().map((each) => each.rawData().map((row) => row[count]))).toEqual([[40], [50]]);
    expect(result.seriesNames().map(({ key }) => key)).toEqual([
      `2026-03-01T00:00:00.000 - 2026-03-31T23:59:59.999,${count}`,
      `2026-05-01T00:00:00.000 - 2026-05-31T23:59:59.999,${count}`,
    ]);
  });

  it('blends two queries by their time', async () => {
    const timeDimensions = [
      { dimension: month, granularity: 'month' as const, dateRange: ['2026-04-01', '2026-05-31'] as [string, string] },
    ];
    const result = await rep.load([
      { measures: [count], timeDimensions },
      { measures: ['MemberSnapshot.averageSalary'], timeDimensions },
    ]);
    expect(result.chartPivot().map((row) => [row.x, row[count], row['MemberSnapshot.averageSalary']])).toEqual([
      ['2026-04-01T00:00:00.000', 44, 80_000],
      ['2026-05-01T00:00:00.000', 50, 80_000],
    ]);
  });

  it('sends long queries by POST, and is answered 200', async () => {
    const values = ['acme', ...Array.from({ length: 200 }, () => 'acme')];
    const result = await rep.load({ measures: [count], filters: [{ ...ofPlan, values }] });
    expect(result.rawData()).toEqual([{ [count]: 50 }]);
  });

  it('counts rows before limit and offset where asked', async () => {
    const result = await exact.load({
      measures: [count],
      dimensions: ['Member.ageGroup'],
      filters: [ofPlan],
      limit: 1,
      offset: 1,
      total: true,
    });
    expect(result.totalRows()).toBe(2);
    expect(result.rawData()).toEqual([{ 'Member.ageGroup': '45 - 54', [count]: 20 }]);
  });

  it('dry-runs a query', async () => {
    const plan = await rep.dryRun({ measures: [count], dimensions: ['Member.gender'], order: { [count]: 'asc' } });
    expect(plan).toMatchObject({
      queryType: 'regularQuery',
      queryOrder: [{ [count]: 'asc' }],
      pivotQuery: { measures: [count], queryType: 'regularQuery' },
    });
    expect(plan.normalizedQueries[0]!.timezone).toBe('Australia/Sydney');
  });

  it('is notified of changes when it subscribes', async () => {
    const polling = cube('rep', { apiUrl: service.url, pollInterval: 0.05 });
    const seen: unknown[] = [];
    await new Promise<void>((resolve, reject) => {
      const subscription = polling.subscribe({ measures: [count] }, {}, (error, result) => {
        if (error) return reject(error);
        seen.push(result.rawData()[0]![count]);
        if (seen.length === 1)
          void closeMonths(engine.client, membersOf('acme', '2026-06', 1, 60)).then(() =>
            service.versions.bump('acme'),
          );
        if (seen.at(-1) === 60) void subscription.unsubscribe().then(() => resolve());
      });
    });
    expect(seen[0]).toBe(50);
    for (const table of ['member_snapshot', 'plan_month'])
      await engine.client.command({
        query: `ALTER TABLE ${table} DELETE WHERE month = '2026-06-01' SETTINGS mutations_sync = 2`,
      });
    service.versions.bump('acme');
  });

  it('gets the error of an invalid query', async () => {
    expect(await failure({ measures: ['MemberSnapshot.nothing'] })).toMatchObject({
      status: 400,
      response: { type: 'UserError', error: "There is no measure 'MemberSnapshot.nothing'" },
    });
    expect(await failure({ measures: [count], limit: 60_000 })).toMatchObject({ status: 400 });
    expect(await failure({ measures: [count], timezone: 'Nowhere' })).toMatchObject({ status: 400 });
    const notJson = await fetch(`${service.url}/load?query=%7B`, { headers: { authorization: 'rep' } });
    expect([notJson.status, await notJson.json()]).toEqual([400, { error: "'query' is not JSON" }]);
    const headers = { authorization: 'rep', 'content-type': 'application/json' };
    const badBody = await fetch(`${service.url}/load`, { method: 'POST', headers, body: '{' });
    expect([badBody.status, await badBody.json()]).toEqual([400, { error: expect.any(String) as string }]);
  });

  it('is refused other plans, and figures without a plan when there are several', async () => {
    const other = { measures: [count], filters: [{ ...ofPlan, values: ['other'] }] };
    expect(await failure(other)).toMatchObject({ status: 403, message: "You have no access to the plan 'other'" });
    expect(await failure({ ...other, filters: [{ ...ofPlan, values: ['acme', 'other'] }] })).toMatchObject({
      status: 403,
    });
    const provider = cube('provider', { apiUrl: service.url });
    expect(await failure({ measures: [count] }, provider)).toMatchObject({ status: 403 });
    expect((await provider.load(other as Query)).rawData()).toEqual([{ [count]: 30 }]);
    expect((await rep.load({ measures: [count] })).rawData()).toEqual([{ [count]: 50 }]);
    const staff = cube('staff', { apiUrl: service.url });
    expect((await staff.load({ measures: [count] })).rawData()).toEqual([{ [count]: 80 }]);
  });

  it("is refused Staff's exact view without the right to it", async () => {
    const headers = { 'X-Audience': 'staff' };
    const single: Query = { measures: [count], dimensions: ['Member.memberId'], filters: [ofPlan], limit: 3 };
    expect(await failure(single, cube('rep', { apiUrl: service.url, headers }))).toMatchObject({ status: 403 });
    expect((await cube('staff', { apiUrl: service.url, headers }).load(single)).rawData()).toHaveLength(3);
    expect(await failure(single, cube('staff', { apiUrl: service.url }))).toMatchObject({ status: 403 });
  });

  it('is refused without signing in', async () => {
    expect(await failure({ measures: [count] }, cube(undefined as never, { apiUrl: service.url }))).toMatchObject({
      status: 403,
      response: { error: expect.any(String) as string },
    });
  });
});
