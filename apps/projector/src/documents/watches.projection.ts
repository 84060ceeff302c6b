import { watchesView } from '@superscope/contracts/read-models/watches';
import type { NoticeOutcome, WatchFinding, WatchTerms } from '@superscope/domain/watch/watch';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { documentsOf } from '../runtime/writing/document-projection.js';

type OfUser<Data> = RecordedEvent<Data & { userId: string }>;
interface Evaluated {
  month: string;
  found: readonly WatchFinding[];
  noticeId: string | null;
}

/** Readers' watches, and the mails about them that are due. */
export const watches = documentsOf(watchesView, 'userId', {
  WatchSet: ({ data }: OfUser<WatchTerms & { watchId: string }>) => {
    const { userId, watchId, planId, metric, direction, threshold } = data;
    return { userId, [`watches.${watchId}`]: { planId, metric, direction, threshold } };
  },
  WatchRemoved: ({ data }: OfUser<{ watchId: string }>) => ({
    userId: data.userId,
    [`watches.${data.watchId}`]: null,
  }),
  WatchesEvaluated: ({ data: { userId, month, found, noticeId } }: OfUser<Evaluated>) => ({
    userId,
    ...Object.fromEntries(
      found.flatMap(({ watchId, told }) => [
        [`watches.${watchId}.month`, month],
        ...(told ? [[`watches.${watchId}.toldOf`, month]] : []),
      ]),
    ),
    ...(noticeId === null ? {} : { [`notices.${noticeId}`]: { outcome: null } }),
  }),
  WatchNoticeSettled: ({ data }: OfUser<{ noticeId: string; outcome: NoticeOutcome }>) => ({
    userId: data.userId,
    [`notices.${data.noticeId}.outcome`]: data.outcome,
  }),
});
