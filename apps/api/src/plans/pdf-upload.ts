import type { FastifyRequest } from 'fastify';
import { oneUploadOf } from '../platform/http/one-upload.js';
import { Refusal } from '../platform/http/problem.filter.js';

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
  if (!bytes.subarray(0, magic.length).equals(magic)) throw new Refusal(400, { message: 'The file is not a PDF.' });
  return { fileName, name: fileName.replace(/\.pdf$/i, ''), bytes };
}
