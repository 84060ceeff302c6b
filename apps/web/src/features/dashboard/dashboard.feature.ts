import type { Feature } from '../../portal/feature';
import { seesPlans } from '../../portal/session/user';

export const dashboard: Feature = {
  pages: [{ path: '/dashboard', load: async () => (await import('./dashboard.page')).DashboardPage }],
  may: seesPlans,
  asOf: 'shown',
  menu: {
    id: 'dashboard',
    entries: [
      { label: 'Overview', to: '/dashboard' },
      { label: 'Fund fitness', to: '/dashboard#fund-fitness' },
      { label: 'Member activity', to: '/dashboard#member-activity' },
      { label: 'Communications', to: '/dashboard#communications' },
      { label: 'News', to: '/dashboard#news' },
    ],
  },
  staleTags: [{ type: 'News', after: ['news'], of: 'settings' }],
};
