import type { ClickHouseClient } from '@clickhouse/client';
import { speedTable } from '@superscope/contracts/kept-tables';
import { columnsOf, type RowOf } from '@superscope/contracts/read-models/analytics-table';
import { speedWaits } from '@superscope/contracts/speed';
import { clickhouseText } from '../platform/clickhouse/instant-text.js';
import { minuteMs, type SlowCall, type Timed } from '../platform/speed/times.js';

export type MinuteRow = RowOf<typeof speedTable>;

export const keptDays = 14;
const dayMs = 86_400_000;
/** An insert that takes longer is given up: its minutes are a gap. */
const patienceMs = 10_000;
/** A process that slept through more than this timed nothing meanwhile. */
const mostMinutesAtOnce = 3;

/** Writes rows in one insert, once. */
export async function insertMinutes(clickhouse: ClickHouseClient, rows: readonly MinuteRow[]): Promise<void> {
  await clickhouse.insert({
    table: speedTable.table,
    columns: [...columnsOf(speedTable)] as [string, ...string[]],
    values: [...rows],
    format: 'JSONEachRow',
    abort_signal: AbortSignal.timeout(patienceMs),
  });
}

/** Drops days that are no longer kept, and days to come, which a clock that was wrong has written. */
export async function dropOtherDays(clickhouse: ClickHouseClient, now: number): Promise<void> {
  const dayOf = (name: string) => `toString(toYYYYMMDD(toDateTime64({${name}:String}, 3, 'UTC')))`;
  const found = await clickhouse.query({
    query: `SELECT DISTINCT partition FROM system.parts
WHERE database = currentDatabase() AND table = {table:String} AND active
  AND (partition < ${dayOf('oldest')} OR partition > ${dayOf('newest')})`,
    query_params: {
      table: speedTable.table,
      oldest: minuteText(now - keptDays * dayMs),
      newest: minuteText(now + dayMs),
    },
    format: 'JSONEachRow',
  });
  for (const { partition } of await found.json<{ partition: string }>())
    if (/^\d{8}$/.test(partition))
      await clickhouse.command({ query: `ALTER TABLE ${speedTable.table} DROP PARTITION ${partition}` });
}

const minuteText = (at: number): string => clickhouseText(new Date(Math.floor(at / minuteMs) * minuteMs).toISOString());

export const emptyRow = (kind: string, name: string, at: number): MinuteRow => ({
  minute: minuteText(at),
  kind,
  name,
  detail: '',
  count: 1,
  steps: [],
  counts: [],
  slow_ms: [],
  slow_ids: [],
});

/**
 * Rows that say that times were kept in the minutes since a process last wrote, even if nothing was timed. Not in those that it slept through,
 * and only in the present one if its clock went back.
 */
export function keptRows(from: number, to: number): MinuteRow[] {
  const [first, last] = [Math.floor(from / minuteMs), Math.floor(to / minuteMs)];
  const minutes =
    last < first || last - first > mostMinutesAtOnce
      ? [to]
      : Array.from({ length: last - first + 1 }, (_, at) => (first + at) * minuteMs);
  return minutes.map((at) => emptyRow('kept', '', at));
}

/** What was timed of a name, and what its slow calls waited for. */
export function rowsOf({ minute, kind, name, count, steps, slowest }: Timed): MinuteRow[] {
  const inOrder = [...steps].toSorted(([a], [b]) => a - b);
  const timed = {
    ...emptyRow(kind, name, minute),
    count,
    steps: inOrder.map(([step]) => step),
    counts: inOrder.map(([, many]) => many),
    slow_ms: slowest.map(({ ms }) => ms),
    slow_ids: slowest.map(({ id }) => id),
  };
  return [timed, ...slowest.filter(({ waited }) => waited.length > 0).map((slow) => waitedRow(name, minute, slow))];
}

/**
 * What one of the slowest waited for. It is a row of its own, so that the table stays as earlier releases made it, whose processes pass over
 * such rows.
 */
const waitedRow = (name: string, minute: number, { ms, id, waited }: SlowCall): MinuteRow => ({
  ...emptyRow('waited', name, minute),
  steps: waited.map(({ on }) => speedWaits.indexOf(on)),
  counts: waited.map(({ ms }) => ms),
  slow_ms: [ms],
  slow_ids: [id],
});
