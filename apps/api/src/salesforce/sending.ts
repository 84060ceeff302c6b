import { Injectable } from '@nestjs/common';
import { RuleViolation } from '@superscope/domain/rule-violation';
import type { SalesforceBatchRequest } from '@superscope/domain/salesforce-batch/salesforce-batch';
import { Refusal } from '../platform/http/problem.filter.js';
import type { StepGiven } from '../work/work-kind.js';
import {
  jobResultOf,
  jobsOf,
  jobStep,
  manifestOf,
  resultStep,
  shipmentName,
  shipments,
  type JobResult,
  type Outcomes,
} from './batch-outcomes.js';
import { BatchProgress } from './batch-progress.js';
import { CrmBusy, CrmRefused, hasEnded, type Crm, type CrmStatus } from './crm.js';
import { exportFiles, externalIdField, type FilePart, type Shipment } from './export-files.js';
import { filesGone, KeptFiles } from './kept-files.js';
import { patiently, Stopping, waitUntil } from './patient-crm.js';
import { Receipts } from './receipts.js';
import { untilAborted } from './until-aborted.js';

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

    const { jobId, attempt } = await this.running(crm, shipment, part, number, given, waiting);
    const status = await this.ended(crm, jobId, what, given, waiting);
    if (status.state !== 'JobComplete')
      throw new RuleViolation(
        'conflict',
        `Salesforce ended the job of ${name}: ${status.errorMessage || (status.state === 'Aborted' ? 'somebody aborted it there.' : 'its own page says why.')}`,
      );
    const received = () => this.received(crm, workId, shipment, part, number, attempt, jobId, given.signal);
    const counted = await patiently(received, waiting).catch((error: unknown) => {
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

  /**
   * Ends the job that a batch leaves behind when it stops or fails, and records what Salesforce had done by then. Throws CrmBusy if that
   * cannot be known yet, and the signal's reason.
   */
  async leave(crm: Crm, workId: string, done: Outcomes, signal: AbortSignal): Promise<void> {
    for (const shipment of shipments)
      for (const [at, part] of manifestOf(done, shipment).parts.entries()) {
        const attempt = jobsOf(done, shipment, at + 1);
        if (attempt === 0 || jobResultOf(done, shipment, at + 1) !== null) continue;
        const jobId = done[jobStep(shipment, at + 1, attempt)]!;
        const note = `Ending the job of ${shipmentName(shipment)} at Salesforce`;
        signal.throwIfAborted();
        await this.progress.note(workId, { note });
        try {
          await crm.abort(jobId);
          signal.throwIfAborted();
          await this.received(crm, workId, shipment, part, at + 1, attempt, jobId, signal);
        } catch (error) {
          if (error instanceof CrmBusy) await this.progress.note(workId, { note: `${note}. ${error.message}` });
          // No later try gets anything else from a job that is gone, with credentials that are refused, or of files that are not kept.
          if (error !== filesGone && !(error instanceof CrmRefused)) throw error;
        }
      }
  }

  /** Records the results of a job that has ended. The rows are read anew for each try, because a try may end midway. */
  private received(
    crm: Crm,
    workId: string,
    shipment: Shipment,
    part: FilePart,
    number: number,
    attempt: number,
    jobId: string,
    signal: AbortSignal,
  ) {
    const rows = untilAborted(this.files.keptRows(part), signal);
    return this.receipts.received(workId, shipment, number, attempt, rows, untilAborted(crm.results(jobId), signal));
  }

  /** A job that has all of the part's rows: an earlier worker's, or a new one. */
  private async running(
    crm: Crm,
    shipment: Shipment,
    part: FilePart,
    number: number,
    given: Given,
    waiting: Parameters<typeof patiently>[1],
  ): Promise<{ jobId: string; attempt: number }> {
    let attempt = 1;
    for (; jobStep(shipment, number, attempt) in given.done; attempt += 1) {
      if (jobStep(shipment, number, attempt + 1) in given.done) continue;
      const jobId = given.done[jobStep(shipment, number, attempt)]!;
      const state = await patiently(() => stateOf(crm, jobId), waiting);
      if (state === 'UploadComplete' || state === 'InProgress' || state === 'JobComplete') return { jobId, attempt };
      // It never got its rows, or ended before it had done all of them.
      if (state === 'Open') await patiently(() => crm.abort(jobId), waiting);
      else if (state !== gone) {
        const [job, ofWork] = [attempt, given.request.workId];
        await patiently(() => this.received(crm, ofWork, shipment, part, number, job, jobId, given.signal), waiting);
      }
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
        return { jobId, attempt };
      } catch (error) {
        // Rows can be sent once, so another job is made for the next try. This one was not begun, unless only the answer was lost.
        if (error instanceof CrmRefused) throw new RuleViolation('conflict', error.message);
        if (!(error instanceof CrmBusy)) throw error;
        if (attempt % mostUploads === 0) throw new Refusal(503, { message: error.message });
        const state = await patiently(() => stateOf(crm, jobId), waiting);
        if (state !== 'Open' && state !== gone && state !== 'Aborted') return { jobId, attempt };
        await patiently(() => crm.abort(jobId), waiting);
        const until = new Date(Date.now() + (error.retryAfterSeconds ?? 5) * 1000);
        await waiting.tell(error.message, until);
        await waitUntil(until, given.signal, given.isStopping);
      }
    }
  }

  /** Waits until a job has ended. */
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
