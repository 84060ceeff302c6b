import type { Feature } from '../../portal/feature';

/** For Staff and Admins: what changed, sent to Salesforce or made as files. */
export const salesforceExports: Feature = {
  pages: [
    {
      path: '/staff/salesforceExports',
      load: async () => (await import('./salesforce-exports.page')).SalesforceExportsPage,
    },
  ],
  right: 'salesforce.export',
  menu: { id: 'staff', entries: [{ label: 'Salesforce exports', to: '/staff/salesforceExports' }] },
  staleTags: [
    { type: 'SalesforceBatches', after: ['work', 'salesforceBatches'], of: 'allPlans' },
    { type: 'SalesforceReconciliations', after: ['work', 'salesforceBatches'], of: 'allPlans' },
    { type: 'SalesforceReceipts', after: ['work', 'salesforceReceipts'], of: 'allPlans' },
  ],
};
