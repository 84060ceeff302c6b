import { watchesView } from '@superscope/contracts/read-models/watches';
import { watchStream } from '@superscope/domain/watch/watch';
import { documentsOf } from '../runtime/writing/stream-projection.js';

/** Readers' watches, and the mails about them that are due. */
export const watches = documentsOf(
  watchesView,
  watchStream,
  { id: 'userId' },
  {
    WatchSet: ({ data }) => {
      const { userId, watchId, planId, metric, direction, threshold } = data;
      return { userId, [`watches.${watchId}`]: { planId, metric, direction, threshold } };
    },
    WatchRemoved: ({ data }) => ({
      userId: data.userId,
      [`watches.${data.watchId}`]: null,
    }),
    WatchesEvaluated: ({ data: { userId, month, found, noticeId } }) => ({
      userId,
      ...Object.fromEntries(
        found.flatMap(({ watchId, told }) => [
          [`watches.${watchId}.month`, month],
          ...(told ? [[`watches.${watchId}.toldOf`, month]] : []),
        ]),
      ),
      ...(noticeId === null ? {} : { [`notices.${noticeId}`]: { outcome: null } }),
    }),
    WatchNoticeSettled: ({ data }) => ({
      userId: data.userId,
      [`notices.${data.noticeId}.outcome`]: data.outcome,
    }),
  },
);
