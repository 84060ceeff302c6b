import type { Feature } from '../../portal/feature';

export const investmentOptions: Feature = {
  pages: [
    {
      path: '/staff/investmentOptions',
      load: async () => (await import('./investment-options.page')).InvestmentOptionsPage,
    },
  ],
  right: 'investment-options.write',
  menu: { id: 'staff', entries: [{ label: 'Investment options', to: '/staff/investmentOptions' }] },
  staleTags: [{ type: 'DataDates', after: ['figures'], of: 'allPlans' }],
};
