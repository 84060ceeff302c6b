import type { Feature } from '../../portal/feature';

export const dashboard: Feature = {
  pages: [{ path: '/dashboard', load: async () => (await import('./dashboard.page')).DashboardPage }],
  right: 'portal.read',
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
