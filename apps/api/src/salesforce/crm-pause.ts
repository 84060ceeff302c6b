import { Injectable } from '@nestjs/common';
import { Ops } from '../platform/engines.module.js';
import { CrmBusy, type Crm, type CrmJob } from './crm.js';

/**
 * Until when Salesforce asked not to be called. Kept where every process sees it, so that neither a restart nor another batch calls sooner.
 */
@Injectable()
export class CrmPause {
  constructor(private readonly ops: Ops) {}

  private get pauses() {
    return this.ops.db.collection<{ _id: string; until: Date; said: string }>('salesforce_pause');
  }

  /** Throws CrmBusy while Salesforce is not to be called. */
  async assertOver(host: string): Promise<void> {
    const pause = await this.pauses.findOne({ _id: host });
    const left = pause === null ? 0 : pause.until.getTime() - Date.now();
    if (left > 0) throw new CrmBusy(pause!.said, Math.ceil(left / 1000));
  }

  async note(host: string, { message, retryAfterSeconds = 0 }: CrmBusy): Promise<void> {
    if (retryAfterSeconds <= 0) return;
    const until = new Date(Date.now() + retryAfterSeconds * 1000);
    await this.pauses.updateOne({ _id: host }, { $max: { until }, $set: { said: message } }, { upsert: true });
  }
}

type Pause = Pick<CrmPause, 'assertOver' | 'note'>;

/** The same system, which is not called while it asked not to be. */
export function pausing(crm: Crm, pause: Pause): Crm {
  const called = async <T>(call: () => Promise<T>): Promise<T> => {
    await pause.assertOver(crm.host);
    return call().catch(noted);
  };
  const noted = async (error: unknown): Promise<never> => {
    if (error instanceof CrmBusy) await pause.note(crm.host, error);
    throw error;
  };
  async function* listed<T>(items: () => AsyncIterable<T>): AsyncGenerator<T> {
    await pause.assertOver(crm.host);
    try {
      yield* items();
    } catch (error) {
      await noted(error);
    }
  }
  return {
    host: crm.host,
    create: (job: CrmJob) => called(() => crm.create(job)),
    upload: (jobId, csv) => called(() => crm.upload(jobId, csv)),
    status: (jobId) => called(() => crm.status(jobId)),
    results: (jobId) => listed(() => crm.results(jobId)),
    abort: (jobId) => called(() => crm.abort(jobId)),
    remove: (jobId) => called(() => crm.remove(jobId)),
    describe: (object) => called(() => crm.describe(object)),
    existing: (object, externalId, keys) => called(() => crm.existing(object, externalId, keys)),
    records: (object, externalId) => listed(() => crm.records(object, externalId)),
    usage: () => called(() => crm.usage()),
  };
}
