import type { Feature } from '../../portal/feature';
import { audits } from '../../portal/session/user';

/** The accounts and their access on any day, for Auditors and Admins. */
export const whoMaySee: Feature = {
  pages: [{ path: '/audit/access', load: async () => (await import('./who-may-see.page')).WhoMaySeePage }],
  may: audits,
  menu: { id: 'audit', entries: [{ label: 'Who may see what', to: '/audit/access' }] },
};
