import type { Feature } from '../../portal/feature';
import { administers } from '../../portal/session/user';

export const corrections: Feature = {
  pages: [{ path: '/staff/corrections', load: async () => (await import('./corrections.page')).CorrectionsPage }],
  may: administers,
  menu: { id: 'staff', entries: [{ label: 'Corrections', to: '/staff/corrections' }] },
  staleTags: [
    { type: 'PlanCorrections', after: ['plans', 'companies', 'campaigns', 'memberSnapshots'], of: 'onePlan' },
  ],
};
