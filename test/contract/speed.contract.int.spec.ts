import { Times } from '@superscope/api/platform/speed/times';
import { dropOtherDays, emptyRow, insertMinutes, keptRows, rowsOf } from '@superscope/api/speed/minute-rows';
import { SpeedRows } from '@superscope/api/speed/speed-rows';
import { connectForQueries } from '@superscope/api/platform/clickhouse/query-client';
import type { ClickHouseClient } from '@clickhouse/client';
import { keptTables, speedTable } from '@superscope/contracts/kept-tables';
import { makeTables } from '@superscope/projector/analytics-schema/analytics-schema';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ownDatabase } from './clickhouse-database.fixture.js';
import { real, targets } from './clickhouse-servers.js';
import { rows, value } from './clickhouse-target.js';
import { reportServer } from './report-server.js';

reportServer(real, false);

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Ten hours before clocks in Sydney change, so that what is asked spans it. */
const noon = Date.parse('2026-10-03T06:00:00.000Z');
const iso = (at: number) => new Date(at).toISOString();
const id = (of: number) => `7f310000-0000-4000-8000-${String(of).padStart(12, '0')}`;

describe.each(targets)('minutes of times on $name', ({ open }) => {
  const at = ownDatabase(open);
  let client: ClickHouseClient;
  let queries: ReturnType<typeof connectForQueries>;
  let speed: SpeedRows;
  const all = { from: noon - 14 * dayMs, to: noon + 2 * dayMs };
  const write = (times: Times) => insertMinutes(client, times.take().flatMap(rowsOf));

  beforeAll(async () => {
    // As the api's own client: 64-bit integers are numbers.
    client = at.clientWith({ clickhouse_settings: { output_format_json_quote_64bit_integers: 0 } });
    queries = connectForQueries(at.url());
    speed = new SpeedRows({ client, queries });
    await makeTables(client, { cluster: null }, keptTables);
  });
  afterAll(() => queries.close());
  beforeEach(() => client.command({ query: `TRUNCATE TABLE ${speedTable.table}` }));

  it('stand as they are declared, so that nothing makes them anew', async () => {
    expect(await makeTables(client, { cluster: null }, keptTables)).toEqual([]);
  });

  it('hold nothing at first, which no query takes for zero', async () => {
    expect(await speed.kept(all)).toEqual({ keptSince: null, gaps: [] });
    expect(await speed.points(all, 10)).toEqual(new Map());
    expect(await speed.names(all, noon)).toEqual(new Map());
    expect([await speed.slowest(all), await speed.starts(all), await speed.alerts(all)]).toEqual([[], [], []]);
  });

  it('of several processes add up to percentiles of all that was timed, in every step of time', async () => {
    const [one, other] = [new Times(), new Times()];
    for (let n = 0; n < 94; n++) one.note('call', 'GET /api/plans', 100, '', noon + n * 1_000);
    for (let n = 0; n < 6; n++) other.note('call', 'GET /api/session', 10_000, '', noon + n * 1_000);
    other.note('job', 'evidence', 3_600_000_000, '', noon);
    await Promise.all([write(one), write(other)]);
    const points = await speed.points(all, 10);
    expect([...points.keys()].toSorted()).toEqual(['call', 'job']);
    const [call, ...more] = points.get('call')!;
    expect(more).toEqual([]);
    expect(call).toMatchObject({ at: iso(noon), count: 100 });
    expect(call!.p50).toBeLessThanOrEqual(110);
    expect(call!.p95).toBeGreaterThanOrEqual(10_000);
    expect(points.get('job')![0]!.p95).toBe(3_600_000);
  });

  it('compare each name with what it was before, and each lane with itself', async () => {
    const times = new Times();
    for (const [ms, when] of [
      [300, noon - dayMs],
      [900, noon],
    ] as const)
      // prettier-ignore
      for (let n = 0; n < 10; n++) times.note('screen', '/dashboard', ms, '', when);
    times.note('screen', '/plans', 40, '', noon - dayMs);
    await write(times);
    const names = (await speed.names(all, noon)).get('screen')!;
    expect(names.map(({ name }) => name)).toEqual(['', '/dashboard', '/plans']);
    expect(names.map(({ since, before }) => [since?.count ?? null, before?.count ?? null])).toEqual([
      [10, 11],
      [10, 10],
      [null, 1],
    ]);
    expect(names[1]!.since!.p95).toBeGreaterThan(2 * names[1]!.before!.p95);
  });

  it('have the slowest of all processes with what each waited for', async () => {
    const [one, other] = [new Times(), new Times()];
    for (let n = 0; n < 12; n++)
      one.note('call', 'GET /api/plans', 1_000 + n, id(n), noon, () => [{ on: 'clickhouse', ms: 900 + n }]);
    other.note('call', "GET /api/plans/:planId/'quoted'", 5_000, id(99), noon, () => [
      { on: 'eventStore', ms: 4_000 },
      { on: 'rest', ms: 1_000 },
    ]);
    other.note('call', 'GET /api/session', 4_000, id(98), noon);
    await Promise.all([write(one), write(other)]);
    const slowest = await speed.slowest(all);
    expect(slowest).toHaveLength(10);
    expect(slowest[0]).toEqual({
      call: "GET /api/plans/:planId/'quoted'",
      ms: 5_000,
      at: iso(noon),
      correlationId: id(99),
      waited: [
        { on: 'eventStore', ms: 4_000 },
        { on: 'rest', ms: 1_000 },
      ],
    });
    expect(slowest[1]!.waited).toEqual([]);
    expect(slowest[2]!.waited).toEqual([{ on: 'clickhouse', ms: 911 }]);
  });

  it('show a stretch that nobody wrote as a gap, as long as it was though clocks in Sydney changed within it', async () => {
    // Clocks there go from 02:00 to 03:00 at 16:00 in UTC.
    const [stopped, again] = [Date.parse('2026-10-03T15:31:00.000Z'), Date.parse('2026-10-03T17:00:00.000Z')];
    for (const begin of [noon, again])
      for (let minute = begin; minute < (begin === noon ? stopped : again + 10 * minuteMs); minute += 3 * minuteMs)
        await insertMinutes(client, keptRows(minute, minute + 2 * minuteMs));
    const { keptSince, gaps } = await speed.kept({ ...all, to: again + 12 * minuteMs });
    expect(keptSince).toBe(iso(noon));
    // The last minutes before it were written at 15:29 for the three from there.
    expect(gaps).toHaveLength(1);
    expect(Date.parse(gaps[0]!.to)).toBe(again);
    expect(Date.parse(gaps[0]!.from)).toBeGreaterThanOrEqual(stopped);
    expect(Date.parse(gaps[0]!.from)).toBeLessThan(stopped + 3 * minuteMs);
  });

  it('show what has not been written lately as a gap that lasts', async () => {
    await insertMinutes(client, keptRows(noon, noon));
    const { gaps } = await speed.kept({ from: all.from, to: noon + 30 * minuteMs });
    expect(gaps).toEqual([{ from: iso(noon + minuteMs), to: iso(noon + 30 * minuteMs) }]);
  });

  it('have starts once, and stretches in which an alert fired', async () => {
    const start = { ...emptyRow('start', 'api', noon), detail: "1.14.1 'a'" };
    const fires = [0, 1, 2, 30].map((minute) => emptyRow('alert', 'Projector lags', noon + minute * minuteMs));
    await insertMinutes(client, [start, start, ...fires]);
    expect(await speed.starts(all)).toEqual([{ at: iso(noon), process: 'api', version: "1.14.1 'a'" }]);
    expect(await speed.alerts({ from: all.from, to: noon + 31 * minuteMs })).toEqual([
      { title: 'Projector lags', from: iso(noon), to: iso(noon + 3 * minuteMs) },
      { title: 'Projector lags', from: iso(noon + 30 * minuteMs), to: null },
    ]);
  });

  it('are dropped a day at a time, with those of a clock that was ahead', async () => {
    for (const days of [-20, -15, -14, 0, 1, 2])
      await insertMinutes(client, keptRows(noon + days * dayMs, noon + days * dayMs));
    await dropOtherDays(client, noon);
    await dropOtherDays(client, noon);
    const query = `SELECT DISTINCT toString(toDate(minute)) AS day FROM ${speedTable.table} ORDER BY day`;
    expect((await rows<{ day: string }>(client, query)).map(({ day }) => day)).toEqual(
      [-14, 0, 1].map((days) => iso(noon + days * dayMs).slice(0, 10)),
    );
  });

  it('are all there or not at all when an insert is given up', async () => {
    const good = emptyRow('kept', '', noon);
    await expect(insertMinutes(client, [good, { ...good, minute: 'no minute' }])).rejects.toThrow();
    expect(Number(await value(client, `SELECT count() FROM ${speedTable.table}`))).toBe(0);
  });
});
