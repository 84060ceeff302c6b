import type { FieldsOf } from '@superscope/contracts/read-models/document-view';
import { workView } from '@superscope/contracts/read-models/work';
import type { WorkItem } from '@superscope/contracts/work';
import { documentSync } from '@superscope/domain/document-sync/document-sync';
import type { DataOf } from '@superscope/domain/event';
import { report } from '@superscope/domain/report/report';
import { salesforceBatch } from '@superscope/domain/salesforce-batch/salesforce-batch';
import { salesforceReconciliation } from '@superscope/domain/salesforce-reconciliation/salesforce-reconciliation';
import type { WorkNames } from '@superscope/domain/work/work';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { documentWrite, type Patch, type Projection } from '../runtime/writing/projection.js';

type OfWork<Data = unknown> = RecordedEvent<Data & { workId: string }>;
type Fields = Patch<FieldsOf<typeof workView>>;

/** A kind of work. Kinds differ by the names of their events, and by what their request and result hold. */
interface Kind {
  readonly stream: { readonly category: string };
  readonly names: Readonly<Record<WorkNames, string>>;
}
type Holds<Of extends Kind, Name extends WorkNames> = DataOf<Of['stream'], Of['names'][Name]>;

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
const life = {
  attemptStarted: ({ data, created }: OfWork<{ attemptId: string; attempt: number }>) => ({
    state: 'running' as const,
    attempts: data.attempt,
    retryAt: null,
    [`tries.${data.attemptId}`]: { startedAt: created },
  }),
  stepDone: ({ data, created }: OfWork<{ step: string }>) => ({ [`steps.${data.step}`]: created }),
  retryScheduled: ({ data, created }: OfWork<{ attemptId: string; reason: string; retryAt: string }>) => ({
    state: 'retrying' as const,
    reason: data.reason,
    retryAt: new Date(data.retryAt),
    [`tries.${data.attemptId}.endedAt`]: created,
    [`tries.${data.attemptId}.reason`]: data.reason,
  }),
  failing: ({ data, created }: OfWork<{ attemptId: string; reason: string }>) => ({
    reason: data.reason,
    [`tries.${data.attemptId}.endedAt`]: created,
    [`tries.${data.attemptId}.reason`]: data.reason,
  }),
  failed: ({ data, created }: OfWork<{ reason: string }>) => ({
    state: 'failed' as const,
    reason: data.reason,
    endedAt: created,
  }),
  stopRequested: () => ({ state: 'stopping' as const }),
  stopped: ({ created }: OfWork) => ({ state: 'stopped' as const, retryAt: null, endedAt: created }),
  resumed: () => ({ state: 'waiting' as const, attempts: 0, reason: null, retryAt: null, endedAt: null }),
  pinned: ({ data }: OfWork<{ keptUntil: string }>) => ({ keptUntil: new Date(data.keptUntil) }),
} satisfies Partial<Record<WorkNames, (event: never) => Fields>>;

type Life = Exclude<WorkNames, keyof typeof life>;
/** A document names its kind when it is requested, so that a kind without a name for people does not compile. */
type Sets<Name extends Life> = Name extends 'requested' ? Fields & { kind: WorkItem['kind'] } : Fields;

/** One document for each work of a kind. */
function documentsOfWork<Of extends Kind>(
  { names }: Of,
  own: { readonly [Name in Life]: (event: RecordedEvent<Holds<Of, Name>>) => Sets<Name> } & {
    readonly stepDone?: (event: RecordedEvent<Holds<Of, 'stepDone'>>) => Fields;
  },
): Projection {
  const sets: Readonly<Record<WorkNames, (event: never) => Fields>> = { ...life, ...own };
  const byType = new Map(
    Object.entries(sets).map(([name, setOf]) => [names[name as WorkNames], setOf as (event: RecordedEvent) => Fields]),
  );
  return {
    readModel: workView.announces,
    handles: [...byType.keys()],
    project: (event) => {
      const { workId, planId = null } = event.data as { workId: string; planId?: string | null };
      return { documents: [documentWrite(workView, workId, event, byType.get(event.type)!(event))], planId };
    },
  };
}

/** Documents that are made in the background, and how far they are. */
export const reportWork = documentsOfWork(report, {
  requested: (event) => ({
    ...asRequested(report.stream.category, event),
    kind: event.data.kind,
    planId: event.data.planId,
    companyId: event.data.companyId,
    terms: { ...event.data.terms },
  }),
  made: ({ data, created }) => ({
    state: 'done',
    reason: null,
    endedAt: created,
    fileName: data.fileName,
    pdfSha256: data.pdfSha256,
    figuresSha256: data.figuresSha256,
    start: data.start,
    end: data.end,
    code: data.code,
    ...(data.pages !== undefined && { pages: data.pages }),
    ...(data.moment !== undefined && { moment: new Date(data.moment) }),
  }),
});

/** Exports to Salesforce. What a step leaves is digests, ids of jobs and counts. */
export const salesforceWork = documentsOfWork(salesforceBatch, {
  requested: (event) => {
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
  stepDone: ({ data, created }) => ({
    [`steps.${data.step}`]: created,
    [`outcomes.${data.step}`]: data.outcome,
  }),
  made: ({ data, created }) => ({
    state: 'done',
    reason: null,
    endedAt: created,
    rows: { exported: data.exported, imported: data.imported, failed: data.failed },
  }),
});

/** Comparisons with Salesforce. What a step leaves is counts, and digests of the files with the ids that differ. */
export const salesforceReconciliationWork = documentsOfWork(salesforceReconciliation, {
  requested: (event) => ({
    ...asRequested(salesforceReconciliation.stream.category, event),
    kind: 'salesforceReconciliation',
    planId: null,
    companyId: null,
    terms: event.data.weekly ? { weekly: 'true' } : {},
  }),
  stepDone: ({ data, created }) => ({
    [`steps.${data.step}`]: created,
    [`outcomes.${data.step}`]: data.outcome,
  }),
  made: ({ data, created }) => ({
    state: 'done',
    reason: null,
    endedAt: created,
    reconciled: { groups: [...data.groups], isPartial: data.isPartial },
  }),
});

/** Documents of microsites that are sent to the host for acceptance tests. */
export const documentSyncWork = documentsOfWork(documentSync, {
  requested: (event) => ({
    ...asRequested(documentSync.stream.category, event),
    kind: 'documentSync',
    planId: null,
    companyId: null,
    terms: { host: event.data.host },
  }),
  made: ({ data: { leftOut = 0 }, created }) => ({
    state: 'done',
    reason:
      leftOut === 0
        ? null
        : `Left out: ${leftOut} documents and lists, whose platform, plan or employer the other host does not have.`,
    endedAt: created,
  }),
});
