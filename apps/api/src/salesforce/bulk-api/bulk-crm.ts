import { z } from 'zod';
import type { SalesforceSettings } from '../../platform/settings/salesforce-settings.js';
import {
  CrmBusy,
  CrmRefused,
  crmStates,
  hasEnded,
  type Crm,
  type CrmJob,
  type CrmResult,
  type CrmStatus,
} from '../crm.js';
import { CallFailed, forPeople, knownSentence } from './call-failed.js';
import { resultRows } from './result-rows.js';
import { SalesforceConnection, type ConnectionLimits } from './salesforce-connection.js';
import { uploadParts } from './upload-parts.js';

/** Spring '25, supported for three years at least. */
const base = '/services/data/v63.0';
const jobs = `${base}/jobs/ingest`;

const jobId = z.string().regex(/^[A-Za-z0-9]{15,18}$/);
const jobInfo = z.object({
  id: jobId,
  operation: z.string(),
  state: z.enum(crmStates),
  externalIdFieldName: z.string().nullish(),
  numberRecordsProcessed: z.number().int().nonnegative().nullish(),
  numberRecordsFailed: z.number().int().nonnegative().nullish(),
  errorMessage: z.string().nullish(),
});
const limitsAnswer = z.object({ DailyApiRequests: z.object({ Max: z.number(), Remaining: z.number() }) });

/** A job in this state does not do what was asked of it. */
const isWrongState = ({ code }: CallFailed) => code?.toUpperCase() === 'INVALIDJOBSTATE';
const isGone = ({ kind }: CallFailed) => kind === 'gone';

/** Salesforce by its Bulk API 2.0, for ingest jobs of CSV. */
export function bulkCrm(settings: SalesforceSettings, limits: Partial<ConnectionLimits> = {}): Crm {
  return new BulkCrm(new SalesforceConnection(settings, limits));
}

class BulkCrm implements Crm {
  constructor(private readonly connection: SalesforceConnection) {}

  get host(): string {
    return this.connection.host;
  }

  /** If the answer is lost, the job is made again; Salesforce removes the lost one, which never gets any rows. */
  async create(job: CrmJob): Promise<{ jobId: string }> {
    const { id } = await this.connection.answer(
      {
        method: 'POST',
        path: jobs,
        json: {
          operation: job.operation,
          object: job.object,
          ...(job.operation === 'upsert' && { externalIdFieldName: job.externalId }),
          contentType: 'CSV',
          lineEnding: 'LF',
          columnDelimiter: 'COMMA',
        },
      },
      jobInfo,
    );
    return { jobId: id };
  }

  async upload(id: string, csv: AsyncIterable<string>): Promise<void> {
    // This also renews a session that has ended, because rows cannot be sent twice.
    const { state } = await this.info(id);
    if (state !== 'Open') throw new CrmRefused(`This job takes no rows: it is ${state}.`);
    const rows = uploadParts(csv);
    try {
      const response = await this.connection.open({ method: 'PUT', path: `${pathOf(id)}/batches`, rows: rows.parts });
      await response.body?.cancel();
    } catch (error) {
      if (rows.failure() !== null) throw rows.failure();
      throw error instanceof CallFailed ? error.toCrm() : error;
    }
    await this.close(id);
  }

  private async close(id: string): Promise<void> {
    const path = pathOf(id);
    const call = { method: 'PATCH', path, json: { state: 'UploadComplete' } } as const;
    if ((await this.connection.answerUnless(isWrongState, call, jobInfo)) !== null) return;
    // An earlier try closed the job, and its answer was lost.
    const { state } = await this.info(id);
    if (state === 'Open' || state === 'Aborted') throw new CrmRefused(`This job could not be begun: it is ${state}.`);
  }

  async status(id: string): Promise<CrmStatus> {
    const { state, numberRecordsProcessed, numberRecordsFailed, errorMessage } = await this.info(id);
    return {
      state,
      processed: numberRecordsProcessed ?? 0,
      failed: numberRecordsFailed ?? 0,
      ...(errorMessage && { errorMessage: knownSentence(forPeople(errorMessage, [])) }),
    };
  }

  async *results(id: string): AsyncGenerator<CrmResult> {
    const info = await this.info(id);
    if (!hasEnded(info.state)) throw new CrmBusy('This job has not ended.');
    const key = info.operation === 'upsert' ? (info.externalIdFieldName ?? '') : 'Id';
    const failed = info.numberRecordsFailed ?? 0;
    const expected = { successfulResults: (info.numberRecordsProcessed ?? 0) - failed, failedResults: failed };
    for (const list of ['successfulResults', 'failedResults', 'unprocessedrecords'] as const) {
      let rows = 0;
      for await (const result of resultRows(this.connection, pathOf(id), list, key)) {
        rows += 1;
        yield result;
      }
      // A job that was aborted or failed may have counted rows that it did not do.
      if (info.state === 'JobComplete' && list !== 'unprocessedrecords' && rows !== expected[list])
        throw new CrmBusy(`Salesforce gave ${rows} rows where this job has ${expected[list]}.`);
    }
  }

  async abort(id: string): Promise<void> {
    const call = { method: 'PATCH', path: pathOf(id), json: { state: 'Aborted' } } as const;
    await this.connection.answerUnless((failure) => isWrongState(failure) || isGone(failure), call, jobInfo);
  }

  async remove(id: string): Promise<void> {
    const call = { method: 'DELETE', path: pathOf(id) } as const;
    let isWrong = false;
    const expected = (failure: CallFailed) => (isWrong = isWrongState(failure)) || isGone(failure);
    await this.connection.answerUnless(expected, call, z.null());
    // Only a job that has ended can be removed.
    if (!isWrong) return;
    await this.abort(id);
    await this.connection.answerUnless(isGone, call, z.null());
  }

  async usage(): Promise<{ used: number; allowed: number }> {
    const limits = await this.connection.answer({ method: 'GET', path: `${base}/limits` }, limitsAnswer);
    const { Max: allowed, Remaining: remaining } = limits.DailyApiRequests;
    return { used: allowed - remaining, allowed };
  }

  private info(id: string) {
    return this.connection.answer({ method: 'GET', path: pathOf(id) }, jobInfo);
  }
}

const pathOf = (id: string) => `${jobs}/${encodeURIComponent(id)}`;
