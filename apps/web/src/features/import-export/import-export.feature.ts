import type { Feature } from '../../portal/feature';
import { importsFiles } from '../../portal/session/user';

export const importExport: Feature = {
  pages: [{ path: '/staff/importExport', load: async () => (await import('./import-export.page')).ImportExportPage }],
  may: importsFiles,
  menu: { id: 'staff', entries: [{ label: 'Import / Export', to: '/staff/importExport' }] },
  staleTags: [{ type: 'Platforms', after: ['platforms'], of: 'allPlans' }],
};
