import type { Feature } from '../../portal/feature';

/** The page that the PDF of a quotation is made of. It is opened with the token of that document, and says nothing to anybody else. */
export const quotationDocument: Feature = {
  pages: [
    {
      path: '/documents/insuranceCalculation',
      load: async () => (await import('./quotation-document.page')).QuotationDocumentPage,
    },
  ],
  right: 'portal.read',
};
