import { asOfDatabase, asOfDatabasePrefix, replayDatabase, type AsOfDocument } from '@superscope/contracts/as-of-views';
import type { Collection } from 'mongodb';
import { dropAsOfSet, type AsOfEngines } from './as-of-set.js';

const endedViewsAreKeptMs = 24 * 60 * 60_000;
const minuteMs = 60_000;
/** The engine's sizes are queried at most this often. */
const measureEveryMs = 2_000;

/** The disk space of as-of views. It is limited, and freed once nobody reads them. */
export class AsOfStorage {
  private measuredAt = -Infinity;

  constructor(
    private readonly engines: Omit<AsOfEngines, 'openDatabase'>,
    private readonly views: Collection<AsOfDocument>,
    private readonly limits: { idleMinutes: number; diskBytes: number },
  ) {}

  drop(database: string): Promise<void> {
    return dropAsOfSet(this.engines, database);
  }

  /** Bytes of the tables of each view and of each replay, by the name of its database. */
  async sizes(): Promise<Map<string, number>> {
    const answer = await this.engines.clickhouse.query({
      query: `SELECT database, sum(bytes_on_disk) AS bytes FROM system.parts
WHERE active AND startsWith(database, {prefix:String}) GROUP BY database`,
      query_params: { prefix: asOfDatabasePrefix },
      format: 'JSONEachRow',
    });
    const rows = await answer.json<{ database: string; bytes: number }>();
    return new Map(rows.map(({ database, bytes }) => [database, Number(bytes)]));
  }

  /** Removes the least recently read views until the remaining ones fit. False if the view being made does not fit alone. */
  async makeRoom(making: string, isMade = false): Promise<boolean> {
    if (!isMade && performance.now() - this.measuredAt < measureEveryMs) return true;
    const sizes = await this.sizes();
    let total = [...sizes.values()].reduce((a, b) => a + b, 0);
    if (total > this.limits.diskBytes)
      for (const { _id } of await this.views.find({ state: 'ready' }).sort({ lastUsedAt: 1 }).toArray()) {
        if (_id === making) continue;
        await this.remove(_id);
        total -= sizes.get(asOfDatabase(_id)) ?? 0;
        if (total <= this.limits.diskBytes) break;
      }
    this.measuredAt = performance.now();
    return total <= this.limits.diskBytes;
  }

  /** Removes views that nobody has read for long, and leftovers of a crash. */
  async sweep(now = new Date()): Promise<void> {
    const idle = new Date(now.getTime() - this.limits.idleMinutes * minuteMs);
    for (const { _id } of await this.views.find({ state: 'ready', lastUsedAt: { $lt: idle } }).toArray())
      await this.remove(_id);
    const ended = {
      state: { $in: ['failed', 'cancelled'] as const },
      requestedAt: { $lt: new Date(now.getTime() - endedViewsAreKeptMs) },
    };
    await this.views.deleteMany(ended);
    const known = await this.views.find({ state: { $in: ['ready', 'running'] } }).toArray();
    const standing = await this.standing();
    const wanted = new Set(known.map(({ _id }) => asOfDatabase(_id)));
    for (const { _id, proof } of known) if (proof?.state === 'running') wanted.add(replayDatabase(_id));
    for (const database of standing) if (!wanted.has(database)) await this.drop(database);
    // ClickHouse may have been emptied in the meantime. Removing the view lets users request it again.
    for (const { _id, state } of known)
      if (state === 'ready' && !standing.has(asOfDatabase(_id))) await this.remove(_id);
  }

  private async remove(id: string): Promise<void> {
    // The view's document goes first, so that no reader finds a view whose tables are being dropped.
    await this.views.deleteOne({ _id: id });
    await this.drop(asOfDatabase(id));
  }

  private async standing(): Promise<Set<string>> {
    const answer = await this.engines.clickhouse.query({
      query: 'SELECT name FROM system.databases WHERE startsWith(name, {prefix:String})',
      query_params: { prefix: asOfDatabasePrefix },
      format: 'JSONEachRow',
    });
    return new Set((await answer.json<{ name: string }>()).map(({ name }) => name));
  }
}
