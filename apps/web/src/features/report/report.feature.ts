import type { Feature } from '../../portal/feature';

/** The dashboard as A4 pages, to print and to hand out. */
export const report: Feature = {
  pages: [{ path: '/report', load: async () => (await import('./report.page')).ReportPage }],
  right: 'portal.read',
  menu: { id: 'info', entries: [{ label: 'PCM Report', to: '/report' }] },
};
