import type { Feature } from '../../portal/feature';
import { choosesPlan, isStaffLevel, seesPlans } from '../../portal/session/user';

const entries = [{ label: 'Plans', to: '/plans' }];

/** For everybody who may have several plans. */
export const plans: Feature = {
  pages: [{ path: '/plans', load: async () => (await import('./plans.page')).PlansPage }],
  may: (user) => seesPlans(user) && choosesPlan(user),
  menu: (user) => ({ id: isStaffLevel(user) ? 'staff' : 'dashboard', entries }),
  staleTags: [
    { type: 'PlansOverview', after: ['plans', 'platforms', 'providers', 'editions'], of: 'allPlans' },
    { type: 'PlansCompleteness', after: ['plans', 'memberSnapshots', 'editions'], of: 'allPlans' },
  ],
};
