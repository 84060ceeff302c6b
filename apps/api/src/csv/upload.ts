import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart';
import { fileNameProblem } from '../platform/http/file-name-problem.js';
import { Refusal, unknownField } from '../platform/http/problem.filter.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface CsvUpload {
  fileName: string;
  /** Throws Refusal 413 at the end of a file that is too large, and 400 if another file follows it. */
  bytes: AsyncIterable<Uint8Array>;
  /** Reads and discards the rest, so that the client gets its answer. */
  discard: () => void;
}

const longestFileName = 255;

/** Registers the parser for multipart uploads of one file. */
export const acceptUploads = (server: FastifyInstance, maxFileBytes: number): void =>
  void server.register(multipart, {
    limits: { files: 1, fields: 10, fieldSize: 1_000, headerPairs: 20, fileSize: maxFileBytes },
  });

const refusal = (status: number, { filename, mimetype }: MultipartFile, constraint: string) =>
  new Refusal(status, {
    message: `File: '${filename}' type: '${mimetype}' did not pass: '${constraint}' validation constraint`,
  });

/** An upload that the parser cannot read is the sender's error. */
function brokenOff(error: unknown): never {
  if (typeof (error as { statusCode?: unknown }).statusCode === 'number') throw error;
  throw new Refusal(400, { message: 'The upload broke off, or is not multipart/form-data.' });
}

/** Exactly one file is accepted: a second one would be silently ignored. */
function behindFile(error: unknown): never {
  if ((error as { code?: unknown }).code === 'FST_FILES_LIMIT')
    throw new Refusal(400, { message: 'Send one file at a time: nothing was imported.' });
  brokenOff(error);
}

/** An import's parameters belong in the URL's query, so a form field with a value is refused. */
function refuseField(part: Multipart): asserts part is MultipartFile {
  if (part.type === 'field') throw new Refusal(400, { message: unknownField(part.fieldname) });
}

/** A file of several, with the name of its form field. */
export interface NamedUpload extends CsvUpload {
  fieldName: string;
}

/**
 * The CSV files of a multipart request, one after the other. Each must be read to its end, or discarded, before the next one. Throws Refusal
 * for anything else than files.
 */
export async function* csvUploadsOf(
  request: FastifyRequest,
  limits: { maxFileBytes: number; mostFiles: number },
): AsyncGenerator<NamedUpload> {
  if (!request.isMultipart())
    throw new Refusal(415, { message: 'Send the files as multipart/form-data, each in a field `file`.' });
  const { maxFileBytes, mostFiles } = limits;
  const parts = request.parts({ limits: { files: mostFiles, fileSize: maxFileBytes } });
  let count = 0;
  for (;;) {
    const { value: upload, done } = await parts.next().catch(tooMany(mostFiles));
    if (done === true || upload === undefined) break;
    refuseField(upload);
    const { fieldname: fieldName, filename, mimetype, file } = upload;
    const unfit = fileNameProblem(filename);
    const isCsv = /\.csv$/i.test(filename) || mimetype === 'text/csv';
    if (unfit !== null || !isCsv) {
      file.resume();
      throw unfit === null ? refusal(400, upload, '.csv or text/csv') : new Refusal(400, { message: unfit });
    }
    count += 1;
    const bytes = bytesOf(upload, maxFileBytes);
    yield { fieldName, fileName: filename.slice(0, longestFileName), bytes, discard: () => void file.resume() };
  }
  if (count === 0)
    throw new Refusal(400, { message: 'Send the files as multipart/form-data, each in a field `file`.' });
}

const tooMany =
  (most: number) =>
  (error: unknown): never => {
    if ((error as { code?: unknown }).code !== 'FST_FILES_LIMIT') brokenOff(error);
    throw new Refusal(400, { message: `At most ${most} files are checked together.` });
  };

/** Throws Refusal 413 at the end of a file that is too large. */
async function* bytesOf(upload: MultipartFile, maxFileBytes: number): AsyncGenerator<Uint8Array> {
  try {
    yield* upload.file.iterator({ destroyOnReturn: false });
  } catch (error) {
    brokenOff(error);
  }
  if (upload.file.truncated) throw refusal(413, upload, `at most ${Math.floor(maxFileBytes / 1024 ** 2)} MiB`);
}

interface FileKind {
  ending: RegExp;
  type: string;
  /** What such a file is, for the message that refuses another one. */
  constraint: string;
}
const csv: FileKind = { ending: /\.csv$/i, type: 'text/csv', constraint: '.csv or text/csv' };
const pdf: FileKind = { ending: /\.pdf$/i, type: 'application/pdf', constraint: '.pdf or application/pdf' };

/** The CSV file of a multipart request. Throws Refusal for anything else. */
export const csvUploadOf = (request: FastifyRequest, maxFileBytes: number): Promise<CsvUpload> =>
  uploadOf(request, maxFileBytes, csv);

/** The PDF of a multipart request. Throws Refusal for anything else. */
export const pdfUploadOf = (request: FastifyRequest, maxFileBytes: number): Promise<CsvUpload> =>
  uploadOf(request, maxFileBytes, pdf);

async function uploadOf(request: FastifyRequest, maxFileBytes: number, kind: FileKind): Promise<CsvUpload> {
  if (!request.isMultipart())
    throw new Refusal(415, { message: 'Send the file as multipart/form-data in the field `file`.' });
  const parts = request.parts({ limits: { files: 1, fileSize: maxFileBytes } });
  const { value: upload } = await parts.next().catch(brokenOff);
  if (upload === undefined) throw new Refusal(400, { message: 'Send the file in the field `file`.' });
  refuseField(upload);
  if (upload.fieldname !== 'file') {
    upload.file.resume();
    throw new Refusal(400, { message: 'Send the file in the field `file`.' });
  }
  const { file, filename, mimetype } = upload;
  const unfit = fileNameProblem(filename);
  if (unfit !== null) {
    file.resume();
    throw new Refusal(400, { message: unfit });
  }
  if (!kind.ending.test(filename) && mimetype !== kind.type) {
    file.resume();
    throw refusal(400, upload, kind.constraint);
  }
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield* bytesOf(upload, maxFileBytes);
    // Fields after the file are known only at the end of the form.
    const { value: behind } = await parts.next().catch(behindFile);
    if (behind !== undefined) refuseField(behind);
  }
  // The name is only shown, but it is stored with the import, so its length is limited.
  return { fileName: filename.slice(0, longestFileName), bytes: bytes(), discard: () => void file.resume() };
}
