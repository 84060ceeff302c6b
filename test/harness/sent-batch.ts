import { bulkCrm } from '@superscope/api/salesforce/bulk-api/bulk-crm';
import type { ConnectionLimits } from '@superscope/api/salesforce/bulk-api/salesforce-connection';
import { jobsOf, makeStep, shipments, countsOf, unknownOf } from '@superscope/api/salesforce/batch-outcomes';
import type { BatchProgress, Progress } from '@superscope/api/salesforce/batch-progress';
import { pausing } from '@superscope/api/salesforce/crm-pause';
import { CrmBusy, type Crm } from '@superscope/api/salesforce/crm';
import type { ExportRow, Shipment } from '@superscope/api/salesforce/export-files';
import type { ExportRows } from '@superscope/api/salesforce/export-rows';
import { JobResults } from '@superscope/api/salesforce/job-results';
import { KeptFiles } from '@superscope/api/salesforce/kept-files';
import type { LeftJobs } from '@superscope/api/salesforce/left-jobs';
import { ObjectFits } from '@superscope/api/salesforce/object-fits';
import { Stopping, Waits } from '@superscope/api/salesforce/patient-crm';
import { Receipts } from '@superscope/api/salesforce/receipts';
import { RunningJobs } from '@superscope/api/salesforce/running-jobs';
import { LockWaits, Sending } from '@superscope/api/salesforce/sending';
import type { MadeFiles } from '@superscope/api/work/made-files';
import type { StreamDefinition } from '@superscope/domain/event';
import type { ReceiptRow, ReceiptsEvent } from '@superscope/domain/salesforce-batch/salesforce-receipts';
import type { SalesforceBatchRequest } from '@superscope/domain/salesforce-batch/salesforce-batch';
import { RuleViolation } from '@superscope/domain/rule-violation';
import type { StepGiven } from '@superscope/api/work/work-kind';
import type { SalesforceServer } from './salesforce-server.js';

type Given = StepGiven<SalesforceBatchRequest>;
/** A file of a batch: an object, and its rows. */
export type SentFile = readonly [Shipment, readonly ExportRow[]];

/** Waits of an export, none of which is really waited for. */
class NoWaits extends Waits {
  readonly milliseconds: number[] = [];
  /** Time goes on by what is waited for. */
  now = 0;

  override async until(until: Date, signal: AbortSignal, isStopping: () => Promise<boolean>): Promise<void> {
    signal.throwIfAborted();
    const wait = Math.round(until.getTime() - Date.now());
    this.milliseconds.push(wait);
    this.now += Math.max(0, wait);
    if (await isStopping()) throw new Stopping();
  }
}

/** A batch's sending: the code of the api and its client, on files and receipts in memory. */
export class SentBatch {
  readonly waits = new NoWaits();
  readonly notes: Progress[] = [];
  readonly receipts = new Map<string, readonly ReceiptRow[]>();
  done: Record<string, string | null> = {};
  /** Whether somebody asks for it to stop. */
  isStopping = () => false;
  /** Jobs that could not be removed. */
  readonly left = new Set<string>();
  private readonly abort = new AbortController();
  private readonly crm: Crm;
  private readonly sending: Sending;
  private readonly files: KeptFiles;

  constructor(server: SalesforceServer, limits: Partial<ConnectionLimits> = {}) {
    const waiting = { mostMilliseconds: 15_000, wait: () => Promise.resolve() };
    const client = bulkCrm(server.settings, { answerMilliseconds: 2_000, idleMilliseconds: 1_000, waiting, ...limits });
    let until = 0;
    this.crm = pausing(client, {
      assertOver: async () => {
        if (until > this.waits.now) throw new CrmBusy('Salesforce asked to wait.', (until - this.waits.now) / 1000);
      },
      note: async (_, { retryAfterSeconds = 0 }) => {
        until = Math.max(until, this.waits.now + retryAfterSeconds * 1000);
      },
    });
    const kept = new Map<string, Buffer>();
    const made = {
      keep: async (bytes: Buffer) => {
        const name = String(kept.size);
        kept.set(name, bytes);
        return name;
      },
      read: async (name: string) => kept.get(name) ?? null,
    };
    const rows = { members: async (ids: readonly string[]) => new Map(ids.map((id) => [id, { _id: id }])) };
    const limitsOfFiles = { partBytes: 1e9, partRows: 50_000, pieceBytes: 1e6 };
    this.files = new KeptFiles(made as unknown as MadeFiles, rows as unknown as ExportRows, limitsOfFiles);
    const receipts = new Receipts(this.store() as never, {} as never, rows as unknown as ExportRows);
    const progress = {
      note: async (_: string, progress: Progress) => void this.notes.push(progress),
    } as unknown as BatchProgress;
    const jobs = {
      tidy: async () => undefined,
      made: async (jobId: string) => void this.left.add(jobId),
      remove: async (crm: Crm, jobId: string) => {
        await crm.remove(jobId).then(
          () => this.left.delete(jobId),
          () => this.left.add(jobId),
        );
      },
    } as unknown as LeftJobs;
    const fits = new ObjectFits();
    const results = new JobResults(this.files, receipts, progress, fits, jobs, this.waits);
    const running = new RunningJobs(this.files, receipts, results, fits, jobs, this.waits);
    const lockWaits = Object.assign(new LockWaits(), { milliseconds: [0, 0, 0] });
    this.sending = new Sending(running, results, progress, fits, jobs, lockWaits, this.waits);
  }

  /** Sends files one after the other, as a worker does, and says how that ended. */
  async run(...files: readonly SentFile[]): Promise<{ state: 'done' | 'failed' | 'stopped'; reason?: string }> {
    for (const [shipment, rows] of files) {
      const one = async function* () {
        yield rows;
      };
      this.done[makeStep(shipment)] = JSON.stringify(await this.files.keep(shipment, one()));
    }
    const record = async (step: string, outcome: string | null) => void (this.done[step] ??= outcome);
    const isStopping = async () => this.isStopping();
    const given = () =>
      ({
        request: { workId: 'batch' },
        done: { ...this.done },
        signal: this.abort.signal,
        record,
        isStopping,
      }) as unknown as Given;
    const leave = () => this.sending.leave(this.crm, 'batch', this.done, this.abort.signal);
    try {
      for (const [shipment] of files) {
        const { parts } = JSON.parse(this.done[makeStep(shipment)]!) as { parts: never[] };
        for (const at of parts.keys()) await this.sending.send(this.crm, shipment, parts, at + 1, given());
        if (this.isStopping()) {
          await leave();
          return { state: 'stopped' };
        }
      }
      return { state: 'done' };
    } catch (error) {
      // What the worker takes for an end, or for a later try, of which there are three.
      const isEnd = error instanceof RuleViolation || (error as { status?: number }).status === 503;
      if (!isEnd) throw error;
      await leave();
      return { state: 'failed', reason: (error as Error).message };
    }
  }

  /** The newest receipt of each row of a shipment. */
  receiptsOf(shipment: Shipment): Map<string, ReceiptRow> {
    const newest = new Map<string, ReceiptRow>();
    for (let job = 1; job <= jobsOf(this.done, shipment, 1); job += 1)
      for (const receipt of this.receipts.get(`batch.${shipment.object}.${job === 1 ? 1 : `1-${job}`}.0`) ?? [])
        newest.set(receipt[1], receipt);
    return newest;
  }

  get counts() {
    return { ...countsOf(this.done), unknown: unknownOf(this.done) };
  }

  get objects() {
    return shipments.filter((shipment) => makeStep(shipment) in this.done);
  }

  /** As much of the event store as receipts need. */
  private store() {
    const { receipts } = this;
    type Stream = StreamDefinition<readonly ReceiptRow[] | null, ReceiptsEvent>;
    const stateOf = (id: string) => receipts.get(id) ?? null;
    return {
      load: async (_: Stream, id: string) => ({ state: stateOf(id) }),
      transact: async (_: Stream, id: string, decide: (state: readonly ReceiptRow[] | null) => ReceiptsEvent[]) => {
        const events = decide(stateOf(id));
        for (const { data } of events) receipts.set(id, data.rows);
        return { events: events.length };
      },
    };
  }
}
