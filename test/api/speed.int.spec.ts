import { speedTable } from '@superscope/contracts/kept-tables';
import { analyticsTables } from '@superscope/contracts/read-models/read-models';
import { mostScreensOfAPerson, type Speed } from '@superscope/contracts/speed';
import { encodePosition } from '@superscope/event-store/events/position';
import { Times } from '@superscope/api/platform/speed/times';
import { SpeedReader } from '@superscope/api/speed/speed-reader';
import { SpeedWriter } from '@superscope/api/speed/speed-writer';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startApi, testPassword, type ApiClient } from '../harness/api-server.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';

let engines: PortalEngines;
let apis: Awaited<ReturnType<typeof startApi>>[];
let devops: ApiClient;
let staff: ApiClient;
const minuteMs = 60_000;
const dayMs = 86_400_000;
const now = () => Math.floor(Date.now() / minuteMs) * minuteMs;

beforeAll(async () => {
  engines = await startWithAccounts();
  apis = [await startApi(engines), await startApi(engines)];
  devops = apis[0]!.client();
  await devops.signIn('devops');
  staff = apis[0]!.client();
  await staff.signIn('staff');
});
afterAll(async () => {
  for (const api of apis) await api.stop();
  await engines.stop();
});
const timesOf = (at: number) => apis[at]!.app.get(Times);
const writerOf = (at: number) => apis[at]!.app.get(SpeedWriter);
const rowsOf = async <Row>(query: string) =>
  (await engines.clickhouse.query({ query, format: 'JSONEachRow' })).json<Row>();
const speed = async (period = 'hours24'): Promise<Speed> => {
  const { status, body } = await devops.request(`/api/speed?period=${period}`);
  expect(status).toBe(200);
  return body as unknown as Speed;
};
const laneOf = ({ lanes }: Speed, name: string) => lanes.find(({ lane }) => lane === name)!;
const jobOf = ({ jobs }: Speed, wanted: string) => jobs.find(({ name }) => name === wanted)!;
/** Only what a test notes is in the rows. */
beforeEach(async () => {
  for (const at of [0, 1]) timesOf(at).take();
  await engines.clickhouse.command({ query: `TRUNCATE TABLE ${speedTable.table}` });
});

describe('times of a minute', () => {
  it('that two processes wrote add up, as percentiles of all and not of percentiles', async () => {
    const at = now() - 10 * minuteMs;
    for (let n = 0; n < 90; n++) timesOf(0).note('job', 'pcmReport', 100, '', at);
    for (let n = 0; n < 10; n++) timesOf(1).note('job', 'pcmReport', 10_000, '', at);
    await Promise.all([writerOf(0).turn(now()), writerOf(1).turn(now())]);
    const [point] = laneOf(await speed(), 'job').points;
    expect(point!.count).toBe(100);
    expect(point!.p50).toBeLessThanOrEqual(110);
    expect(point!.p95).toBeGreaterThanOrEqual(10_000);
  });

  it('add up when one process writes a minute twice, as after its clock went back', async () => {
    const at = now() - 20 * minuteMs;
    for (const turn of [now(), now() - 30 * minuteMs]) {
      timesOf(0).note('job', 'evidence', 300, '', at);
      await writerOf(0).turn(turn);
    }
    expect(jobOf(await speed(), 'evidence').since!.count).toBe(2);
  });

  it('are dropped with their day after 14 days, and days to come with them', async () => {
    for (const days of [-15, -13, 0, 3]) timesOf(0).note('job', 'evidence', 300, '', now() + days * dayMs);
    await writerOf(0).turn(now() + 1);
    // It cleans up once an hour: this is the next time.
    await writerOf(0).turn(now() + 3_600_001);
    const found = await rowsOf<{ day: string }>(
      `SELECT DISTINCT toString(toDate(minute)) AS day FROM ${speedTable.table} WHERE kind = 'job' ORDER BY day`,
    );
    const dayOf = (days: number) => new Date(now() + days * dayMs).toISOString().slice(0, 10);
    expect(found.map(({ day }) => day)).toEqual([dayOf(-13), dayOf(0)]);
  });

  it('that cannot be written are a gap, and no request waits for them', async () => {
    await writerOf(0).turn(now() - 30 * minuteMs);
    await engines.clickhouse.command({ query: `RENAME TABLE ${speedTable.table} TO away` });
    timesOf(0).note('job', 'evidence', 300, '', now() - 20 * minuteMs);
    await expect(writerOf(0).turn(now() - 20 * minuteMs)).rejects.toThrow();
    expect((await staff.request('/api/plans')).status).toBe(200);
    await engines.clickhouse.command({ query: `RENAME TABLE away TO ${speedTable.table}` });
    await writerOf(0).turn(now() - 10 * minuteMs);
    await writerOf(0).turn(now());
    const answer = await speed();
    expect(answer.keptSince).toBe(new Date(now() - 30 * minuteMs).toISOString());
    expect(answer.gaps[0]).toEqual({
      from: new Date(now() - 29 * minuteMs).toISOString(),
      to: new Date(now() - 10 * minuteMs).toISOString(),
    });
    expect(jobOf(answer, 'evidence')).toBeUndefined();
  });

  it('are none at first, then since the first minute, and a gap while every api was stopped over a change of clocks', async () => {
    const reader = apis[0]!.app.get(SpeedReader);
    // Clocks in Sydney go from 02:00 to 03:00 at 16:00 in UTC.
    const [first, stopped, again] = ['15:00', '15:30', '17:30'].map((at) => Date.parse(`2026-10-03T${at}:00.000Z`));
    const fresh = await reader.read('hours24', first!);
    expect(fresh).toMatchObject({ keptSince: null, gaps: [], slowest: [] });
    expect(fresh.verdict.is).toBe('nothing');
    for (const [begin, end] of [
      [first!, stopped!],
      [again!, again! + 20 * minuteMs],
    ] as const)
      // prettier-ignore
      for (let at = begin; at <= end; at += minuteMs) {
        // The one that writes changes: together they leave no gap.
        timesOf(0).note('job', 'evidence', 300, '', at);
        await writerOf((at / minuteMs) % 2).turn(at);
      }
    const later = await reader.read('hours24', again! + 20 * minuteMs);
    expect(later.verdict.is).toBe('short');
    expect(later.keptSince).toBe(new Date(first!).toISOString());
    expect(later.gaps).toEqual([
      { from: new Date(stopped! + minuteMs).toISOString(), to: new Date(again!).toISOString() },
    ]);
    for (const { at, count } of laneOf(later, 'job').points) {
      expect(count).toBeGreaterThan(0);
      expect(Date.parse(at) > stopped! && Date.parse(at) < again! - 10 * minuteMs).toBe(false);
    }
  });

  it('are in no table that a rebuild makes', () => {
    expect(analyticsTables.map(({ table }) => table as string)).not.toContain(speedTable.table);
  });
});

describe('calls', () => {
  it('are named by their route, without ids, with the correlation ids of the slowest', async () => {
    const correlationId = '7f310000-0000-4000-8000-00000000c2a9';
    await staff.request('/api/plans/TWR.P0002/reports', { headers: { 'X-Correlation-Id': correlationId } });
    await staff.request('/api/plans/TWR.P0002/reports', { headers: { 'X-Correlation-Id': 'Ananya-Marchetti' } });
    await writerOf(0).turn(Date.now());
    await vi.waitFor(async () => {
      const { calls, slowest } = await speed();
      expect(calls.map(({ name }) => name)).toContain('GET /api/plans/:planId/reports');
      expect(slowest.map(({ correlationId }) => correlationId)).toContain(correlationId);
    });
    const text = JSON.stringify([await speed(), await rowsOf(`SELECT * FROM ${speedTable.table}`)]);
    for (const never of ['TWR', 'P0002', 'Marchetti', 'staff@', '"staff"']) expect(text).not.toContain(never);
  });
});

describe('what slow calls waited for', () => {
  const idOf = (of: number) => `7f310000-0000-4000-8000-${String(of).padStart(12, '0')}`;
  const of = async (id: string) => {
    await writerOf(0).turn(Date.now());
    const { slowest } = await speed();
    return slowest.find(({ correlationId }) => correlationId === id);
  };
  const behind = { 'X-After': `plan-TWR.P0002@${encodePosition({ commit: 2n ** 60n, prepare: 2n ** 60n })}` };

  it('is said of each, within the time that the call took, and kept apart from calls beside it', async () => {
    const reads = Array.from({ length: 8 }, (_, at) => at + 10);
    await Promise.all([
      staff.request('/api/plans', { headers: { ...behind, 'X-Correlation-Id': idOf(1) } }),
      ...reads.map((at) => staff.request('/api/plans', { headers: { 'X-Correlation-Id': idOf(at) } })),
    ]);
    const late = await of(idOf(1));
    expect(late!.waited[0]!.on).toBe('projector');
    expect(late!.waited[0]!.ms).toBeGreaterThan(1_500);
    for (const { ms } of late!.waited) expect(ms).toBeLessThanOrEqual(late!.ms);
    const { slowest } = await speed();
    const beside = slowest.filter(({ correlationId }) => reads.map(idOf).includes(correlationId));
    expect(beside.length).toBeGreaterThan(3);
    for (const { waited } of beside) {
      expect(waited.map(({ on }) => on)).toContain('mongodb');
      expect(waited.map(({ on }) => on)).not.toContain('projector');
    }
  });

  it('names ClickHouse for questions to it, and the event store for what is written', async () => {
    await devops.request('/api/speed?period=days14', { headers: { 'X-Correlation-Id': idOf(30) } });
    expect((await of(idOf(30)))!.waited.map(({ on }) => on)).toContain('clickhouse');
    const credentials = { username: 'staff', password: testPassword };
    const signedIn = await apis[0]!.client().post('/api/authentication', credentials, { 'X-Correlation-Id': idOf(31) });
    expect(signedIn.status).toBe(200);
    expect((await of(idOf(31)))!.waited.map(({ on }) => on)).toContain('eventStore');
  });

  it('is not told of calls that releases before wrote, and not by a place that a later release added', async () => {
    const row = { count: 1, steps: [0], counts: [1], slow_ms: [9_000], slow_ids: [idOf(40)], detail: '' };
    const minute = new Date(now()).toISOString().replace('T', ' ').replace('Z', '');
    const call = { ...row, minute, name: 'GET /api/plans', kind: 'call' };
    await engines.clickhouse.insert({ table: speedTable.table, values: [call], format: 'JSONEachRow' });
    expect((await of(idOf(40)))!.waited).toEqual([]);
    const waited = { ...call, kind: 'waited', steps: [200, 3], counts: [5_000, 4_000] };
    await engines.clickhouse.insert({ table: speedTable.table, values: [waited], format: 'JSONEachRow' });
    expect((await of(idOf(40)))!.waited).toEqual([{ on: 'mongodb', ms: 4_000 }]);
  });
});

describe('screens', () => {
  const tell = (screens: unknown) => staff.post('/api/speed/screens', { screens });

  it('are told by browsers, and clamped', async () => {
    expect(
      (
        await tell([
          { screen: '/dashboard', ms: 420 },
          { screen: '/plans', ms: 1e9 },
        ])
      ).status,
    ).toBe(204);
    await writerOf(0).turn(now());
    const { screens } = await speed();
    expect(screens.map(({ name }) => name)).toEqual(['/plans', '/dashboard']);
    expect(screens[0]!.since!.p95).toBeLessThanOrEqual(132_000);
  });

  it.each([
    [[{ screen: '/staff/Ananya Marchetti', ms: 1 }]],
    [[{ screen: '/super/analytics/TWR.P0002', ms: 1 }]],
    [[{ screen: '__proto__', ms: 1 }]],
    [[{ screen: '/dashboard', ms: -1 }]],
    [[{ screen: '/dashboard', ms: '1' }]],
    [[{ screen: '/dashboard', ms: 1, plan: 'TWR.P0002' }]],
    [[]],
    [Array.from({ length: 21 }, () => ({ screen: '/dashboard', ms: 1 }))],
  ])('that are none are refused: %j', async (screens) => {
    expect((await tell(screens)).status).toBe(400);
    await writerOf(0).turn(now());
    expect((await speed()).screens).toEqual([]);
  });

  it('of one person are limited, and those of another are not', async () => {
    const many = Array.from({ length: 20 }, () => ({ screen: '/dashboard', ms: 1 }));
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) statuses.push((await tell(many)).status);
    // The minute may change once meanwhile.
    const taken = statuses.filter((status) => status === 204).length * many.length;
    expect(taken).toBeLessThanOrEqual(2 * mostScreensOfAPerson);
    expect(statuses).toContain(429);
    expect((await devops.post('/api/speed/screens', { screens: many })).status).toBe(204);
  });

  it('are not told by anybody without a session', async () => {
    const nobody = apis[0]!.client();
    const { status } = await nobody.post('/api/speed/screens', { screens: [{ screen: '/dashboard', ms: 1 }] });
    expect(status).toBe(401);
  });
});

describe('what happened beside them', () => {
  it('has the start of each process and what fires, once for both processes', async () => {
    const title = 'Projector lags';
    const check = {
      name: 'Lag',
      title,
      looksAt: '',
      page: null,
      since: null,
      concerns: [],
      isInHand: false,
      isMuted: false,
    };
    await engines.mongo
      .db('ops')
      .collection<{ _id: string }>('alert_look')
      .replaceOne(
        { _id: 'newest' },
        { at: new Date(now()), checks: [{ ...check, finding: { state: 'fires', said: '', parts: [] } }], addresses: 0 },
        { upsert: true },
      );
    for (const at of [0, 1]) for (const ago of [3, 2, 1]) await writerOf(at).turn(now() - ago * minuteMs);
    const { alerts, starts } = await speed();
    expect(alerts).toEqual([{ title, from: new Date(now() - 3 * minuteMs).toISOString(), to: null }]);
    expect(starts.filter(({ process }) => process === 'api').length).toBeLessThanOrEqual(1);
  });
});

it('is for operators', async () => {
  expect((await staff.request('/api/speed?period=hours24')).status).toBe(403);
  expect((await devops.request('/api/speed?period=forever')).status).toBe(400);
  expect((await speed('days14')).verdict.is).toMatch(/^(short|nothing)$/);
});
