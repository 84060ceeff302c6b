import type { Feature } from '../../portal/feature';

export const corrections: Feature = {
  pages: [{ path: '/staff/corrections', load: async () => (await import('./corrections.page')).CorrectionsPage }],
  right: 'corrections.write',
  menu: { id: 'staff', entries: [{ label: 'Corrections', to: '/staff/corrections' }] },
  staleTags: [
    { type: 'PlanCorrections', after: ['plans', 'companies', 'campaigns', 'memberSnapshots'], of: 'onePlan' },
  ],
};
