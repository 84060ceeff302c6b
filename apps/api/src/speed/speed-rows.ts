import { Injectable } from '@nestjs/common';
import { speedTable } from '@superscope/contracts/kept-tables';
import {
  speedWaits,
  type NamedTimes,
  type Percentiles,
  type Speed,
  type SpeedAlert,
  type SpeedLane,
  type SpeedPoint,
} from '@superscope/contracts/speed';
import { clickhouseText } from '../platform/clickhouse/instant-text.js';
import { Analytics } from '../platform/engines.module.js';
import { msOf } from '../platform/speed/histogram.js';
import { minuteMs, mostSlowest, timedKinds } from '../platform/speed/times.js';

/** A missing minute is one between two writes; from two on it is a gap. */
const leastGapMinutes = 3;
/** An alert that was quiet for less is the same one. */
const leastQuietMinutes = 5;
const mostNames = 200;

/** A stretch of time in milliseconds. */
export interface Window {
  from: number;
  to: number;
}

interface Found {
  count: number;
  p50: number;
  p95: number;
}

interface SlowRow {
  call: string;
  ms: number;
  /** The first second of its minute. */
  at: number;
  correlationId: string;
}

/** A browser may send a request again under its id. */
const keyOf = ({ call, ms, at, correlationId }: SlowRow): string => `${correlationId} ${at} ${ms} ${call}`;

/** Steps of the merged histogram, never averages of percentiles. `if` chooses the rows. */
const merged = (chosen = '1', name = '') => `
  sumIf(count, ${chosen}) AS count${name},
  sumMapIf(steps, counts, ${chosen}) AS histogram${name},
  ${stepAt(0.5, name)} AS p50${name}, ${stepAt(0.95, name)} AS p95${name}`;
const stepAt = (share: number, name: string) =>
  `arrayElement(histogram${name}.1, arrayFirstIndex(upTo -> upTo >= ${share} * count${name}, arrayCumSum(histogram${name}.2)))`;

const percentilesOf = ({ count, p50, p95 }: Found): Percentiles => ({ count, p50: msOf(p50), p95: msOf(p95) });
const orNull = (found: Found): Percentiles | null => (found.count === 0 ? null : percentilesOf(found));
const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Reads the rows of minutes. Those of several processes add up. */
@Injectable()
export class SpeedRows {
  constructor(private readonly analytics: Analytics) {}

  /** Percentiles of each lane by steps of time. */
  async points(within: Window, stepMinutes: number): Promise<Map<SpeedLane, SpeedPoint[]>> {
    const rows = await this.rows<Found & { kind: SpeedLane; at: number }>(
      `SELECT toString(kind) AS kind, intDiv(toUnixTimestamp(minute), {step:UInt32}) * {step:UInt32} AS at,${merged()}
FROM ${speedTable.table} WHERE ${inWindow} AND kind IN {kinds:Array(String)} GROUP BY kind, at HAVING count > 0 ORDER BY kind, at`,
      { ...bounds(within), step: stepMinutes * 60, kinds: [...timedKinds] },
    );
    const points = new Map<SpeedLane, SpeedPoint[]>();
    for (const { kind, at, ...found } of rows)
      points.set(kind, [...(points.get(kind) ?? []), { at: isoOf(at), ...percentilesOf(found) }]);
    return points;
  }

  /** Percentiles of each name since a moment and before it, the slowest now first. A lane has the empty name. */
  async names(within: Window, since: number): Promise<Map<SpeedLane, NamedTimes[]>> {
    const rows = await this.rows<
      Record<'count_a' | 'p50_a' | 'p95_a' | 'count_b' | 'p50_b' | 'p95_b', number> & { kind: SpeedLane; name: string }
    >(
      `SELECT toString(kind) AS kind, toString(name) AS name,${merged('minute >= {since:String}', '_a')},${merged('minute < {since:String}', '_b')}
FROM ${speedTable.table} WHERE ${inWindow} AND kind IN {kinds:Array(String)}
GROUP BY GROUPING SETS ((kind, name), (kind)) ORDER BY kind, name != '', p95_a DESC, name LIMIT {most:UInt32} BY kind`,
      { ...bounds(within), since: textOf(since), kinds: [...timedKinds], most: mostNames },
    );
    const names = new Map<SpeedLane, NamedTimes[]>();
    for (const { kind, name, ...of } of rows) {
      const since = orNull({ count: of.count_a, p50: of.p50_a, p95: of.p95_a });
      const before = orNull({ count: of.count_b, p50: of.p50_b, p95: of.p95_b });
      names.set(kind, [...(names.get(kind) ?? []), { name, since, before }]);
    }
    return names;
  }

  async slowest(since: Window): Promise<Speed['slowest']> {
    const rows = await this.rows<SlowRow>(
      `SELECT toString(name) AS call, one.1 AS ms, toUnixTimestamp(minute) AS at, one.2 AS correlationId
FROM ${speedTable.table} ARRAY JOIN arrayZip(slow_ms, slow_ids) AS one WHERE ${inWindow} AND kind = 'call'
ORDER BY ms DESC, at DESC, correlationId LIMIT {most:UInt32}`,
      { ...bounds(since), most: mostSlowest },
    );
    if (rows.length === 0) return [];
    const waited = await this.waited(since, rows);
    return rows.map((row) => ({ ...row, at: isoOf(row.at), waited: waited.get(keyOf(row)) ?? [] }));
  }

  /** What each of some slow calls waited for. */
  private async waited(
    within: Window,
    calls: readonly SlowRow[],
  ): Promise<Map<string, Speed['slowest'][number]['waited']>> {
    const rows = await this.rows<SlowRow & { places: number[]; times: number[] }>(
      `SELECT toString(name) AS call, slow_ms[1] AS ms, toUnixTimestamp(minute) AS at, slow_ids[1] AS correlationId, steps AS places, counts AS times
FROM ${speedTable.table} WHERE ${inWindow} AND kind = 'waited' AND slow_ids[1] IN {ids:Array(String)}`,
      { ...bounds(within), ids: calls.map(({ correlationId }) => correlationId) },
    );
    return new Map(
      rows.map((row) => [
        keyOf(row),
        row.places.flatMap((place, at) => {
          // A later release may wait for more, and may have written beside this one.
          const on = speedWaits[place];
          return on === undefined ? [] : [{ on, ms: row.times[at]! }];
        }),
      ]),
    );
  }

  /** Since when times are kept, and the stretches without any. */
  async kept({ from, to }: Window): Promise<Pick<Speed, 'keptSince' | 'gaps'>> {
    const [found] = await this.rows<{ first: number; last: number; ends: number[]; lengths: number[] }>(
      `SELECT toUnixTimestamp(min(minute)) AS first, toUnixTimestamp(max(minute)) AS last,
  arraySort(groupUniqArray(toUnixTimestamp(minute))) AS minutes, arrayDifference(minutes) AS apart,
  arrayFilter((at, far) -> far > {far:UInt32}, minutes, apart) AS ends, arrayFilter(far -> far > {far:UInt32}, apart) AS lengths
FROM (SELECT minute FROM ${speedTable.table} WHERE ${inWindow} AND kind = 'kept')
HAVING count() > 0`,
      { ...bounds({ from, to }), far: leastGapMinutes * 60 },
    );
    if (found === undefined) return { keptSince: null, gaps: [] };
    const gaps = found.ends.map((end, at) => ({ from: isoOf(end - found.lengths[at]! + 60), to: isoOf(end) }));
    const isBehind = to - found.last * 1000 > (leastGapMinutes + 1) * minuteMs;
    return {
      keptSince: isoOf(found.first),
      gaps: isBehind ? [...gaps, { from: isoOf(found.last + 60), to: new Date(to).toISOString() }] : gaps,
    };
  }

  async starts(within: Window): Promise<{ at: string; process: string; version: string }[]> {
    const rows = await this.rows<{ at: number; process: string; version: string }>(
      `SELECT DISTINCT toUnixTimestamp(minute) AS at, toString(name) AS process, detail AS version
FROM ${speedTable.table} WHERE ${inWindow} AND kind = 'start' ORDER BY at, process, version`,
      bounds(within),
    );
    return rows.map(({ at, ...row }) => ({ ...row, at: isoOf(at) }));
  }

  /** The stretches in which each alert fired. Minutes of which nothing is kept end one. */
  async alerts({ from, to }: Window): Promise<SpeedAlert[]> {
    const rows = await this.rows<{ title: string; minutes: number[] }>(
      `SELECT toString(name) AS title, arraySort(groupUniqArray(toUnixTimestamp(minute))) AS minutes
FROM ${speedTable.table} WHERE ${inWindow} AND kind = 'alert' GROUP BY name ORDER BY title`,
      bounds({ from, to }),
    );
    return rows
      .flatMap(({ title, minutes }) => stretchesOf(minutes).map((stretch) => ({ title, ...stretch })))
      .map(({ title, first, last }) => ({
        title,
        from: isoOf(first),
        to: to - last * 1000 > (leastQuietMinutes + 1) * minuteMs ? isoOf(last + 60) : null,
      }))
      .toSorted((a, b) => a.from.localeCompare(b.from));
  }

  private async rows<Row>(query: string, params: Record<string, unknown>): Promise<Row[]> {
    const answer = await this.analytics.client.query({ query, query_params: params, format: 'JSONEachRow' });
    return answer.json<Row>();
  }
}

const inWindow = 'minute >= {from:String} AND minute < {to:String}';
const textOf = (at: number): string => clickhouseText(new Date(at).toISOString());
const bounds = ({ from, to }: Window) => ({ from: textOf(from), to: textOf(to) });

/** Stretches of minutes, in seconds, without a pause that ends one. */
function stretchesOf(minutes: readonly number[]): { first: number; last: number }[] {
  const stretches: { first: number; last: number }[] = [];
  for (const minute of minutes) {
    const open = stretches.at(-1);
    if (open !== undefined && minute - open.last <= leastQuietMinutes * 60) open.last = minute;
    else stretches.push({ first: minute, last: minute });
  }
  return stretches;
}
