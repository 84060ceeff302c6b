import type { Feature } from '../../portal/feature';

/** The page that the PDF of a comparison is made of. It is opened with the token of that document, and says nothing to anybody else. */
export const comparisonDocument: Feature = {
  pages: [
    {
      path: '/documents/feeComparison',
      load: async () => (await import('./comparison-document.page')).ComparisonDocumentPage,
    },
  ],
  right: 'portal.read',
};
