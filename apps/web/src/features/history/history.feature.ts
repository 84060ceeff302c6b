import type { Feature } from '../../portal/feature';
import { audits } from '../../portal/session/user';

/** The history of a plan, for auditors. */
export const history: Feature = {
  pages: [{ path: '/audit/as-it-stood', load: async () => (await import('./as-it-stood.page')).AsItStoodPage }],
  may: audits,
  asOf: 'beside',
  menu: { id: 'audit', entries: [{ label: 'As it stood', to: '/audit/as-it-stood' }] },
};
