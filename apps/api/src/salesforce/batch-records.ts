import { Injectable, NotFoundException } from '@nestjs/common';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { companiesView, providersView } from '@superscope/contracts/read-models/fund';
import { salesforceRegisterId, salesforceRegisterView } from '@superscope/contracts/read-models/salesforce';
import { workView } from '@superscope/contracts/read-models/work';
import type { SalesforceBatchRecord } from '@superscope/contracts/salesforce';
import { batchStatus, salesforceBatchStream } from '@superscope/domain/salesforce-batch/salesforce-batch';
import { Views } from '../platform/engines.module.js';
import { MadeFiles } from '../work/made-files.js';
import { WorkItems } from '../work/work-items.js';
import {
  countsOf,
  differencesOf,
  coveredOf,
  jobStep,
  makeStep,
  manifestOf,
  sendStep,
  shipments,
  unknownOf,
  type Outcomes,
} from './batch-outcomes.js';
import { BatchProgress, type Progress } from './batch-progress.js';

type BatchDocument = DocumentOf<typeof workView>;

const category = salesforceBatchStream.category;

/** Batches as people see them. */
@Injectable()
export class BatchRecords {
  constructor(
    private readonly views: Views,
    private readonly progress: BatchProgress,
    private readonly items: WorkItems,
    private readonly made: MadeFiles,
  ) {}

  /** Batches that are on the lists, newest first; requested since a moment, or all. */
  async list(since: Date | null, most: number): Promise<SalesforceBatchRecord[]> {
    const removed = await this.removed();
    const found = await this.views
      .of(workView)
      .find({
        category,
        _id: { $nin: removed },
        terms: { $exists: true },
        // What still runs is listed however old it is.
        ...(since !== null && {
          $or: [{ requestedAt: { $gte: since } }, { state: { $in: ['waiting', 'running', 'retrying', 'stopping'] } }],
        }),
      })
      .sort({ requestedAt: -1 })
      .limit(most)
      .toArray();
    return this.from(found);
  }

  /** Throws 404 for a batch that is not there, or not on the lists. */
  async documents(workIds: readonly string[]): Promise<BatchDocument[]> {
    const removed = new Set(await this.removed());
    const found = await this.views
      .of(workView)
      .find({ category, _id: { $in: [...workIds] }, terms: { $exists: true } })
      .toArray();
    const byId = new Map(found.map((document) => [document._id, document]));
    return workIds.map((workId) => {
      const document = byId.get(workId);
      if (document === undefined || removed.has(workId)) throw new NotFoundException('There is no such batch.');
      return document;
    });
  }

  async removed(): Promise<string[]> {
    const register = await this.views.of(salesforceRegisterView).findOne({ _id: salesforceRegisterId });
    return Object.keys(register?.removed ?? {});
  }

  async from(documents: readonly BatchDocument[]): Promise<SalesforceBatchRecord[]> {
    const providerIds = documents.flatMap(({ terms }) => terms?.['providerId'] ?? []);
    const companyIds = documents.flatMap(({ companyId }) => companyId ?? []);
    const firstFiles = documents.map(({ outcomes = {} }) => firstFileOf(outcomes));
    const [live, names, providers, companies, kept, retried] = await Promise.all([
      this.progress.of(documents.map(({ _id }) => _id)),
      this.items.askedBy(documents.flatMap(({ by }) => by ?? [])),
      this.views
        .of(providersView)
        .find({ _id: { $in: providerIds } })
        .toArray(),
      this.views
        .of(companiesView)
        .find({ _id: { $in: companyIds } })
        .toArray(),
      this.made.of(firstFiles.flatMap((sha256) => sha256 ?? [])),
      this.views
        .of(workView)
        .find({ _id: { $in: documents.flatMap(({ terms }) => terms?.['retryOf'] ?? []) } })
        .toArray(),
    ]);
    const providerNames = new Map(providers.map(({ _id, name }) => [_id, name ?? _id]));
    const companyNames = new Map(companies.map(({ _id, name }) => [_id, name ?? _id]));
    const numbers = new Map(retried.map(({ _id, terms }) => [_id, Number(terms?.['number'])]));
    return documents.map((work, at) => {
      const { terms = {}, companyId = null, outcomes = {}, by = '' } = work;
      const providerId = terms['providerId'] ?? null;
      const running = live.get(work._id);
      const batch = batchStatus(work.state);
      const isRunning = batch === 'STARTING' || batch === 'STARTED';
      const counts = work.rows ?? countsOf(outcomes);
      const left = isRunning || batch === 'COMPLETED' ? undefined : running?.left;
      const unknown = unknownOf(outcomes) + (left?.unknown ?? 0);
      const job = isRunning ? running?.job : undefined;
      const imported = withLive(counts.imported, left?.accepted ?? (job && job.processed - job.failed));
      const failed = withLive(counts.failed, left?.failed ?? job?.failed);
      const tries = Object.values(work.tries ?? {}).map(({ startedAt }) => startedAt);
      return {
        batchId: Number(terms['number']),
        atDate: work.requestedAt!.toISOString(),
        startDate: work.start!,
        endDate: work.end!,
        provider: providerId === null ? null : (providerNames.get(providerId) ?? providerId),
        providerId,
        employer: companyId === null ? null : (companyNames.get(companyId) ?? companyId),
        employerId: companyId,
        batchStatus: batch,
        runDate: tries.length === 0 ? null : new Date(Math.max(...tries.map(Number))).toISOString(),
        exported: counts.exported,
        jobId: work._id,
        jobStatus: jobStatusOf(work, running),
        imported,
        failed,
        unknown,
        differences: differencesOf(outcomes),
        askedBy: names.get(by) ?? 'Somebody whose account is gone',
        note: isRunning
          ? noteOf(work, running)
          : endNoteOf(batch === 'FAILED' ? (work.reason ?? null) : null, imported ?? 0, failed ?? 0, unknown),
        retryAt: isRunning ? ((work.retryAt ?? running?.retryAt)?.toISOString() ?? null) : null,
        endedAt: work.endedAt?.toISOString() ?? null,
        progress: batch === 'COMPLETED' ? 1 : progressOf(outcomes),
        retryOf: numbers.get(terms['retryOf'] ?? '') ?? null,
        hasFiles: kept.has(firstFiles[at] ?? ''),
        scheduled: terms['scheduled'] === 'true',
        isOfMissing: terms['missingOf'] !== undefined,
        covered:
          batch !== 'COMPLETED'
            ? null
            : (coveredOf(outcomes)?.map(([object, position, ofAllDays]) => ({ object, position, ofAllDays })) ?? null),
      };
    });
  }
}

const noteOf = ({ state, reason }: BatchDocument, running: Progress | undefined): string | null =>
  state === 'retrying'
    ? (reason ?? null)
    : state === 'stopping'
      ? 'Stops after this step'
      : state === 'waiting'
        ? 'Waits for its turn'
        : (running?.note ?? null);

const grouped = new Intl.NumberFormat('en-AU');

/** Why a batch ended, and what is known of its rows if that is not all: '1,204 accepted, 3 unknown'. */
function endNoteOf(reason: string | null, accepted: number, failed: number, unknown: number): string | null {
  if (unknown === 0) return reason;
  const known = [
    `${grouped.format(accepted)} accepted`,
    ...(failed > 0 ? [`${grouped.format(failed)} not accepted`] : []),
    `${grouped.format(unknown)} unknown`,
  ].join(', ');
  return reason === null ? known : `${reason}${reason.endsWith('.') ? '' : '.'} ${known}.`;
}

/** What the job that runs adds to those that have ended. */
const withLive = (counted: number | null, live: number | undefined): number | null =>
  live === undefined ? counted : (counted ?? 0) + Math.max(0, live);

/** The state of the jobs together, in Salesforce's words; null if nothing was sent. */
function jobStatusOf({ state, outcomes = {}, rows, reason }: BatchDocument, running: Progress | undefined) {
  const hasJob = shipments.some((shipment) => jobStep(shipment, 1, 1) in outcomes);
  switch (state) {
    case 'done':
      return rows?.imported == null ? null : 'JobComplete';
    case 'failed':
      return hasJob || reason?.startsWith('Salesforce') ? 'Failed' : null;
    case 'stopped':
      return hasJob ? 'Aborted' : null;
    default:
      return hasJob ? (running?.job?.state ?? 'InProgress') : null;
  }
}

const progressOf = (outcomes: Outcomes): number => {
  const steps = shipments.flatMap((shipment) => [makeStep(shipment), sendStep(shipment)]);
  return steps.filter((step) => step in outcomes).length / steps.length;
};

/** The digest of the first piece of a batch's files; null without rows. */
export const firstFileOf = (outcomes: Outcomes): string | null =>
  shipments.flatMap((shipment) => manifestOf(outcomes, shipment).parts.flatMap(({ pieces }) => pieces))[0]?.sha256 ??
  null;
