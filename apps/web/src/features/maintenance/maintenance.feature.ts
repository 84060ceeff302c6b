import type { Feature } from '../../portal/feature';

export const maintenance: Feature = {
  pages: [{ path: '/operations/maintenance', load: async () => (await import('./maintenance.page')).MaintenancePage }],
  right: 'operations.read',
  menu: { id: 'operations', entries: [{ label: 'Maintenance', to: '/operations/maintenance' }] },
  staleTags: [{ type: 'Maintenance', after: ['maintenance'], of: 'settings' }],
};
