import type { Feature } from '../../portal/feature';
import { watches } from '../../portal/session/user';

/** Everybody's own watches; the menu of the user leads here, and the cards of figures. */
export const ownWatches: Feature = {
  pages: [{ path: '/watches', load: async () => (await import('./watches.page')).WatchesPage }],
  may: watches,
};
