import { z } from 'zod';
import type { SalesforceSettings } from '../../platform/settings/salesforce-settings.js';
import {
  CrmRefused,
  CrmUnclear,
  crmStates,
  hasEnded,
  type Crm,
  type CrmJob,
  type CrmObject,
  type CrmRecord,
  type CrmResult,
  type CrmStatus,
} from '../crm.js';
import { CallFailed, forPeople, knownSentence, notUnderstood } from './call-failed.js';
import { describeAnswer, keyLists, recordsAnswer } from './object-answers.js';
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

/** Salesforce archives activities after a year, and a plain query leaves out what is archived. */
const archivedObjects: ReadonlySet<string> = new Set(['Task', 'Event']);

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
      // A proxy's page for people may say 200: the rows have not arrived then.
      if (response.status !== 201) throw notUnderstood();
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
    if (!hasEnded(info.state)) throw new CrmUnclear('This job has not ended.');
    const key = info.operation === 'upsert' ? (info.externalIdFieldName ?? '') : 'Id';
    const failed = info.numberRecordsFailed ?? 0;
    const expected = { successfulResults: (info.numberRecordsProcessed ?? 0) - failed, failedResults: failed };
    let problem: Error | null = null;
    for (const list of ['successfulResults', 'failedResults', 'unprocessedrecords'] as const) {
      let rows = 0;
      try {
        for await (const result of resultRows(this.connection, pathOf(id), list, key)) {
          rows += 1;
          yield result;
        }
        // A job that was aborted or failed may have counted rows that it did not do.
        if (info.state === 'JobComplete' && list !== 'unprocessedrecords' && rows !== expected[list])
          throw new CrmUnclear(`Salesforce gave ${rows} rows where this job has ${expected[list]}.`);
      } catch (error) {
        // The other lists are given all the same.
        problem ??= error as Error;
      }
    }
    if (problem !== null) throw problem;
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

  async describe(object: string): Promise<CrmObject | null> {
    const call = { method: 'GET', path: `${base}/sobjects/${encodeURIComponent(object)}/describe` } as const;
    const answer = await this.connection.answerUnless(isGone, call, describeAnswer);
    if (answer !== null && answer.is.name.toLowerCase() !== object.toLowerCase()) throw notUnderstood().toCrm();
    return answer?.is ?? null;
  }

  async existing(object: string, externalId: string, keys: readonly string[]): Promise<Set<string>> {
    const found = new Set<string>();
    for (const list of keyLists(keys))
      for await (const { key } of this.found(object, externalId, `IN (${list})`)) found.add(key);
    return found;
  }

  records(object: string, externalId: string): AsyncGenerator<CrmRecord> {
    return this.found(object, externalId, '!= null');
  }

  private async *found(object: string, externalId: string, condition: string): AsyncGenerator<CrmRecord> {
    const isArchived = archivedObjects.has(object);
    const soql = `SELECT Id, ${externalId} FROM ${object} WHERE ${externalId} ${condition}${isArchived ? ' AND IsDeleted = false' : ''}`;
    const asked = new Set<string>();
    let count = 0;
    let path: string | null = `${base}/${isArchived ? 'queryAll' : 'query'}?q=${encodeURIComponent(soql)}`;
    while (path !== null) {
      // Pages that lead back to themselves would never end.
      if (asked.has(path)) throw notUnderstood().toCrm();
      asked.add(path);
      const page: z.output<ReturnType<typeof recordsAnswer>> = await this.connection.answer(
        { method: 'GET', path },
        recordsAnswer(externalId),
      );
      yield* page.records;
      count += page.records.length;
      path = page.done ? null : page.nextRecordsUrl!;
      if (page.done && count !== page.totalSize)
        throw new CrmUnclear(`Salesforce gave ${count} of ${page.totalSize} records.`);
    }
  }

  async usage(): Promise<{ used: number; allowed: number }> {
    const limits = await this.connection.answer({ method: 'GET', path: `${base}/limits` }, limitsAnswer);
    const { Max: allowed, Remaining: remaining } = limits.DailyApiRequests;
    return { used: allowed - remaining, allowed };
  }

  private info(id: string) {
    // Ids have 15 characters, and three more that say which of them are capitals.
    const own = jobInfo.refine((job) => job.id.slice(0, 15) === id.slice(0, 15));
    return this.connection.answer({ method: 'GET', path: pathOf(id) }, own);
  }
}

const pathOf = (id: string) => `${jobs}/${encodeURIComponent(id)}`;
