import { z } from 'zod';
import { documentView } from './document-view.js';

/** One document for each platform: the PDFs whose pages may stand in its reports. */
export const pdfResourcesView = documentView({
  collection: 'pdf_resources',
  announces: 'pdfResources',
  shape: z.object({
    platformId: z.string(),
    /** By file name without `.pdf`; null once removed. `modified` is an instant, UTC. */
    files: z
      .record(
        z.string(),
        z
          .object({
            filename: z.string(),
            sha256: z.string(),
            bytes: z.number(),
            pages: z.number(),
            fontsEmbedded: z.boolean(),
            modified: z.string(),
          })
          .nullable(),
      )
      .optional(),
  }),
  indexes: [],
});
