import type { Feature } from '../../portal/feature';

/** The pages that PDFs of advices are made of. They are opened with the token of that document, and say nothing to anybody else. */
export const adviceDocuments: Feature = {
  pages: [
    {
      path: '/documents/insuranceAdvice',
      load: async () => (await import('./advice-documents.page')).InsuranceAdviceDocumentPage,
    },
    {
      path: '/documents/investmentAdvice',
      load: async () => (await import('./advice-documents.page')).InvestmentAdviceDocumentPage,
    },
  ],
  right: 'portal.read',
};
