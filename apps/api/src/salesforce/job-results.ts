import { Injectable } from '@nestjs/common';
import { openJobOf, partsOf, shipmentName, type Outcomes } from './batch-outcomes.js';
import { BatchProgress } from './batch-progress.js';
import { CrmBusy, CrmRefused, hasEnded, type Crm, type CrmResult } from './crm.js';
import { exportFiles, type FilePart, type Shipment } from './export-files.js';
import { filesGone, KeptFiles } from './kept-files.js';
import { LeftJobs } from './left-jobs.js';
import { tooLong } from './object-fit.js';
import { ObjectFits } from './object-fits.js';
import { Waits } from './patient-crm.js';
import { Receipts, type Counted } from './receipts.js';
import { toldRows } from './told-rows.js';
import { untilAborted } from './until-aborted.js';

/** A job of a part of a batch. */
export interface PartJob {
  workId: string;
  shipment: Shipment;
  part: FilePart;
  number: number;
  attempt: number;
  jobId: string;
}

/** How often Salesforce is asked about the job that a batch leaves behind, before the batch ends without knowing. */
const mostTries = 3;
const againMilliseconds = 2_000;

/** What became of the rows of jobs that have ended. */
@Injectable()
export class JobResults {
  constructor(
    private readonly files: KeptFiles,
    private readonly receipts: Receipts,
    private readonly progress: BatchProgress,
    private readonly fits: ObjectFits,
    private readonly jobs: LeftJobs,
    private readonly waits: Waits,
  ) {}

  /**
   * Records the results of a job that has ended. The rows are read anew for each try, because a try may end midway. Throws CrmBusy or
   * CrmRefused if Salesforce should be asked again, unless this `isLast`: then what it does not say clearly is unknown. `through` may end the
   * reading early.
   */
  async received(
    crm: Crm,
    { workId, shipment, part, number, attempt, jobId }: PartJob,
    signal: AbortSignal,
    isLast: boolean,
    through: (results: AsyncIterable<CrmResult>) => AsyncIterable<CrmResult> = (results) => results,
  ): Promise<Counted> {
    const rows = () => untilAborted(this.files.keptRows(part), signal);
    const told = await toldRows(shipment, rows(), untilAborted(through(crm.results(jobId)), signal), isLast);
    const fit = await this.fits.of(crm, shipment.object).catch((error: unknown) => {
      if (error instanceof CrmBusy || error instanceof CrmRefused) return this.fits.usual(shipment.object);
      throw error;
    });
    const long = new Map<string, readonly string[]>();
    if (shipment.operation === 'upsert')
      for await (const some of this.files.rows(shipment, part))
        for (const row of some) {
          const fields = tooLong(exportFiles[shipment.object], fit, row);
          if (fields.length > 0) long.set(row.key, fields);
        }
    return this.receipts.received(workId, shipment, number, attempt, rows(), told, { tooLong: long, names: fit.names });
  }

  /**
   * Ends the jobs that a batch leaves behind when it stops or fails, and records what Salesforce had done by then. If Salesforce does not
   * answer, that is unknown, and the job is ended and removed once it does. Throws the signal's reason.
   */
  async leave(crm: Crm, workId: string, done: Outcomes, signal: AbortSignal): Promise<void> {
    const left = { accepted: 0, failed: 0, unknown: 0 };
    for (const { shipment, part, number } of partsOf(done)) {
      const open = openJobOf(done, shipment, number);
      if (open === null) continue;
      signal.throwIfAborted();
      await this.progress.note(workId, { note: `Ending the job of ${shipmentName(shipment)} at Salesforce` });
      const counted = await this.ended(crm, { workId, shipment, part, number, ...open }, signal);
      left.accepted += counted?.accepted ?? 0;
      left.failed += counted?.failed ?? 0;
      left.unknown += counted?.unknown ?? 0;
      await this.jobs.remove(crm, open.jobId, workId);
    }
    await this.progress.note(workId, { note: '', left });
  }

  private async ended(crm: Crm, job: PartJob, signal: AbortSignal): Promise<Counted | null> {
    for (let tried = 1; ; tried += 1)
      try {
        const { state } = await crm.status(job.jobId);
        if (!hasEnded(state)) await crm.abort(job.jobId);
        signal.throwIfAborted();
        // What was never begun has done nothing.
        const results = state === 'Open' ? () => nothing() : undefined;
        return await this.received(crm, job, signal, false, results);
      } catch (error) {
        // Nothing is known of rows whose files are not kept any more.
        if (error === filesGone) return null;
        if (!(error instanceof CrmBusy) && !(error instanceof CrmRefused)) throw error;
        const isOver = error instanceof CrmRefused || error.retryAfterSeconds !== undefined || tried >= mostTries;
        if (isOver) return this.received(crm, job, signal, true).catch((last: unknown) => gone(last));
        await this.waits.until(new Date(Date.now() + againMilliseconds), signal, () => Promise.resolve(false));
      }
  }
}

async function* nothing(): AsyncGenerator<CrmResult> {}

function gone(error: unknown): null {
  if (error === filesGone) return null;
  throw error;
}
