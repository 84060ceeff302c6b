import { z } from 'zod';
import { writeAnswer } from './csv-import.js';
import { pdfNotices } from './pdf-notices.js';

/** The largest PDF that is taken, in MB. */
export const mostMegabytes = 20;

/** An entry of the answers to GET /api/pcr/resources and GET /api/pcr/upload. `modified` is an instant, `size` is in bytes. */
export const pdfResource = z.object({
  platformId: z.string(),
  platformName: z.string(),
  filename: z.string(),
  modified: z.string(),
  pages: z.number(),
  size: z.number(),
  /** A report with a page of a PDF that lacks fonts does not claim to be accessible (PDF/UA). */
  fontsEmbedded: z.boolean(),
  /** It was refused when stored files were checked, so reports are made without its pages. */
  isRefused: z.boolean(),
  /** The pages of templates that it stands for. While there are any, it cannot be removed. */
  usedBy: z.array(
    z.object({ templateId: z.string(), templateName: z.string(), pageId: z.string(), sequence: z.number() }),
  ),
});
export type PdfResource = z.infer<typeof pdfResource>;

/** Answer to POST /api/pcr/upload. */
export const pdfUploaded = writeAnswer
  .extend({
    filename: z.string(),
    pages: z.number(),
    /** What is wrong with a file that is taken all the same; null for nothing. */
    warning: z.string().nullable(),
    notices: pdfNotices,
  })
  .meta({ id: 'PdfUploaded' });
export type PdfUploaded = z.infer<typeof pdfUploaded>;
