import type { Feature } from '../../portal/feature';

export const importExport: Feature = {
  pages: [
    { path: '/staff/importExport', load: async () => (await import('./import-export.page')).ImportExportPage },
    { path: '/staff/importExport/:importId/repair', load: async () => (await import('./repair.page')).RepairPage },
  ],
  right: 'import-export.read',
  menu: { id: 'staff', entries: [{ label: 'Import / Export', to: '/staff/importExport' }] },
};
