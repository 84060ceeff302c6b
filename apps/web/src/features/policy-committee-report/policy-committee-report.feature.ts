import type { Feature } from '../../portal/feature';

/** The document for the committee of a plan, as the pages that it has on paper. */
export const policyCommitteeReport: Feature = {
  pages: [
    {
      path: '/policyCommitteeReport',
      load: async () => (await import('./policy-committee-report.page')).PolicyCommitteeReportPage,
    },
    {
      path: '/reports/plan-superscore-report',
      load: async () => (await import('./super-score-report.page')).SuperScoreReportPage,
    },
    { path: '/playwright/pcr/pdf/:planId', load: async () => (await import('./preview.page')).PreviewPage },
  ],
  right: 'documents.make',
  templatedPage: async () => (await import('./one-templated-page')).OneTemplatedPage,
};
