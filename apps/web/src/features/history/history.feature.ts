import type { Feature } from '../../portal/feature';

/** The history of a plan, for auditors. */
export const history: Feature = {
  pages: [{ path: '/audit/as-it-stood', load: async () => (await import('./as-it-stood.page')).AsItStoodPage }],
  right: 'history.read',
  asOf: 'beside',
  menu: { id: 'audit', entries: [{ label: 'As it stood', to: '/audit/as-it-stood' }] },
};
