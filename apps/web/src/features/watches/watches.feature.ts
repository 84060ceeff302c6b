import type { Feature } from '../../portal/feature';

/** The signed-in user's watches, reached from the user menu and from cards of figures. */
export const ownWatches: Feature = {
  pages: [{ path: '/watches', load: async () => (await import('./watches.page')).WatchesPage }],
  right: 'watches.own',
};
