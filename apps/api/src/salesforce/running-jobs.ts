import { Injectable } from '@nestjs/common';
import { RuleViolation } from '@superscope/domain/rule-violation';
import type { SalesforceBatchRequest } from '@superscope/domain/salesforce-batch/salesforce-batch';
import type { StepGiven } from '../work/work-kind.js';
import { jobsOf, jobsOver, jobStep, lockedJobsOf, openJobOf, unsentStep } from './batch-outcomes.js';
import { CrmBusy, CrmRefused, type Crm, type CrmStatus } from './crm.js';
import { exportFiles, externalIdField, type ExportRow, type FilePart, type Shipment } from './export-files.js';
import { JobResults } from './job-results.js';
import { KeptFiles } from './kept-files.js';
import { LeftJobs } from './left-jobs.js';
import { tooLong, type ObjectFit } from './object-fit.js';
import { ObjectFits } from './object-fits.js';
import { GivenUp, patiently, Waits, type Waiting } from './patient-crm.js';
import { Receipts } from './receipts.js';

type Given = StepGiven<SalesforceBatchRequest>;

/** How many jobs are made for a part whose upload breaks off, before the work's own later tries. */
const mostUploads = 4;
const uploadAgainSeconds = 1;

/** The status of a job that Salesforce no longer knows. */
const gone = 'gone';

interface Chosen {
  /** External ids; null for all rows. */
  only: ReadonlySet<string> | null;
  /** Columns that these rows may not have. */
  leaveOut: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

/** Jobs that have their rows. */
@Injectable()
export class RunningJobs {
  constructor(
    private readonly files: KeptFiles,
    private readonly receipts: Receipts,
    private readonly results: JobResults,
    private readonly fits: ObjectFits,
    private readonly jobs: LeftJobs,
    private readonly waits: Waits,
  ) {}

  /**
   * A job with rows of a part: an earlier worker's, or a new one of all of them, or of those that a job before it left. If it `isSplit`, rows
   * of new records and of known ones are in jobs of their own.
   */
  async of(
    crm: Crm,
    shipment: Shipment,
    part: FilePart,
    number: number,
    given: Given,
    waiting: Waiting,
  ): Promise<{ jobId: string; attempt: number; isSplit: boolean }> {
    const { workId } = given.request;
    const fit = await patiently(() => this.fits.of(crm, shipment.object), waiting);
    const isSplit = shipment.operation === 'upsert' && fit.createOnly.size > 0;
    const open = openJobOf(given.done, shipment, number);
    if (open !== null) {
      const { jobId, attempt } = open;
      await this.jobs.made(jobId, workId);
      const state = await patiently(() => stateOf(crm, jobId), waiting);
      if (state === 'UploadComplete' || state === 'InProgress' || state === 'JobComplete')
        return { jobId, attempt, isSplit };
      // It never got its rows, or ended before it had done all of them.
      if (state === 'Open') await given.record(unsentStep(shipment, number, attempt), null);
      else if (state !== gone) {
        const job = { workId, shipment, part, number, attempt, jobId };
        await patiently(() => this.results.received(crm, job, given.signal, false), waiting).catch((error: unknown) => {
          if (!(error instanceof GivenUp)) throw error;
          return this.results.received(crm, job, given.signal, true);
        });
      }
      await this.jobs.remove(crm, jobId, workId);
    }
    const { only, leaveOut } = await this.chosen(crm, shipment, part, number, given, isSplit ? fit : null, waiting);
    await patiently(() => this.jobs.tidy(crm, jobsOver(given.done)), waiting);
    const file = exportFiles[shipment.object];
    const takes = (row: ExportRow) =>
      (only === null || only.has(row.key)) && (shipment.operation === 'delete' || tooLong(file, fit, row).length === 0);
    for (let attempt = jobsOf(given.done, shipment, number) + 1; ; attempt += 1) {
      const { jobId } = await patiently(
        () =>
          crm.create(
            shipment.operation === 'delete'
              ? { operation: 'delete', object: file.crmObject }
              : { operation: 'upsert', object: file.crmObject, externalId: externalIdField },
          ),
        waiting,
      );
      await this.jobs.made(jobId, workId);
      await given.record(jobStep(shipment, number, attempt), jobId);
      try {
        await crm.upload(jobId, this.files.forCrm(shipment, part, { takes, leaveOut }));
        return { jobId, attempt, isSplit };
      } catch (error) {
        // Rows can be sent once, so another job is made for the next try. This one was not begun, unless only the answer was lost.
        if (error instanceof CrmRefused) throw new RuleViolation('conflict', error.message);
        if (!(error instanceof CrmBusy)) throw error;
        if (attempt % mostUploads === 0) throw new GivenUp(error);
        const until = new Date(Date.now() + Math.max(error.retryAfterSeconds ?? 0, uploadAgainSeconds) * 1000);
        await waiting.tell(error.message, until);
        await this.waits.until(until, given.signal, given.isStopping);
        const state = await patiently(() => stateOf(crm, jobId), waiting);
        if (state !== 'Open' && state !== gone && state !== 'Aborted') return { jobId, attempt, isSplit };
        await given.record(unsentStep(shipment, number, attempt), null);
        await this.jobs.remove(crm, jobId, workId);
      }
    }
  }

  /**
   * The rows of the next job: what the one before it left, or all. Where some fields can be set only when a record is created, Salesforce is
   * asked which records it has; the others are created first, also those that somebody deleted there.
   */
  private async chosen(
    crm: Crm,
    shipment: Shipment,
    part: FilePart,
    number: number,
    { request: { workId }, done }: Given,
    split: ObjectFit | null,
    waiting: Waiting,
  ): Promise<Chosen> {
    const before = lockedJobsOf(done, shipment, number).at(-1);
    const left =
      before === undefined
        ? null
        : await this.receipts.left(workId, shipment, number, before, part.rows, split !== null);
    if (split === null) return { only: left, leaveOut: none };
    const keys: string[] = [];
    for await (const some of this.files.rows(shipment, part))
      for (const { key } of some) if (left === null || left.has(key)) keys.push(key);
    const { crmObject } = exportFiles[shipment.object];
    const existing = await patiently(() => crm.existing(crmObject, externalIdField, keys), waiting);
    const fresh = new Set(keys.filter((key) => !existing.has(key)));
    return fresh.size > 0 ? { only: fresh, leaveOut: none } : { only: new Set(keys), leaveOut: split.createOnly };
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
