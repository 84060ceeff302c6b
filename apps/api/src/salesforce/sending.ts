import { Injectable } from '@nestjs/common';
import { RuleViolation } from '@superscope/domain/rule-violation';
import type { SalesforceBatchRequest } from '@superscope/domain/salesforce-batch/salesforce-batch';
import type { StepGiven } from '../work/work-kind.js';
import {
  differencesOf,
  jobResultOf,
  jobsOf,
  lockedJobsOf,
  lockedStep,
  looksOf,
  lookStep,
  manifestOf,
  resultStep,
  shipmentName,
  shipments,
  type JobResult,
} from './batch-outcomes.js';
import { BatchProgress } from './batch-progress.js';
import { CrmRefused, hasEnded, type Crm, type CrmStatus } from './crm.js';
import type { FilePart, Shipment } from './export-files.js';
import { JobResults, type PartJob } from './job-results.js';
import { LeftJobs } from './left-jobs.js';
import { ObjectFits } from './object-fits.js';
import { GivenUp, patiently, Stopping, untilStopping, Waits, type Waiting } from './patient-crm.js';
import type { Counted } from './receipts.js';
import { RunningJobs } from './running-jobs.js';

type Given = StepGiven<SalesforceBatchRequest>;

const firstLookMilliseconds = 100;
const slowestLookMilliseconds = 15_000;
/** How often rows are sent again at once, because their records came or went after Salesforce was asked for them. */
const mostOfOtherKind = 2;

/** How long rows that met a lock wait before each time that they are sent again, as Salesforce advises. Whatever meets one still has failed. */
@Injectable()
export class LockWaits {
  milliseconds: readonly number[] = [5_000, 20_000, 60_000];
}

/**
 * Sends files as jobs. A job is recorded before it gets any rows, and a job without all of its rows is never begun, so a worker that is
 * killed anywhere leaves nothing that is done twice: the next worker carries on with the job, or makes another one.
 */
@Injectable()
export class Sending {
  constructor(
    private readonly running: RunningJobs,
    private readonly results: JobResults,
    private readonly progress: BatchProgress,
    private readonly fits: ObjectFits,
    private readonly jobs: LeftJobs,
    private readonly lockWaits: LockWaits,
    private readonly waits: Waits,
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

  /** Ends the jobs that a batch leaves behind when it stops or fails. */
  leave(crm: Crm, workId: string, done: Given['done'], signal: AbortSignal): Promise<void> {
    return this.results.leave(crm, workId, done, signal);
  }

  private async sendPart(crm: Crm, shipment: Shipment, parts: readonly FilePart[], number: number, given: Given) {
    const { workId } = given.request;
    const part = parts[number - 1]!;
    const name = shipmentName(shipment);
    const what = `${name[0]!.toUpperCase()}${name.slice(1)}${parts.length > 1 ? `, part ${number} of ${parts.length}` : ''}`;
    const waiting: Waiting = {
      ...given,
      waits: this.waits,
      tell: (message: string, retryAt: Date) => this.progress.note(workId, { note: `${what}. ${message}`, retryAt }),
    };
    await this.progress.note(workId, { note: what });

    // What is recorded meanwhile is among the outcomes of later jobs.
    const done: Record<string, string | null> = { ...given.done };
    const record = async (step: string, outcome: string | null) => {
      await given.record(step, outcome);
      done[step] = outcome;
    };
    await this.look(crm, { ...given, done, record }, waiting);
    for (;;) {
      const repeats = lockedJobsOf(done, shipment, number).length;
      const asked = { ...given, done, record };
      const { jobId, attempt, isSplit } = await this.running.of(crm, shipment, part, number, asked, waiting);
      const status = await this.ended(crm, jobId, what, repeats > 0, given, waiting);
      if (status.state !== 'JobComplete')
        throw new RuleViolation(
          'conflict',
          `Salesforce ended the job of ${name}: ${status.errorMessage || (status.state === 'Aborted' ? 'somebody aborted it there.' : 'its own page says why.')}`,
        );
      const job: PartJob = { workId, shipment, part, number, attempt, jobId };
      const counted = await this.received(crm, job, waiting);
      const { accepted, failed, unknown } = counted;
      const again = this.again(counted, isSplit, done, shipment, number);
      const step = again === null ? resultStep(shipment, number) : lockedStep(shipment, number, attempt);
      const isOfOtherKind = again?.isOfOtherKind === true;
      const result: JobResult = {
        state: status.state,
        accepted,
        failed,
        unknown,
        ...(isOfOtherKind && { isOfOtherKind }),
      };
      await record(step, JSON.stringify(result));
      // The job counts among those that have ended from now on.
      await this.progress.note(workId, { note: what });
      // Its rows hold members' names, and everything that it said is recorded.
      await this.jobs.remove(crm, jobId, workId);
      if (again === null) return;
      if (again.wait > 0 || !again.isOfOtherKind) {
        const until = new Date(Date.now() + again.wait);
        await waiting.tell(`${counted.locked} ${counted.locked === 1 ? 'row' : 'rows'} met a lock.`, until);
        await this.waits.until(until, given.signal, given.isStopping);
      }
      await this.progress.note(workId, { note: what });
    }
  }

  /** Whether another job repeats rows of a part, and after how long; null if none does. */
  private again(
    { locked, ofOtherKind }: Counted,
    isSplit: boolean,
    done: Given['done'],
    shipment: Shipment,
    number: number,
  ): { wait: number; isOfOtherKind: boolean } | null {
    const before = lockedJobsOf(done, shipment, number).map(
      (attempt) => JSON.parse(done[lockedStep(shipment, number, attempt)]!) as JobResult,
    );
    const others = before.filter(({ isOfOtherKind }) => isOfOtherKind === true).length;
    if (isSplit && ofOtherKind > 0 && others < mostOfOtherKind) return { wait: 0, isOfOtherKind: true };
    const wait = locked === 0 ? undefined : this.lockWaits.milliseconds[before.length - others];
    return wait === undefined ? null : { wait, isOfOtherKind: false };
  }

  /**
   * Looks, before a row is sent, whether Salesforce has what all rows of the batch need, and records what differs. Throws RuleViolation if it
   * would refuse all rows of an object.
   */
  private async look(crm: Crm, given: Given, waiting: Waiting): Promise<void> {
    const { done } = given;
    const objects = shipments
      .filter((shipment) => shipment.operation === 'upsert' && manifestOf(done, shipment).rows > 0)
      .map(({ object }) => object);
    if (objects.length === 0) return;
    const differences = await patiently(() => this.fits.differences(crm, objects), waiting);
    const sentences = differences.map(({ sentence }) => sentence);
    if (JSON.stringify(sentences) !== JSON.stringify(differencesOf(done)))
      await given.record(lookStep(looksOf(done) + 1), JSON.stringify(sentences));
    const stopping = differences.filter(({ stops }) => stops).map(({ sentence }) => sentence);
    if (stopping.length === 0) return;
    const isBegun = shipments.some((shipment) => jobsOf(done, shipment, 1) > 0);
    this.fits.forget();
    throw new RuleViolation(
      'conflict',
      `Salesforce differs from what exports need. ${stopping.join(' ')}${isBegun ? '' : ' Nothing was sent.'}`,
    );
  }

  /** Records the results of a job once they can be read. If they never can, what is not known of its rows is recorded as unknown. */
  private async received(crm: Crm, job: PartJob, waiting: Waiting): Promise<Counted> {
    const { signal, isStopping } = waiting;
    const read = (isLast: boolean) =>
      this.results.received(crm, job, signal, isLast, (results) => untilStopping(results, isStopping));
    try {
      return await patiently(() => read(false), waiting);
    } catch (error) {
      const isGone = error instanceof CrmRefused && error.jobIsGone;
      if (error instanceof GivenUp || isGone) return read(true);
      throw error;
    }
  }

  /** Waits until a job has ended. */
  private async ended(
    crm: Crm,
    jobId: string,
    what: string,
    isRepeat: boolean,
    { request, signal, isStopping }: Given,
    waiting: Waiting,
  ): Promise<CrmStatus> {
    for (let wait = firstLookMilliseconds; ; wait = Math.min(wait * 2, slowestLookMilliseconds)) {
      try {
        const status = await patiently(() => crm.status(jobId), waiting);
        const { state, processed, failed } = status;
        // What a repeat refuses is counted as failed already.
        const job = isRepeat ? { state, processed: processed - failed, failed: 0 } : { state, processed, failed };
        await this.progress.note(request.workId, { note: what, job });
        if (hasEnded(state)) return status;
        await this.waits.until(new Date(Date.now() + wait), signal, isStopping);
      } catch (error) {
        if (error instanceof CrmRefused) throw new RuleViolation('conflict', error.message);
        throw error;
      }
    }
  }
}
