import type { Feature } from '../../portal/feature';

/** The accounts and their access on any day, for Auditors and Admins. */
export const whoMaySee: Feature = {
  pages: [{ path: '/audit/access', load: async () => (await import('./who-may-see.page')).WhoMaySeePage }],
  right: 'users.audit',
  menu: { id: 'audit', entries: [{ label: 'Who may see what', to: '/audit/access' }] },
};
