import type { Multipart, MultipartFile } from '@fastify/multipart';
import { documentRequest } from '@superscope/contracts/microsites';
import { mostMegabytes } from '@superscope/contracts/pdf-resources';
import { pdfNameOf } from '@superscope/domain/pdf-resources/pdf-resources';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { cleanText } from '@superscope/domain/text/clean-text';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { refuseUnfitText } from '../platform/endpoint/unfit-text.js';
import { fileNameProblem } from '../platform/http/file-name-problem.js';
import { Refusal, unknownField } from '../platform/http/problem.filter.js';

export interface DocumentUpload {
  document: z.output<typeof documentRequest>;
  /** Its name has the ending `.pdf`; null if no file was sent. */
  file: { name: string; bytes: Buffer } | null;
}

const magic = Buffer.from('%PDF-');
const mostJsonBytes = 16 * 1024;

/**
 * The parts of a multipart request: `document`, which is JSON, and `file`, a PDF, if there is one. Throws Refusal for any other request and
 * any other file, and ZodError for a wrong document.
 */
export async function documentUploadOf(request: FastifyRequest): Promise<DocumentUpload> {
  if (!request.isMultipart())
    throw new Refusal(415, { message: 'Send multipart/form-data with the part `document`, and `file` for a PDF.' });
  let given: { document: unknown } | null = null;
  let file: DocumentUpload['file'] = null;
  const limits = { files: 2, fields: 1, fieldSize: mostJsonBytes, fileSize: mostMegabytes * 1024 ** 2 };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.fieldname !== 'document' && part.fieldname !== 'file')
        throw new Refusal(400, { message: unknownField(part.fieldname) });
      if (part.fieldname === 'document') {
        if (given !== null) throw new Refusal(400, { message: "'document' may be given only once." });
        given = { document: await documentOf(part) };
        continue;
      }
      if (part.type !== 'file' || file !== null)
        throw new Refusal(400, { message: 'Send one PDF in the field `file`.' });
      file = await pdfOf(part);
    }
  } catch (error) {
    if (error instanceof Refusal || error instanceof RuleViolation) throw error;
    if ((error as { code?: unknown }).code === 'FST_INVALID_JSON_FIELD_ERROR') throw notJson();
    if (typeof (error as { statusCode?: unknown }).statusCode === 'number') throw error;
    throw new Refusal(400, { message: 'The upload broke off, or is not multipart/form-data.' });
  }
  if (given === null) throw new Refusal(400, { message: 'Send the document as JSON in the part `document`.' });
  refuseUnfitText(given.document, []);
  return { document: documentRequest.parse(given.document), file };
}

/** A browser sends it as a text or as a blob; of a part that says that it is JSON, the framework has read it already. */
async function documentOf(part: Multipart): Promise<unknown> {
  if (part.type === 'file') return parsed((await bytesOf(part, mostJsonBytes)).toString('utf8'));
  return typeof part.value === 'string' && !isJson(part) ? parsed(part.value) : part.value;
}

const isJson = ({ mimetype }: Multipart) => /^application\/json\b/i.test(mimetype);

async function pdfOf(part: MultipartFile): Promise<NonNullable<DocumentUpload['file']>> {
  const unfit = fileNameProblem(part.filename);
  if (unfit !== null) throw new Refusal(400, { message: unfit });
  const bytes = await bytesOf(part, mostMegabytes * 1024 ** 2);
  if (!bytes.subarray(0, magic.length).equals(magic)) throw new Refusal(400, { message: 'The file is not a PDF.' });
  return { name: pdfNameOf(cleanText(part.filename)), bytes };
}

async function bytesOf(part: MultipartFile, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of part.file) {
    length += (chunk as Buffer).length;
    if (length <= most) chunks.push(chunk as Buffer);
  }
  if (part.file.truncated || length > most)
    throw new Refusal(413, { message: `The ${part.fieldname} is too large. A PDF has at most ${mostMegabytes} MB.` });
  return Buffer.concat(chunks);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw notJson();
  }
}

const notJson = () =>
  new Refusal(400, { message: 'The part `document` is not JSON. Check its quotes, commas and brackets.' });
