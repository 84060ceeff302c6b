import type { ReadModel } from '@superscope/contracts/read-models/read-models';
import { MongoBulkWriteError, type Db } from 'mongodb';

interface ChangeDocument extends NotedChange {
  /** The sequence: it grows by one for each change. */
  _id: number;
  at: Date;
}

export interface NotedChange {
  planId: string | null;
  readModels: ReadModel[];
  /** Of the commands behind it, a bounded number. */
  correlationIds?: string[];
}

const duplicateKey = 11000;

/** Notes what changed, for every api to follow and push to browsers. Losable: a browser that misses one reads anew later. */
export class Changes {
  private noting: Promise<void> = Promise.resolve();

  constructor(private readonly ops: Db) {}

  async createIndexes(): Promise<void> {
    // An hour is longer than any api needs to catch up; after that it reads everything anew.
    await this.ops.collection('changes').createIndex({ at: 1 }, { expireAfterSeconds: 3600 });
  }

  /**
   * Followers ask for changes above the newest number they have seen, so no number may become visible before a lower one. A process
   * notes one batch at a time and numbers it only when all lower numbers are visible; of two that take the same number, one retries.
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
        if (failed?.code !== duplicateKey) throw error;
        inserted = failed.index;
      }
      // The counter outlives the changes, which expire.
      const counted = { $max: { value: last + inserted } };
      if (inserted > 0) await counters.updateOne({ _id: 'changes' }, counted, { upsert: true });
      rest = rest.slice(inserted);
    }
  }
}
