import { Injectable } from '@nestjs/common';
import { Ops } from '../platform/engines.module.js';

/** How much of a file is checked, in bytes. */
export interface CheckProgress {
  done: number;
  total: number;
}

const writeEveryMs = 1_000;

/** How much of the files that are being checked is read. It can be lost without harm. */
@Injectable()
export class ImportProgress {
  constructor(private readonly ops: Ops) {}

  private get collection() {
    return this.ops.db.collection<CheckProgress & { _id: string; at: Date }>('onecentral_progress');
  }

  /** The same bytes, while it is noted how many of them are read. */
  async *of(fileId: string, total: number, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let done = 0;
    let noted = -Infinity;
    for await (const chunk of bytes) {
      done += chunk.length;
      if (performance.now() - noted >= writeEveryMs) {
        noted = performance.now();
        await this.collection
          .replaceOne({ _id: fileId }, { done, total, at: new Date() }, { upsert: true })
          .catch(() => undefined);
      }
      yield chunk;
    }
  }

  async end(fileId: string): Promise<void> {
    await this.collection.deleteOne({ _id: fileId }).catch(() => undefined);
  }

  async among(fileIds: readonly string[]): Promise<Map<string, CheckProgress>> {
    if (fileIds.length === 0) return new Map();
    const found = await this.collection.find({ _id: { $in: [...fileIds] } }).toArray();
    return new Map(found.map(({ _id, done, total }) => [_id, { done, total }]));
  }
}
