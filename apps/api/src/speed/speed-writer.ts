import { Injectable } from '@nestjs/common';
import { productVersion } from '@superscope/contracts/build-info';
import { processNotesOf } from '@superscope/event-store/processes/process-notes';
import { readBuildStamp } from '../operations/build-stamp.js';
import { SystemHealthReader } from '../operations/system-health-reader.js';
import { looksOf } from '../platform/checks/newest-look.js';
import { Engines, Ops } from '../platform/engines.module.js';
import { Repeated } from '../platform/repeated.js';
import { minuteMs, Times } from '../platform/speed/times.js';
import { dropOtherDays, emptyRow, insertMinutes, keptRows, rowsOf, type MinuteRow } from './minute-rows.js';

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
    await dropOtherDays(this.engines.clickhouse, now);
  }

  private async write(now: number, more: readonly MinuteRow[]): Promise<void> {
    const rows = [...this.times.take().flatMap(rowsOf), ...keptRows(this.writtenUntil, now), ...more];
    this.writtenUntil = now;
    await insertMinutes(this.engines.clickhouse, rows);
  }

  /** What fires in this minute. All apis write the same. */
  private async alerts(now: number): Promise<MinuteRow[]> {
    const look = await looksOf(this.ops).findOne({ _id: 'newest' });
    if (look === null || now - look.at.getTime() > lookIsOldAfterMs) return [];
    return look.checks
      .filter(({ finding }) => finding?.state === 'fires')
      .map(({ title }) => emptyRow('alert', title, now));
  }

  /** Processes that started lately, and this one. */
  private async starts(now: number): Promise<MinuteRow[]> {
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
}
