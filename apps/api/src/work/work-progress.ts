import { Injectable } from '@nestjs/common';
import { Ops } from '../platform/engines.module.js';
import type { StepProgress } from './work-kind.js';

interface ProgressDocument extends StepProgress {
  /** Id of the work. */
  _id: string;
  at: Date;
}

/** How far running work is within its step. No event tells of it, and losing it does no harm. */
@Injectable()
export class WorkProgress {
  constructor(private readonly ops: Ops) {}

  private get collection() {
    return this.ops.db.collection<ProgressDocument>('workProgress');
  }

  async note(workId: string, { done, total, unit }: StepProgress): Promise<void> {
    await this.collection.updateOne({ _id: workId }, { $set: { done, total, unit, at: new Date() } }, { upsert: true });
  }

  /** Forgets it, because the step ended or begins again. */
  async forget(workId: string): Promise<void> {
    await this.collection.deleteOne({ _id: workId });
  }

  async of(workIds: readonly string[]): Promise<Map<string, StepProgress>> {
    if (workIds.length === 0) return new Map();
    const found = await this.collection.find({ _id: { $in: [...workIds] } }).toArray();
    return new Map(found.map(({ _id, done, total, unit }) => [_id, { done, total, unit }]));
  }
}
