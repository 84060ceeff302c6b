import type { Feature } from '../../portal/feature';
import { audits } from '../../portal/session/user';

/** Every event that was ever recorded, for Auditors and Admins. */
export const eventHistory: Feature = {
  pages: [
    { path: '/audit/events', load: async () => (await import('./event-history.page')).EventHistoryPage },
    { path: '/audit/events/:place', load: async () => (await import('./event.page')).EventPage },
  ],
  may: audits,
  asOf: 'beside',
  menu: { id: 'audit', entries: [{ label: 'Event history', to: '/audit/events' }] },
};
