import type { Feature } from '../../portal/feature';

const entries = [{ label: 'Check a report', to: '/audit/check-report' }];

/** Whether a report was made here, is unchanged, and says what the events say. Consultants and staff find it among the reports. */
export const checkReport: Feature = {
  pages: [{ path: '/audit/check-report', load: async () => (await import('./check-report.page')).CheckReportPage }],
  right: 'reports.check',
  asOf: 'beside',
  menu: [
    { id: 'audit', right: 'history.read', entries },
    { id: 'staff', right: 'staff.lookup', entries: [] },
    { id: 'info', entries },
  ],
};
