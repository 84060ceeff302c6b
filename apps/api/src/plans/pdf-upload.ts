import type { FastifyRequest } from 'fastify';
import { oneUploadOf, spooledUploadOf } from '../platform/http/one-upload.js';
import { Refusal } from '../platform/http/problem.filter.js';
import type { SpooledFile } from '../platform/http/spooled-upload.js';

export interface PdfUpload {
  /** The file's name without `.pdf`. */
  name: string;
  /** The whole name. */
  fileName: string;
  bytes: Buffer;
}

const mostMebibytes = 20;
const magic = Buffer.from('%PDF-');

/**
 * The one PDF of a multipart request in the field `file`, recognised by its first bytes. Throws Refusal for any other
 * file.
 */
export async function pdfUploadOf(request: FastifyRequest): Promise<PdfUpload> {
  const { fileName, bytes } = await oneUploadOf(request, mostMebibytes);
  requirePdf(bytes);
  return { fileName, name: nameOf(fileName), bytes };
}

/** The same, on the disk, for what `use` does with it. */
export async function withSpooledPdf<Found>(
  request: FastifyRequest,
  use: (pdf: { name: string; file: SpooledFile }) => Promise<Found>,
): Promise<Found> {
  const { fileName, file } = await spooledUploadOf(request, mostMebibytes);
  try {
    requirePdf(await file.start(magic.length));
    return await use({ name: nameOf(fileName), file });
  } finally {
    await file.close();
  }
}

const nameOf = (fileName: string): string => fileName.replace(/\.pdf$/i, '');

function requirePdf(start: Uint8Array): void {
  if (!magic.equals(start.subarray(0, magic.length))) throw new Refusal(400, { message: 'The file is not a PDF.' });
}
