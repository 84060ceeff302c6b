import type { Feature } from '../../portal/feature';

/** The page that the PDF of a consultation is made of. It is opened with the token of that document, and says nothing to anybody else. */
export const consultationDocument: Feature = {
  pages: [
    {
      path: '/documents/consultation',
      load: async () => (await import('./consultation-document.page')).ConsultationDocumentPage,
    },
  ],
  right: 'portal.read',
};
