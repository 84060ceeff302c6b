import type { Feature } from '../../portal/feature';

export const importExport: Feature = {
  pages: [{ path: '/staff/importExport', load: async () => (await import('./import-export.page')).ImportExportPage }],
  right: 'import-export.read',
  menu: { id: 'staff', entries: [{ label: 'Import / Export', to: '/staff/importExport' }] },
};
