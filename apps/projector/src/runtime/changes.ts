import type { ReadModel } from '@superscope/contracts/changes';
import type { Db } from 'mongodb';

interface ChangeDocument {
  /** The sequence: it grows by one for each change. */
  _id: number;
  planId: string | null;
  readModels: ReadModel[];
  at: Date;
}

/** Notes what changed, for every api to follow and push to browsers. Losable: a browser that misses one reads anew later. */
export class Changes {
  constructor(private readonly ops: Db) {}

  async createIndexes(): Promise<void> {
    // An hour is longer than any api needs to catch up; after that it reads everything anew.
    await this.ops.collection('changes').createIndex({ at: 1 }, { expireAfterSeconds: 3600 });
  }

  async note(changes: readonly { planId: string | null; readModels: ReadModel[] }[]): Promise<void> {
    if (changes.length === 0) return;
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
