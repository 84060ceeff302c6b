import { workView } from '@superscope/contracts/read-models/work';
import {
  documentSync,
  type DocumentSyncRequest,
  type DocumentSyncResult,
} from '@superscope/domain/document-sync/document-sync';
import { report, type ReportRequest, type ReportResult } from '@superscope/domain/report/report';
import {
  salesforceBatch,
  type SalesforceBatchRequest,
  type SalesforceBatchResult,
} from '@superscope/domain/salesforce-batch/salesforce-batch';
import {
  salesforceReconciliation,
  type SalesforceReconciliationRequest,
  type SalesforceReconciliationResult,
} from '@superscope/domain/salesforce-reconciliation/salesforce-reconciliation';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { documentsOf } from '../runtime/writing/document-projection.js';

type OfWork<Data = unknown> = RecordedEvent<Data & { workId: string }>;
type Names = Readonly<
  Record<
    | 'attemptStarted'
    | 'stepDone'
    | 'retryScheduled'
    | 'failing'
    | 'failed'
    | 'stopRequested'
    | 'stopped'
    | 'resumed'
    | 'pinned',
    string
  >
>;

const asRequested = (category: string, { data, created }: OfWork<{ by: string }>) => ({
  category,
  workId: data.workId,
  by: data.by,
  state: 'waiting' as const,
  requestedAt: created,
  attempts: 0,
  reason: null,
  retryAt: null,
  endedAt: null,
});

/** What any work does between its request and its result. */
const lifeOf = (names: Names) => ({
  [names.attemptStarted]: ({ data, created }: OfWork<{ attemptId: string; attempt: number }>) => ({
    state: 'running' as const,
    attempts: data.attempt,
    retryAt: null,
    [`tries.${data.attemptId}`]: { startedAt: created },
  }),
  [names.stepDone]: ({ data, created }: OfWork<{ step: string }>) => ({ [`steps.${data.step}`]: created }),
  [names.retryScheduled]: ({ data, created }: OfWork<{ attemptId: string; reason: string; retryAt: string }>) => ({
    state: 'retrying' as const,
    reason: data.reason,
    retryAt: new Date(data.retryAt),
    [`tries.${data.attemptId}.endedAt`]: created,
    [`tries.${data.attemptId}.reason`]: data.reason,
  }),
  [names.failing]: ({ data, created }: OfWork<{ attemptId: string; reason: string }>) => ({
    reason: data.reason,
    [`tries.${data.attemptId}.endedAt`]: created,
    [`tries.${data.attemptId}.reason`]: data.reason,
  }),
  [names.failed]: ({ data, created }: OfWork<{ reason: string }>) => ({
    state: 'failed' as const,
    reason: data.reason,
    endedAt: created,
  }),
  [names.stopRequested]: () => ({ state: 'stopping' as const }),
  [names.stopped]: ({ created }: OfWork) => ({ state: 'stopped' as const, retryAt: null, endedAt: created }),
  [names.resumed]: () => ({ state: 'waiting' as const, attempts: 0, reason: null, retryAt: null, endedAt: null }),
  [names.pinned]: ({ data }: OfWork<{ keptUntil: string }>) => ({ keptUntil: new Date(data.keptUntil) }),
});

/** Documents that are made in the background, and how far they are. */
export const reportWork = documentsOf(workView, 'workId', {
  ...lifeOf(report.names),
  [report.names.requested]: (event: OfWork<ReportRequest & { by: string }>) => ({
    ...asRequested(report.stream.category, event),
    kind: event.data.kind,
    planId: event.data.planId,
    companyId: event.data.companyId,
    terms: { ...event.data.terms },
  }),
  [report.names.made]: ({ data, created }: OfWork<ReportResult>) => ({
    state: 'done',
    reason: null,
    endedAt: created,
    fileName: data.fileName,
    pdfSha256: data.pdfSha256,
    figuresSha256: data.figuresSha256,
    start: data.start,
    end: data.end,
    code: data.code,
  }),
});

/** Exports to Salesforce. What a step leaves is digests, ids of jobs and counts. */
export const salesforceWork = documentsOf(workView, 'workId', {
  ...lifeOf(salesforceBatch.names),
  [salesforceBatch.names.requested]: (event: OfWork<SalesforceBatchRequest & { by: string }>) => {
    const { number, startDate, endDate, providerId, companyId, retryOf, scheduled, missingOf } = event.data;
    return {
      ...asRequested(salesforceBatch.stream.category, event),
      kind: 'salesforceExport',
      planId: null,
      companyId,
      start: startDate,
      end: endDate,
      terms: {
        number: String(number),
        ...(providerId === null ? {} : { providerId }),
        ...(retryOf === null ? {} : { retryOf }),
        ...(scheduled === true ? { scheduled: 'true' } : {}),
        ...(missingOf === undefined ? {} : { missingOf }),
      },
    };
  },
  [salesforceBatch.names.stepDone]: ({ data, created }: OfWork<{ step: string; outcome: string | null }>) => ({
    [`steps.${data.step}`]: created,
    [`outcomes.${data.step}`]: data.outcome,
  }),
  [salesforceBatch.names.made]: ({ data, created }: OfWork<SalesforceBatchResult>) => ({
    state: 'done',
    reason: null,
    endedAt: created,
    rows: { exported: data.exported, imported: data.imported, failed: data.failed },
  }),
});

/** Comparisons with Salesforce. What a step leaves is counts, and digests of the files with the ids that differ. */
export const salesforceReconciliationWork = documentsOf(workView, 'workId', {
  ...lifeOf(salesforceReconciliation.names),
  [salesforceReconciliation.names.requested]: (event: OfWork<SalesforceReconciliationRequest & { by: string }>) => ({
    ...asRequested(salesforceReconciliation.stream.category, event),
    kind: 'salesforceReconciliation',
    planId: null,
    companyId: null,
    terms: event.data.weekly ? { weekly: 'true' } : {},
  }),
  [salesforceReconciliation.names.stepDone]: ({ data, created }: OfWork<{ step: string; outcome: string | null }>) => ({
    [`steps.${data.step}`]: created,
    [`outcomes.${data.step}`]: data.outcome,
  }),
  [salesforceReconciliation.names.made]: ({ data, created }: OfWork<SalesforceReconciliationResult>) => ({
    state: 'done',
    reason: null,
    endedAt: created,
    reconciled: { groups: [...data.groups], isPartial: data.isPartial },
  }),
});

/** Documents of microsites that are sent to the host for acceptance tests. */
export const documentSyncWork = documentsOf(workView, 'workId', {
  ...lifeOf(documentSync.names),
  [documentSync.names.requested]: (event: OfWork<DocumentSyncRequest & { by: string }>) => ({
    ...asRequested(documentSync.stream.category, event),
    kind: 'documentSync',
    planId: null,
    companyId: null,
    terms: { host: event.data.host },
  }),
  [documentSync.names.made]: ({ data: { leftOut = 0 }, created }: OfWork<DocumentSyncResult>) => ({
    state: 'done',
    reason:
      leftOut === 0
        ? null
        : `Left out: ${leftOut} documents and lists, whose platform, plan or employer the other host does not have.`,
    endedAt: created,
  }),
});
