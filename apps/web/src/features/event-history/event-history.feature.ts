import type { Feature } from '../../portal/feature';

/** Every event that was ever recorded, for Auditors and Admins. */
export const eventHistory: Feature = {
  pages: [
    { path: '/audit/events', load: async () => (await import('./event-history.page')).EventHistoryPage },
    { path: '/audit/events/:place', load: async () => (await import('./event.page')).EventPage },
  ],
  right: 'history.read',
  asOf: 'beside',
  menu: { id: 'audit', entries: [{ label: 'Event history', to: '/audit/events' }] },
};
