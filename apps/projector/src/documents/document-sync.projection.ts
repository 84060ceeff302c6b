import { workView } from '@superscope/contracts/read-models/work';
import { documentSync } from '@superscope/domain/document-sync/document-sync';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { documentsOf } from '../runtime/writing/document-projection.js';

type OfWork<Data = unknown> = RecordedEvent<Data & { workId: string }>;
const { names, stream } = documentSync;

/** Documents of microsites that are sent to the host for acceptance tests, and how far that is. */
export const documentSyncWork = documentsOf(workView, 'workId', {
  [names.requested]: ({ data, created }: OfWork<{ by: string; host: string }>) => ({
    category: stream.category,
    workId: data.workId,
    kind: 'documentSync',
    planId: null,
    companyId: null,
    terms: { host: data.host },
    by: data.by,
    state: 'waiting',
    requestedAt: created,
    attempts: 0,
    reason: null,
    retryAt: null,
    endedAt: null,
  }),
  [names.attemptStarted]: ({ data, created }: OfWork<{ attemptId: string; attempt: number }>) => ({
    state: 'running',
    attempts: data.attempt,
    retryAt: null,
    [`tries.${data.attemptId}`]: { startedAt: created },
  }),
  [names.stepDone]: ({ data, created }: OfWork<{ step: string }>) => ({ [`steps.${data.step}`]: created }),
  [names.retryScheduled]: ({ data, created }: OfWork<{ attemptId: string; reason: string; retryAt: string }>) => ({
    state: 'retrying',
    reason: data.reason,
    retryAt: new Date(data.retryAt),
    [`tries.${data.attemptId}.endedAt`]: created,
    [`tries.${data.attemptId}.reason`]: data.reason,
  }),
  [names.made]: ({ created }: OfWork) => ({ state: 'done', reason: null, endedAt: created }),
  [names.failed]: ({ data, created }: OfWork<{ reason: string }>) => ({
    state: 'failed',
    reason: data.reason,
    endedAt: created,
  }),
  [names.stopRequested]: () => ({ state: 'stopping' }),
  [names.stopped]: ({ created }: OfWork) => ({ state: 'stopped', retryAt: null, endedAt: created }),
  [names.resumed]: () => ({ state: 'waiting', attempts: 0, reason: null, retryAt: null, endedAt: null }),
  [names.pinned]: ({ data }: OfWork<{ keptUntil: string }>) => ({ keptUntil: new Date(data.keptUntil) }),
});
