import { z } from 'zod';
import { cleanField } from './clean-field.js';

/** The SHA-256 digest of a file, in hex. */
export const fileDigest = z.string().regex(/^[0-9a-f]{64}$/, 'This is not a digest.');

/** Body of POST /api/stored-pdfs/{sha256}/keep: why a refused PDF is kept as it is. */
export const keepPdfRequest = z.strictObject({ reason: cleanField().min(1, 'Say why in a sentence.').max(200) });

/** What a PDF is used for now. */
const pdfUse = z.object({
  kind: z.enum(['flyer', 'document', 'resource']),
  name: z.string(),
  /** The plan of a flyer, for whom a document is, or the platform of a resource. */
  of: z.string(),
});
export type PdfUse = z.infer<typeof pdfUse>;

const refusedPdf = z.object({
  sha256: z.string(),
  /** Of the file. */
  bytes: z.number(),
  /** Instants, UTC. */
  storedAt: z.string(),
  refusedAt: z.string(),
  why: z.string(),
  /** Empty if nothing uses it any more. */
  uses: z.array(pdfUse),
  /** Who keeps it nevertheless, and why; null if nobody does. */
  kept: z.object({ by: z.string(), at: z.string(), reason: z.string() }).nullable(),
});
export type RefusedPdf = z.infer<typeof refusedPdf>;

/** Answer to GET /api/stored-pdfs. */
export const storedPdfs = z.object({
  /** How many PDFs are stored, and how many of them the present rules have looked at. */
  total: z.number(),
  checked: z.number(),
  /** Those in use first, then those refused last. */
  refused: z.array(refusedPdf),
});
export type StoredPdfs = z.infer<typeof storedPdfs>;
