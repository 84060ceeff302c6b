import type { Feature } from '../../portal/feature';
import { operates } from '../../portal/session/user';

export const systemHealth: Feature = {
  pages: [
    {
      path: '/operations/system-health',
      alsoAt: ['/operations'],
      load: async () => (await import('./system-health.page')).SystemHealthPage,
    },
  ],
  may: operates,
  menu: { id: 'operations', entries: [{ label: 'System health', to: '/operations/system-health' }] },
};
