import type { MultipartFile } from '@fastify/multipart';
import { cleanText } from '@superscope/domain/text/clean-text';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../platform/http/problem.filter.js';

export interface PdfUpload {
  /** The file's name without `.pdf`. */
  name: string;
  bytes: Buffer;
}

const mostMebibytes = 20;
const magic = Buffer.from('%PDF-');

/**
 * The one PDF of a multipart request in the field `file`, recognised by its first bytes. Throws Refusal for any other
 * file.
 */
export async function pdfUploadOf(request: FastifyRequest): Promise<PdfUpload> {
  if (!request.isMultipart())
    throw new Refusal(415, { message: 'Send the file as multipart/form-data in the field `file`.' });
  const upload = await request.file({ limits: { files: 1, fileSize: mostMebibytes * 1024 ** 2 } }).catch(brokenOff);
  if (upload === undefined) throw new Refusal(400, { message: 'Send the file in the field `file`.' });
  if (upload.fieldname !== 'file' || Object.keys(upload.fields).length > 1) {
    upload.file.resume();
    throw new Refusal(400, { message: 'Send the file alone, in the field `file`.' });
  }
  const bytes = await bytesOf(upload);
  if (!bytes.subarray(0, magic.length).equals(magic)) throw new Refusal(400, { message: 'The file is not a PDF.' });
  return { name: cleanText(upload.filename).replace(/\.pdf$/i, ''), bytes };
}

async function bytesOf(upload: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of upload.file) chunks.push(chunk as Buffer);
  } catch (error) {
    brokenOff(error);
  }
  if (upload.file.truncated) throw new Refusal(413, { message: `The file is larger than ${mostMebibytes} MB.` });
  return Buffer.concat(chunks);
}

function brokenOff(error: unknown): never {
  if (typeof (error as { statusCode?: unknown }).statusCode === 'number') throw error;
  throw new Refusal(400, { message: 'The upload broke off, or is not multipart/form-data.' });
}
