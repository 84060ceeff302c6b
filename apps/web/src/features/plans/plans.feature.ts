import type { Feature } from '../../portal/feature';

const entries = [{ label: 'Plans', to: '/plans' }];

/** For everybody who may have several plans. */
export const plans: Feature = {
  pages: [{ path: '/plans', load: async () => (await import('./plans.page')).PlansPage }],
  right: 'plans.choose',
  menu: [
    { id: 'staff', right: 'members.read', entries },
    { id: 'dashboard', entries },
  ],
  staleTags: [
    { type: 'PlansOverview', after: ['plans', 'companies', 'platforms', 'providers', 'editions'], of: 'allPlans' },
    { type: 'PlansCompleteness', after: ['plans', 'memberSnapshots', 'editions'], of: 'allPlans' },
  ],
};
