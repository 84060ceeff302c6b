import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { MongoServerError } from 'mongodb';
import { Ops } from '../../platform/engines.module.js';
import { memoryMilliseconds, type AttemptCount } from './attempt-count.js';
import { LimitByKey } from './limit-by-key.js';

type AttemptDocument = AttemptCount & { _id: string };

const duplicateKey = 11000;

/** The counts of attempts by key, in `ops`, shared by all apis: losing them forgives guesses and harms nothing else. */
@Injectable()
export class AttemptCounts implements OnApplicationBootstrap {
  private readonly oneAtATime = new LimitByKey(1);

  constructor(private readonly ops: Ops) {}

  private get collection() {
    return this.ops.db.collection<AttemptDocument>('sign_in_attempts');
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.collection.createIndex({ at: 1 }, { expireAfterSeconds: memoryMilliseconds / 1000 });
  }

  /** Changes a count as one step, whichever process counts beside this one; null leaves it as it is. */
  change(key: string, next: (before: AttemptCount | null) => AttemptCount | null): Promise<void> {
    return this.oneAtATime.run(key, async () => {
      for (let done = false; !done;) {
        const before = await this.collection.findOne({ _id: key });
        const after = next(before);
        done = after === null || (await this.replace(key, before, after));
      }
    });
  }

  get(key: string): Promise<AttemptCount | null> {
    return this.collection.findOne({ _id: key });
  }

  async forget(key: string): Promise<void> {
    await this.collection.deleteOne({ _id: key });
  }

  /** Until when the last of these keys is blocked; null where none is. */
  async blockedUntil(keys: readonly string[], now: Date): Promise<Date | null> {
    const blocked = await this.collection.find({ _id: { $in: [...keys] }, blockedUntil: { $gt: now } }).toArray();
    const latest = Math.max(...blocked.map(({ blockedUntil }) => blockedUntil!.getTime()));
    return blocked.length === 0 ? null : new Date(latest);
  }

  /** Whether it was still what it had been. */
  private async replace(key: string, before: AttemptDocument | null, after: AttemptCount): Promise<boolean> {
    const { failures, blockedUntil, at } = after;
    const fresh = { failures, blockedUntil, at };
    if (before !== null) return (await this.collection.replaceOne(before, fresh)).matchedCount === 1;
    try {
      await this.collection.insertOne({ _id: key, ...fresh });
      return true;
    } catch (error) {
      if (error instanceof MongoServerError && error.code === duplicateKey) return false;
      throw error;
    }
  }
}
