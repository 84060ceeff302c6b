import type { Feature } from '../../portal/feature';

/** Whether a report was made here, is unchanged, and says what the events say. Consultants and staff find it among the reports as well. */
export const checkReport: Feature = {
  pages: [{ path: '/audit/check-report', load: async () => (await import('./check-report.page')).CheckReportPage }],
  right: 'reports.check',
  asOf: 'beside',
  menu: { id: 'audit', right: 'history.read', entries: [{ label: 'Check a report', to: '/audit/check-report' }] },
};
