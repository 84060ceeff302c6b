import type { Feature } from '../../portal/feature';

/** A member's own figures about one topic beside what the rules say of it, for consultants and staff. Reached from the Reports screen. */
export const singleTopicAdvice: Feature = {
  pages: [
    {
      path: '/reports/limited-advice-report',
      load: async () => (await import('./insurance-advice.page')).InsuranceAdvicePage,
    },
    {
      path: '/reports/intra-fund-investment-report',
      load: async () => (await import('./investment-advice.page')).InvestmentAdvicePage,
    },
  ],
  right: 'members.read',
};
