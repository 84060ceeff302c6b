import type { ReadModel } from '@superscope/contracts/changes';
import type { Db } from 'mongodb';

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

/** Notes what changed, for every api to follow and push to browsers. Losable: a browser that misses one reads anew later. */
export class Changes {
  private noting: Promise<void> = Promise.resolve();

  constructor(private readonly ops: Db) {}

  async createIndexes(): Promise<void> {
    // An hour is longer than any api needs to catch up; after that it reads everything anew.
    await this.ops.collection('changes').createIndex({ at: 1 }, { expireAfterSeconds: 3600 });
  }

  /** One at a time: who follows asks for what is newer than the newest seen, so a lower number must not come later. */
  note(changes: readonly NotedChange[]): Promise<void> {
    if (changes.length === 0) return Promise.resolve();
    const noted = this.noting.then(() => this.write(changes));
    this.noting = noted.catch(() => undefined);
    return noted;
  }

  private async write(changes: readonly NotedChange[]): Promise<void> {
    const counter = await this.ops
      .collection<{ _id: string; value: number }>('counters')
      .findOneAndUpdate(
        { _id: 'changes' },
        { $inc: { value: changes.length } },
        { upsert: true, returnDocument: 'after' },
      );
    const last = counter?.value ?? changes.length;
    const at = new Date();
    await this.ops
      .collection<ChangeDocument>('changes')
      .insertMany(changes.map((change, i) => ({ _id: last - changes.length + 1 + i, ...change, at })));
  }
}
