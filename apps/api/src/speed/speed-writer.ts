import { Injectable } from '@nestjs/common';
import { productVersion } from '@superscope/contracts/build-info';
import { speedTable } from '@superscope/contracts/kept-tables';
import { columnsOf, type RowOf } from '@superscope/contracts/read-models/analytics-table';
import { speedWaits } from '@superscope/contracts/speed';
import { processNotesOf } from '@superscope/event-store/processes/process-notes';
import { readBuildStamp } from '../operations/build-stamp.js';
import { SystemHealthReader } from '../operations/system-health-reader.js';
import { looksOf } from '../platform/checks/newest-look.js';
import { clickhouseText } from '../platform/clickhouse/instant-text.js';
import { Engines, Ops } from '../platform/engines.module.js';
import { Repeated } from '../platform/repeated.js';
import { minuteMs, Times, type SlowCall, type Timed } from '../platform/speed/times.js';

type Row = RowOf<typeof speedTable>;

export const keptDays = 14;
const dayMs = 86_400_000;
/** An insert that takes longer is given up: its minutes are a gap. */
const patienceMs = 10_000;
/** A process that slept through more than this timed nothing meanwhile. */
const mostMinutesAtOnce = 3;
/** What was found before that long ago is not what is. */
const lookIsOldAfterMs = 5 * minuteMs;
/** A start is noted by every api that sees it, and once in answers. */
const newestStartsMs = 10 * minuteMs;

/**
 * Writes each minute what this process timed, in one insert, and drops days that are no longer kept. What cannot be written is dropped, and
 * is a gap: nothing waits for it. Rows add up, so any number of apis write.
 */
@Injectable()
export class SpeedWriter extends Repeated {
  private readonly startedAt = Date.now() - process.uptime() * 1000;
  private writtenUntil = Date.now();
  private cleanedAt = Number.NEGATIVE_INFINITY;
  private readonly seen = new Set<string>();

  constructor(
    private readonly times: Times,
    private readonly engines: Engines,
    private readonly ops: Ops,
    private readonly health: SystemHealthReader,
  ) {
    super({ log: 'Speed', firstAfterMs: 15_000, everyMs: minuteMs, failed: 'times could not be written' });
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.write(Date.now(), []).catch(() => undefined);
  }

  look(): Promise<void> {
    return this.turn(Date.now());
  }

  async turn(now: number): Promise<void> {
    const [lag, alerts, starts] = await Promise.all([
      this.health.secondsBehind().catch(() => null),
      this.alerts(now).catch(() => []),
      this.starts(now).catch(() => []),
    ]);
    if (lag !== null) this.times.note('lag', 'read models', lag * 1000, '', now);
    await this.write(now, [...alerts, ...starts]);
    for (const { name, minute } of starts) this.seen.add(`${name} ${minute}`);
    if (now - this.cleanedAt < 3_600_000) return;
    this.cleanedAt = now;
    await this.dropOldDays(now);
  }

  private async write(now: number, more: readonly Row[]): Promise<void> {
    const rows = [
      ...this.times.take().flatMap(rowsOf),
      ...minutesBetween(this.writtenUntil, now).map(keptRow),
      ...more,
    ];
    this.writtenUntil = now;
    await this.engines.clickhouse.insert({
      table: speedTable.table,
      columns: [...columnsOf(speedTable)] as [string, ...string[]],
      values: rows,
      format: 'JSONEachRow',
      abort_signal: AbortSignal.timeout(patienceMs),
    });
  }

  /** What fires in this minute. All apis write the same. */
  private async alerts(now: number): Promise<Row[]> {
    const look = await looksOf(this.ops).findOne({ _id: 'newest' });
    if (look === null || now - look.at.getTime() > lookIsOldAfterMs) return [];
    return look.checks
      .filter(({ finding }) => finding?.state === 'fires')
      .map(({ title }) => emptyRow('alert', title, now));
  }

  /** Processes that started lately, and this one. */
  private async starts(now: number): Promise<Row[]> {
    const notes = await processNotesOf(this.ops.db)
      .find({ kind: { $ne: 'api' }, startedAt: { $gt: new Date(now - newestStartsMs) } })
      .toArray();
    const commit = readBuildStamp().commit.id;
    const own = [productVersion, ...(commit === null ? [] : [commit.slice(0, 8)])].join(' ');
    return [
      { ...emptyRow('start', 'api', this.startedAt), detail: own },
      ...notes.map(({ kind, version, startedAt }) => ({
        ...emptyRow('start', kind, startedAt.getTime()),
        detail: version,
      })),
    ].filter(({ name, minute }) => !this.seen.has(`${name} ${minute}`));
  }

  /** Also drops days to come, which a clock that was wrong has written. */
  private async dropOldDays(now: number): Promise<void> {
    const dayOf = (name: string) => `toString(toYYYYMMDD(toDateTime64({${name}:String}, 3, 'UTC')))`;
    const found = await this.engines.clickhouse.query({
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
        await this.engines.clickhouse.command({ query: `ALTER TABLE ${speedTable.table} DROP PARTITION ${partition}` });
  }
}

const minuteText = (at: number): string => clickhouseText(new Date(Math.floor(at / minuteMs) * minuteMs).toISOString());

const emptyRow = (kind: string, name: string, at: number): Row => ({
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

/** Says that what was timed in this minute is kept, even if that was nothing. */
const keptRow = (at: number): Row => emptyRow('kept', '', at);

function rowsOf({ minute, kind, name, count, steps, slowest }: Timed): Row[] {
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
const waitedRow = (name: string, minute: number, { ms, id, waited }: SlowCall): Row => ({
  ...emptyRow('waited', name, minute),
  steps: waited.map(({ on }) => speedWaits.indexOf(on)),
  counts: waited.map(({ ms }) => ms),
  slow_ms: [ms],
  slow_ids: [id],
});

/** The minutes in which this process timed, since it last wrote. Not those that it slept through, and none if its clock went back. */
function minutesBetween(from: number, to: number): number[] {
  const [first, last] = [Math.floor(from / minuteMs), Math.floor(to / minuteMs)];
  if (last < first || last - first > mostMinutesAtOnce) return [to];
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * minuteMs);
}
