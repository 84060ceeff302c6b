import { Injectable } from '@nestjs/common';
import { salesforceBatchStream } from '@superscope/domain/salesforce-batch/salesforce-batch';
import { EventStore } from '@superscope/event-store/event-store';
import { Lease } from '@superscope/event-store/leases/lease';
import { Ops } from '../platform/engines.module.js';
import { Repeated } from '../platform/repeated.js';
import { CrmConnection } from './crm-connection.js';
import { CrmBusy, CrmRefused, type Crm } from './crm.js';

const lookMilliseconds = 30_000;
const longestWaitMilliseconds = 60 * 60_000;

/** A job that is not known to be removed from Salesforce. */
interface LeftJob {
  /** Salesforce's id. */
  _id: string;
  /** The batch that it is of. */
  workId: string;
  madeAt: Date;
  /** Nobody needs it any more, though its batch goes on. */
  isOver: boolean;
  tries: number;
  /** Why the newest try to remove it failed. */
  said: string | null;
  nextAt: Date;
}

export interface LeftJobsNow {
  count: number;
  problem: string | null;
  nextAt: string | null;
}

/**
 * The jobs that exports made at Salesforce, until they are removed there: their rows hold members' names. One is listed before it gets any
 * rows, so none is forgotten, wherever a worker is lost. Losing the list loses no more than Salesforce's own removal after seven days makes
 * good.
 */
@Injectable()
export class LeftJobs extends Repeated {
  constructor(
    private readonly ops: Ops,
    private readonly store: EventStore,
    private readonly connection: CrmConnection,
  ) {
    super({
      log: 'Salesforce',
      firstAfterMs: lookMilliseconds,
      everyMs: lookMilliseconds,
      failed: 'jobs could not be removed from Salesforce',
    });
  }

  private get jobs() {
    return this.ops.db.collection<LeftJob>('salesforce_jobs');
  }

  protected async look(): Promise<void> {
    if (this.connection.crm !== null) await this.sweep(this.connection.crm);
  }

  /** Before a job gets rows, and whenever a batch carries on with it. */
  async made(jobId: string, workId: string): Promise<void> {
    const at = new Date();
    await this.jobs.updateOne(
      { _id: jobId },
      { $setOnInsert: { workId, madeAt: at, isOver: false, tries: 0, said: null, nextAt: at } },
      { upsert: true },
    );
  }

  /** Removes a job that nobody needs any more. If that fails it is tried again, whatever becomes of its batch. */
  async remove(crm: Crm, jobId: string, workId: string): Promise<void> {
    await this.made(jobId, workId);
    await this.jobs.updateOne({ _id: jobId }, { $set: { isOver: true } });
    const job = await this.jobs.findOne({ _id: jobId });
    if (job !== null) await this.tryToRemove(crm, job);
  }

  /**
   * Removes what workers that were lost have left behind, before more is made: the jobs of a batch that are `over`, and those of others whose
   * turn it is. Throws as `sweep`.
   */
  async tidy(crm: Crm, over: readonly string[]): Promise<void> {
    await this.jobs.updateMany({ _id: { $in: [...over] } }, { $set: { isOver: true } });
    await this.sweep(crm);
  }

  /** Jobs whose removal failed. */
  async now(): Promise<LeftJobsNow> {
    const left = await this.jobs
      .find({ tries: { $gt: 0 } })
      .sort({ nextAt: 1 })
      .toArray();
    const newest = left.findLast(({ said }) => said !== null);
    return { count: left.length, problem: newest?.said ?? null, nextAt: left[0]?.nextAt.toISOString() ?? null };
  }

  /**
   * Removes what batches have left behind, those whose turn it is, or `all` of them. One process at a time does. Throws CrmBusy if Salesforce
   * cannot say whether one still runs.
   */
  async sweep(crm: Crm, which: 'due' | 'all' = 'due'): Promise<void> {
    const due = which === 'all' ? {} : { nextAt: { $lte: new Date() } };
    const listed = await this.jobs.find(due).toArray();
    if (listed.length === 0) return;
    const held = await new Lease(this.ops.db, 'salesforce-jobs').take();
    if (held === null) return;
    try {
      for (const job of listed) {
        if (this.stopped || !held.isSafe()) return;
        if (job.isOver || (await this.hasEnded(job.workId))) await this.tryToRemove(crm, job);
      }
    } finally {
      await held.release().catch(() => undefined);
    }
  }

  private async hasEnded(workId: string): Promise<boolean> {
    const { state } = (await this.store.load(salesforceBatchStream, workId)).state;
    return state === 'done' || state === 'failed' || state === 'stopped';
  }

  private async tryToRemove(crm: Crm, { _id, tries }: LeftJob): Promise<void> {
    try {
      await crm.remove(_id);
      await this.jobs.deleteOne({ _id });
    } catch (error) {
      if (!(error instanceof CrmBusy) && !(error instanceof CrmRefused)) throw error;
      const asked = error instanceof CrmBusy ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
      const wait = Math.max(asked, Math.min(longestWaitMilliseconds, lookMilliseconds * 2 ** tries));
      const failed = { said: error.message, nextAt: new Date(Date.now() + wait) };
      await this.jobs.updateOne({ _id }, { $set: failed, $inc: { tries: 1 } });
    }
  }
}
