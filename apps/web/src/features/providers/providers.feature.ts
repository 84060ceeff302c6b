import type { Feature } from '../../portal/feature';

/** For Admins: the logos of providers, which documents for employers show. */
export const providers: Feature = {
  pages: [{ path: '/staff/providers', load: async () => (await import('./providers.page')).ProvidersPage }],
  right: 'providers.write',
  menu: { id: 'staff', entries: [{ label: 'Providers', to: '/staff/providers' }] },
  staleTags: [{ type: 'Providers', after: ['providers'], of: 'allPlans' }],
};
