import type { Feature } from '../../portal/feature';

export const systemHealth: Feature = {
  pages: [
    {
      path: '/operations/system-health',
      alsoAt: ['/operations'],
      load: async () => (await import('./system-health.page')).SystemHealthPage,
    },
  ],
  right: 'operations.read',
  menu: { id: 'operations', entries: [{ label: 'System health', to: '/operations/system-health' }] },
};
