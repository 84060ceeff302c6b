import { workFailuresView } from '@superscope/contracts/read-models/work-failures';
import { workFailureStream } from '@superscope/domain/work-failure/work-failure';
import { documentsOf } from '../runtime/writing/stream-projection.js';

/** Failures of background work that somebody has in hand. */
export const workFailures = documentsOf(
  workFailuresView,
  workFailureStream,
  { id: 'workId' },
  {
    WorkFailureAcknowledged: ({ data, created }) => ({
      failedAt: data.failedAt,
      by: data.by,
      reason: data.personal.reason,
      at: created,
    }),
  },
);
