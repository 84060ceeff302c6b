import type { Feature } from '../../portal/feature';
import { seesPlans } from '../../portal/session/user';

export const analytics: Feature = {
  pages: [{ path: '/super/analytics/:metric?', load: async () => (await import('./analytics.page')).AnalyticsPage }],
  may: seesPlans,
  menu: { id: 'super', entries: [{ label: 'Analytics', to: '/super/analytics' }] },
};
