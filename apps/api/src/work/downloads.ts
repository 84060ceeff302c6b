import { Injectable } from '@nestjs/common';
import { Ops } from '../platform/engines.module.js';

/** Which made files a person has downloaded, so that the others can be marked as new. Losing it marks some as new again. */
@Injectable()
export class Downloads {
  constructor(private readonly ops: Ops) {}

  private get collection() {
    return this.ops.db.collection<{ _id: string; at: Date }>('downloads');
  }

  async note(workId: string, userId: string): Promise<void> {
    await this.collection.updateOne({ _id: `${workId}/${userId}` }, { $set: { at: new Date() } }, { upsert: true });
  }

  /** Those of the works whose file the person has downloaded. */
  async of(workIds: readonly string[], userId: string): Promise<Set<string>> {
    const ids = workIds.map((workId) => `${workId}/${userId}`);
    const found = await this.collection.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray();
    return new Set(found.map(({ _id }) => _id.split('/')[0]!));
  }
}
