import type { Feature } from '../../portal/feature';

/** For consultants and staff: what two investments cost a member in a year. */
export const feeComparison: Feature = {
  pages: [
    { path: '/staff/feeComparison', load: async () => (await import('./fee-comparison.page')).FeeComparisonPage },
  ],
  right: 'fees.compare',
  menu: { id: 'staff', entries: [{ label: 'Fee comparison', to: '/staff/feeComparison' }] },
};
