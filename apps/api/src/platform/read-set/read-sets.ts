import { createClient } from '@clickhouse/client';
import { ClickHouseLogLevel } from '@clickhouse/client';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { asOfDatabase, type AsOfDocument } from '@superscope/contracts/as-of-views';
import { urlOfDatabase } from '@superscope/contracts/clickhouse-url';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { LRUCache } from 'lru-cache';
import type { Collection } from 'mongodb';
import { connectForQueries } from '../clickhouse/query-client.js';
import { ENV, type Env } from '../../env.js';
import { Engines, Ops } from '../engines.module.js';
import { clickhouseWaits } from '../speed/engine-waits.js';
import type { ReadSet } from './read-set.js';

/** The most views to which connections are kept open. */
const mostOpen = 16;
const mostReaders = 10_000;
/** The shortest interval between two updates of a view's last use. */
const noteEveryMs = 20_000;

export const asOfViewsOf = ({ db }: Ops): Collection<AsOfDocument> => db.collection('as_of_views');

/** Opens the read models of as-of views that are ready, and records their use. */
@Injectable()
export class ReadSets implements OnApplicationShutdown {
  private readonly open = new LRUCache<string, ReadSet>({
    max: mostOpen,
    dispose: (set) => void Promise.all([set.client.close(), set.queries.close()]).catch(() => undefined),
  });

  /** Readers of today who were already checked in `isNewReader`. */
  private readonly readers = new LRUCache<string, true>({ max: mostReaders });

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly engines: Engines,
    private readonly ops: Ops,
  ) {}

  /** Null if there is no such view, or if it is not ready. */
  async of(id: string): Promise<ReadSet | null> {
    const view = await asOfViewsOf(this.ops).findOne({ _id: id, state: 'ready' });
    if (view === null) {
      this.open.delete(id);
      return null;
    }
    if (Date.now() - view.lastUsedAt.getTime() > noteEveryMs)
      await asOfViewsOf(this.ops).updateOne({ _id: id }, { $max: { lastUsedAt: new Date() } });
    // A view that was removed and made again is a different view, because its facts may differ from those of cached answers.
    const key = `${id} ${view.endedAt?.getTime()}`;
    const known = this.open.get(key) ?? this.connect(view);
    this.open.set(key, known);
    return known;
  }

  /** Whether a user who did not request the view reads it for the first time on this day in Sydney. */
  async isNewReader(id: string, userId: string): Promise<boolean> {
    const reader = `${userId} ${sydneyDate(new Date())}`;
    if (this.readers.has(`${id} ${reader}`)) return false;
    const { modifiedCount } = await asOfViewsOf(this.ops).updateOne(
      { _id: id, askedBy: { $ne: userId }, readBy: { $ne: reader } },
      { $addToSet: { readBy: reader } },
    );
    this.readers.set(`${id} ${reader}`, true);
    return modifiedCount > 0;
  }

  private connect({ _id: id, planId, moment }: AsOfDocument): ReadSet {
    const url = urlOfDatabase(this.env.CLICKHOUSE_URL, asOfDatabase(id));
    return {
      id,
      planId,
      moment: new Date(moment),
      views: this.engines.mongo.db(asOfDatabase(id)),
      client: createClient({
        url,
        application: 'superscope-api',
        tracer: clickhouseWaits,
        log: { level: ClickHouseLogLevel.OFF },
        request_timeout: 60_000,
        clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
      }),
      queries: connectForQueries(url),
    };
  }

  onApplicationShutdown(): void {
    this.open.clear();
  }
}
