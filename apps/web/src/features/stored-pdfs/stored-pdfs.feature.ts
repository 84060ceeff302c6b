import type { Feature } from '../../portal/feature';

export const storedPdfs: Feature = {
  pages: [{ path: '/operations/stored-pdfs', load: async () => (await import('./stored-pdfs.page')).StoredPdfsPage }],
  right: 'stored-pdfs.manage',
  menu: { id: 'operations', entries: [{ label: 'Stored PDFs', to: '/operations/stored-pdfs' }] },
};
