import type { ReadModel } from '@superscope/contracts/read-models/read-models';
import { isDuplicateKey } from '@superscope/event-store/connection/duplicate-key';
import { MongoBulkWriteError, type Db } from 'mongodb';

interface ChangeDocument extends NotedChange {
  /** The sequence: it grows by one for each change. */
  _id: number;
  at: Date;
}

export interface NotedChange {
  planId: string | null;
  readModels: ReadModel[];
  /** Ids of the commands behind the change, at most a fixed number. */
  correlationIds?: string[];
}

/**
 * Records changes, which every api follows and pushes to browsers. A change may be lost, because a browser that misses one reads again
 * later.
 */
export class Changes {
  private noting: Promise<void> = Promise.resolve();

  constructor(private readonly ops: Db) {}

  /**
   * Followers ask for changes above the newest number they have seen, so no number may become visible before a lower
   * one. A process records one batch at a time and numbers it only when all lower numbers are visible. If two take
   * the same number, one retries.
   */
  note(changes: readonly NotedChange[]): Promise<void> {
    if (changes.length === 0) return Promise.resolve();
    const noted = this.noting.then(() => this.write(changes));
    this.noting = noted.catch(() => undefined);
    return noted;
  }

  private async write(changes: readonly NotedChange[]): Promise<void> {
    const collection = this.ops.collection<ChangeDocument>('changes');
    const counters = this.ops.collection<{ _id: string; value: number }>('counters');
    for (let rest = changes; rest.length > 0;) {
      const [counter, newest] = await Promise.all([
        counters.findOne({ _id: 'changes' }),
        collection.find({}).sort({ _id: -1 }).limit(1).next(),
      ]);
      const last = Math.max(counter?.value ?? 0, newest?._id ?? 0);
      const at = new Date();
      const numbered = rest.map((change, i) => ({ _id: last + 1 + i, ...change, at }));
      let inserted = rest.length;
      try {
        await collection.insertMany(numbered, { ordered: true });
      } catch (error) {
        const [failed] = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
        if (failed === undefined || !isDuplicateKey(failed)) throw error;
        inserted = failed.index;
      }
      // The counter outlives the changes, which expire.
      const counted = { $max: { value: last + inserted } };
      if (inserted > 0) await counters.updateOne({ _id: 'changes' }, counted, { upsert: true });
      rest = rest.slice(inserted);
    }
  }
}
