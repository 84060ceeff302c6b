import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart';
import { Refusal, unknownField } from '../../platform/http/problem.filter.js';
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

/** The CSV file of a multipart request. Throws Refusal for anything else. */
export async function csvUploadOf(request: FastifyRequest, maxFileBytes: number): Promise<CsvUpload> {
  if (!request.isMultipart())
    throw new Refusal(415, { message: 'Send the file as multipart/form-data in the field `file`.' });
  const parts = request.parts();
  const { value: upload } = await parts.next().catch(brokenOff);
  if (upload === undefined) throw new Refusal(400, { message: 'Send the file in the field `file`.' });
  refuseField(upload);
  if (upload.fieldname !== 'file') {
    upload.file.resume();
    throw new Refusal(400, { message: 'Send the file in the field `file`.' });
  }
  const { file, filename, mimetype } = upload;
  if (!/\.csv$/i.test(filename) && mimetype !== 'text/csv') {
    file.resume();
    throw refusal(400, upload, '.csv or text/csv');
  }
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      yield* file.iterator({ destroyOnReturn: false });
    } catch (error) {
      brokenOff(error);
    }
    if (file.truncated) throw refusal(413, upload!, `at most ${Math.floor(maxFileBytes / 1024 ** 2)} MiB`);
    // Fields after the file are known only at the end of the form.
    const { value: behind } = await parts.next().catch(behindFile);
    if (behind !== undefined) refuseField(behind);
  }
  // The name is only shown, but it is stored with the import, so its length is limited.
  return { fileName: filename.slice(0, longestFileName), bytes: bytes(), discard: () => void file.resume() };
}
