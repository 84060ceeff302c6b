import type { FastifyRequest } from 'fastify';
import { spooledUploadOf } from '../http/one-upload.js';
import { Refusal } from '../http/problem.filter.js';
import type { SpooledFile } from '../http/spooled-upload.js';

export interface PdfUpload {
  /** The file's name without `.pdf`. */
  name: string;
  /** The whole name. */
  fileName: string;
  /** On the disk, for as long as it is used. */
  file: SpooledFile;
}

const mostMebibytes = 20;
const magic = Buffer.from('%PDF-');

/**
 * Gives `use` the one PDF of a multipart request in the field `file`, recognised by its first bytes. Throws Refusal for any other file, and
 * what `use` throws.
 */
export async function withSpooledPdf<Found>(
  request: FastifyRequest,
  use: (pdf: PdfUpload) => Promise<Found>,
): Promise<Found> {
  const { fileName, file } = await spooledUploadOf(request, mostMebibytes);
  try {
    if (!magic.equals(await file.start(magic.length))) throw new Refusal(400, { message: 'The file is not a PDF.' });
    return await use({ name: fileName.replace(/\.pdf$/i, ''), fileName, file });
  } finally {
    await file.close();
  }
}
