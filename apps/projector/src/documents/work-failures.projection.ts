import { workFailuresView } from '@superscope/contracts/read-models/work-failures';
import type { WorkFailureEvent } from '@superscope/domain/work-failure/work-failure';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { documentsOf } from '../runtime/writing/document-projection.js';

/** Failures of background work that somebody has in hand. */
export const workFailures = documentsOf(workFailuresView, 'workId', {
  WorkFailureAcknowledged: ({ data, created }: RecordedEvent<WorkFailureEvent['data']>) => ({
    failedAt: data.failedAt,
    by: data.by,
    reason: data.personal.reason,
    at: created,
  }),
});
