import { Injectable } from '@nestjs/common';
import { Ops } from '../platform/engines.module.js';
import type { CrmState } from './crm.js';

/** How a running batch stands between two of its events. Losing it loses nothing but a number on the screen. */
export interface Progress {
  /** What is done now, for people. */
  note: string;
  /** When Salesforce is asked again, if it is waited for. */
  retryAt?: Date;
  job?: { state: CrmState; processed: number; failed: number };
  /** What became of the rows of the jobs that a batch left behind when it stopped or failed. */
  left?: { accepted: number; failed: number; unknown: number };
}

@Injectable()
export class BatchProgress {
  constructor(private readonly ops: Ops) {}

  private get collection() {
    return this.ops.db.collection<Progress & { _id: string; at: Date }>('salesforce_progress');
  }

  async note(workId: string, progress: Progress): Promise<void> {
    await this.collection.replaceOne({ _id: workId }, { ...progress, at: new Date() }, { upsert: true });
  }

  async of(workIds: readonly string[]): Promise<Map<string, Progress>> {
    const found = await this.collection.find({ _id: { $in: [...workIds] } }).toArray();
    return new Map(found.map((progress) => [progress._id, progress]));
  }
}
