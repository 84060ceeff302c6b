import type { Feature } from '../../portal/feature';
import { operates } from '../../portal/session/user';

export const maintenance: Feature = {
  pages: [{ path: '/operations/maintenance', load: async () => (await import('./maintenance.page')).MaintenancePage }],
  may: operates,
  menu: { id: 'operations', entries: [{ label: 'Maintenance', to: '/operations/maintenance' }] },
  staleTags: [{ type: 'Maintenance', after: ['maintenance'], of: 'settings' }],
};
