import { createHash } from 'node:crypto';
import type { MultipartFile } from '@fastify/multipart';
import { cleanText } from '@superscope/domain/text/clean-text';
import type { FastifyRequest } from 'fastify';
import { fileNameProblem } from './file-name-problem.js';
import { Refusal } from './problem.filter.js';
import { noteSent } from './sent-parts.js';
import { SpooledFile } from './spooled-upload.js';

export interface OneUpload {
  fileName: string;
  bytes: Buffer;
}

export interface SpooledUpload {
  fileName: string;
  file: SpooledFile;
}

/** The one file of a multipart request in the field `file`. Throws Refusal for any other request, and 413 for a larger file. */
export async function oneUploadOf(request: FastifyRequest, mostMebibytes: number): Promise<OneUpload> {
  const upload = await uploadPartOf(request, mostMebibytes);
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytesOf(upload, mostMebibytes)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  noteSent(request, `${upload.filename}\n${createHash('sha256').update(bytes).digest('hex')}`);
  return { fileName: cleanText(upload.filename), bytes };
}

/** The same, on the disk. The caller closes the file. */
export async function spooledUploadOf(request: FastifyRequest, mostMebibytes: number): Promise<SpooledUpload> {
  const upload = await uploadPartOf(request, mostMebibytes);
  const file = await SpooledFile.of(bytesOf(upload, mostMebibytes));
  noteSent(request, `${upload.filename}\n${file.sha256}`);
  return { fileName: cleanText(upload.filename), file };
}

async function uploadPartOf(request: FastifyRequest, mostMebibytes: number): Promise<MultipartFile> {
  if (!request.isMultipart())
    throw new Refusal(415, { message: 'Send the file as multipart/form-data in the field `file`.' });
  const upload = await request.file({ limits: { files: 1, fileSize: mostMebibytes * 1024 ** 2 } }).catch(brokenOff);
  if (upload === undefined) throw new Refusal(400, { message: 'Send the file in the field `file`.' });
  if (upload.fieldname !== 'file' || Object.keys(upload.fields).length > 1) {
    upload.file.resume();
    throw new Refusal(400, { message: 'Send the file alone, in the field `file`.' });
  }
  const unfit = fileNameProblem(upload.filename);
  if (unfit !== null) {
    upload.file.resume();
    throw new Refusal(400, { message: unfit });
  }
  return upload;
}

async function* bytesOf(upload: MultipartFile, mostMebibytes: number): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of upload.file) yield chunk as Buffer;
  } catch (error) {
    brokenOff(error);
  }
  if (upload.file.truncated) throw new Refusal(413, { message: `The file is larger than ${mostMebibytes} MB.` });
}

function brokenOff(error: unknown): never {
  if (typeof (error as { statusCode?: unknown }).statusCode === 'number') throw error;
  throw new Refusal(400, { message: 'The upload broke off, or is not multipart/form-data.' });
}
