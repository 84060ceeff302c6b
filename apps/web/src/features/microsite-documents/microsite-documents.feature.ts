import type { Feature } from '../../portal/feature';

/** For every staff user: the documents that members find on the microsites of employers. */
export const micrositeDocuments: Feature = {
  pages: [
    {
      path: '/staff/micrositeDocuments',
      load: async () => (await import('./microsite-documents.page')).MicrositeDocumentsPage,
    },
  ],
  right: 'microsite-documents.write',
  menu: { id: 'staff', entries: [{ label: 'Microsite documents', to: '/staff/micrositeDocuments' }] },
  staleTags: [
    { type: 'MicrositeDocuments', after: ['micrositeDocuments'], of: 'allPlans' },
    { type: 'MicrositeSync', after: ['work'], of: 'allPlans' },
    { type: 'MicrositeLists', after: ['micrositeLists'], of: 'allPlans' },
  ],
};
