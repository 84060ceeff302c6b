import { Injectable } from '@nestjs/common';
import { RuleViolation } from '@superscope/domain/rule-violation';
import type { SalesforceBatchRequest } from '@superscope/domain/salesforce-batch/salesforce-batch';
import { Refusal } from '../platform/http/problem.filter.js';
import type { StepGiven } from '../work/work-kind.js';
import { jobResultOf, jobStep, resultStep, shipmentName, type JobResult } from './batch-outcomes.js';
import { BatchProgress } from './batch-progress.js';
import { CrmBusy, CrmRefused, hasEnded, type Crm, type CrmStatus } from './crm.js';
import { exportFiles, externalIdField, type FilePart, type Shipment } from './export-files.js';
import { KeptFiles } from './kept-files.js';
import { patiently, Stopping, waitUntil } from './patient-crm.js';
import { Receipts } from './receipts.js';

type Given = StepGiven<SalesforceBatchRequest>;

const firstLookMilliseconds = 100;
const slowestLookMilliseconds = 15_000;
/** How many jobs are made for a part whose upload breaks off, before the work's own later tries. */
const mostUploads = 4;

/** The status of a job that Salesforce no longer knows. */
const gone = 'gone';

/**
 * Sends files as jobs. A job is recorded before it gets any rows, and a job without all of its rows is never begun, so a worker that is
 * killed anywhere leaves nothing that is done twice: the next worker carries on with the job, or makes another one.
 */
@Injectable()
export class Sending {
  constructor(
    private readonly files: KeptFiles,
    private readonly receipts: Receipts,
    private readonly progress: BatchProgress,
  ) {}

  /** Sends a part, waits for it, and records a receipt for each row. Returns early if the work is to stop. Throws Refusal or RuleViolation. */
  async send(crm: Crm, shipment: Shipment, parts: readonly FilePart[], number: number, given: Given): Promise<void> {
    if (jobResultOf(given.done, shipment, number) !== null) return;
    try {
      await this.sendPart(crm, shipment, parts, number, given);
    } catch (error) {
      if (!(error instanceof Stopping)) throw error;
    }
  }

  private async sendPart(crm: Crm, shipment: Shipment, parts: readonly FilePart[], number: number, given: Given) {
    const { workId } = given.request;
    const part = parts[number - 1]!;
    const name = shipmentName(shipment);
    const what = `${name[0]!.toUpperCase()}${name.slice(1)}${parts.length > 1 ? `, part ${number} of ${parts.length}` : ''}`;
    const waiting = {
      ...given,
      tell: (message: string, retryAt: Date) => this.progress.note(workId, { note: `${what}. ${message}`, retryAt }),
    };
    await this.progress.note(workId, { note: what });

    const jobId = await this.running(crm, shipment, part, number, given, waiting);
    const status = await this.ended(crm, jobId, what, given, waiting);
    if (status.state !== 'JobComplete')
      throw new RuleViolation(
        'conflict',
        `Salesforce ended the job of ${name}: ${status.errorMessage ?? (status.state === 'Aborted' ? 'somebody aborted it there.' : 'it gave no reason.')}`,
      );
    // The rows are read anew for each try, because a try may end midway.
    const counted = await patiently(
      () => this.receipts.received(workId, shipment, number, this.files.rows(shipment, part), crm.results(jobId)),
      waiting,
    ).catch((error: unknown) => {
      throw error instanceof CrmRefused ? new RuleViolation('conflict', error.message) : error;
    });
    await given.record(
      resultStep(shipment, number),
      JSON.stringify({ state: status.state, ...counted } satisfies JobResult),
    );
    // The job counts among those that have ended from now on.
    await this.progress.note(workId, { note: what });
    // Its rows hold members' names, and everything that it said is recorded. If this fails, Salesforce removes it after seven days.
    await crm.remove(jobId).catch(() => undefined);
  }

  /** The id of a job that has all of the part's rows: an earlier worker's, or a new one. */
  private async running(
    crm: Crm,
    shipment: Shipment,
    part: FilePart,
    number: number,
    given: Given,
    waiting: Parameters<typeof patiently>[1],
  ): Promise<string> {
    let attempt = 1;
    for (; jobStep(shipment, number, attempt) in given.done; attempt += 1) {
      if (jobStep(shipment, number, attempt + 1) in given.done) continue;
      const jobId = given.done[jobStep(shipment, number, attempt)]!;
      const state = await patiently(() => stateOf(crm, jobId), waiting);
      if (state === 'UploadComplete' || state === 'InProgress' || state === 'JobComplete') return jobId;
      // It never got its rows, or ended without a result.
      if (state === 'Open') await patiently(() => crm.abort(jobId), waiting);
    }
    const { crmObject } = exportFiles[shipment.object];
    for (; ; attempt += 1) {
      const { jobId } = await patiently(
        () =>
          crm.create(
            shipment.operation === 'delete'
              ? { operation: 'delete', object: crmObject }
              : { operation: 'upsert', object: crmObject, externalId: externalIdField },
          ),
        waiting,
      );
      await given.record(jobStep(shipment, number, attempt), jobId);
      try {
        await crm.upload(jobId, this.files.forCrm(shipment, part));
        return jobId;
      } catch (error) {
        // Rows can be sent once, so another job is made for the next try. This one was not begun, unless only the answer was lost.
        if (error instanceof CrmRefused) throw new RuleViolation('conflict', error.message);
        if (!(error instanceof CrmBusy)) throw error;
        if (attempt % mostUploads === 0) throw new Refusal(503, { message: error.message });
        const state = await patiently(() => stateOf(crm, jobId), waiting);
        if (state !== 'Open' && state !== gone && state !== 'Aborted') return jobId;
        await patiently(() => crm.abort(jobId), waiting);
        const until = new Date(Date.now() + (error.retryAfterSeconds ?? 5) * 1000);
        await waiting.tell(error.message, until);
        await waitUntil(until, given.signal, given.isStopping);
      }
    }
  }

  /** Waits until a job has ended. If the work is to stop, the job is aborted first. */
  private async ended(
    crm: Crm,
    jobId: string,
    what: string,
    { request, signal, isStopping }: Given,
    waiting: Parameters<typeof patiently>[1],
  ): Promise<CrmStatus> {
    for (let wait = firstLookMilliseconds; ; wait = Math.min(wait * 2, slowestLookMilliseconds)) {
      try {
        const status = await patiently(() => crm.status(jobId), waiting);
        const { state, processed, failed } = status;
        await this.progress.note(request.workId, { note: what, job: { state, processed, failed } });
        if (hasEnded(state)) return status;
        await waitUntil(new Date(Date.now() + wait), signal, isStopping);
      } catch (error) {
        if (error instanceof CrmRefused) throw new RuleViolation('conflict', error.message);
        if (error instanceof Stopping) await crm.abort(jobId).catch(() => undefined);
        throw error;
      }
    }
  }
}

async function stateOf(crm: Crm, jobId: string): Promise<CrmStatus['state'] | typeof gone> {
  try {
    return (await crm.status(jobId)).state;
  } catch (error) {
    if (error instanceof CrmRefused && error.jobIsGone) return gone;
    throw error;
  }
}
