import { workView } from '@superscope/contracts/read-models/work';
import { report, type ReportRequest, type ReportResult } from '@superscope/domain/report/report';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { documentsOf } from '../runtime/writing/document-projection.js';

type OfWork<Data = unknown> = RecordedEvent<Data & { workId: string }>;
const { category } = report.stream;

/** Documents that are made in the background, and how far they are. */
export const reportWork = documentsOf(workView, 'workId', {
  [report.names.requested]: ({ data, created }: OfWork<ReportRequest & { by: string }>) => ({
    category,
    workId: data.workId,
    kind: data.kind,
    planId: data.planId,
    companyId: data.companyId,
    terms: { ...data.terms },
    by: data.by,
    state: 'waiting',
    requestedAt: created,
    attempts: 0,
    reason: null,
    retryAt: null,
    endedAt: null,
  }),
  [report.names.attemptStarted]: ({ data, created }: OfWork<{ attemptId: string; attempt: number }>) => ({
    state: 'running',
    attempts: data.attempt,
    retryAt: null,
    [`tries.${data.attemptId}`]: { startedAt: created },
  }),
  [report.names.stepDone]: ({ data, created }: OfWork<{ step: string }>) => ({ [`steps.${data.step}`]: created }),
  [report.names.retryScheduled]: ({
    data,
    created,
  }: OfWork<{ attemptId: string; reason: string; retryAt: string }>) => ({
    state: 'retrying',
    reason: data.reason,
    retryAt: new Date(data.retryAt),
    [`tries.${data.attemptId}.endedAt`]: created,
    [`tries.${data.attemptId}.reason`]: data.reason,
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
  [report.names.failed]: ({ data, created }: OfWork<{ reason: string }>) => ({
    state: 'failed',
    reason: data.reason,
    endedAt: created,
  }),
  [report.names.stopRequested]: () => ({ state: 'stopping' }),
  [report.names.stopped]: ({ created }: OfWork) => ({ state: 'stopped', retryAt: null, endedAt: created }),
  [report.names.resumed]: () => ({ state: 'waiting', attempts: 0, reason: null, retryAt: null, endedAt: null }),
  [report.names.pinned]: ({ data }: OfWork<{ keptUntil: string }>) => ({ keptUntil: new Date(data.keptUntil) }),
});
