import type { Feature } from '../../portal/feature';

/** For consultants and staff: every report and list about a plan, an employer or a member. */
export const reporting: Feature = {
  pages: [{ path: '/staff/reporting', load: async () => (await import('./reporting.page')).ReportingPage }],
  right: 'staff.lookup',
  menu: { id: 'staff', entries: [{ label: 'Reports', to: '/staff/reporting' }] },
};
