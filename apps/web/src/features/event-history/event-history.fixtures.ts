import type { EventDetail, EventTrace, HistoryEvent } from '@superscope/contracts/event-history';
import { helen } from '../../test/portal';
import { withRights } from '../../test/with-rights';

export const auditor = withRights({ ...helen, role: 'Auditor' });
export const memberId = '0b8f6a3e-3f2b-4c62-9d6e-1f0a8a5b7c11';
export const event = (more: Partial<HistoryEvent> = {}): HistoryEvent => ({
  place: '70-70',
  at: '2026-03-31T23:00:05.000Z',
  category: 'member',
  stream: `member-${memberId}`,
  revision: 1,
  type: 'MemberDetailsRevised',
  eventId: 'e1',
  planId: 'T.K1',
  memberId,
  actor: 'u1',
  role: 'Staff',
  correlationId: 'c1',
  causationId: null,
  commandId: 'k1',
  bytes: 1200,
  readModels: ['memberSnapshots', 'members'],
  stale: { of: 'member' as const, from: '2025-11', to: '9999-12' },
  ...more,
});
export const detail = (more: Partial<EventDetail> = {}): EventDetail => ({
  event: event(),
  plan: { id: 'T.K1', name: 'Kestrel Super Plan' },
  metadata: { correlationId: 'c1', index: 0 },
  data: { addressState: 'TAS', personal: { surname: 'Hidden' } },
  state: {
    fields: [
      { path: ['details', 'addressState'], before: 'NSW', after: 'TAS' },
      { path: ['details', 'joinDate'], before: null, after: '2026-03-09' },
      { path: ['details', 'personal', 'surname'], before: 'Hidden', after: 'Hidden' },
    ],
    unchanged: 12,
    isCut: false,
  },
  isTooLong: false,
  standing: null,
  counted: null,
  around: [event()],
  personal: 'hidden',
  ...more,
});
export const trace: EventTrace = {
  correlationId: 'c1',
  events: [event({ place: '60-60', type: 'MemberMoved', revision: 0, readModels: [], stale: null }), event()],
  isCut: false,
};
