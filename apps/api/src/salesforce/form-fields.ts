import type { FastifyRequest } from 'fastify';
import { fileNameProblem } from '../platform/http/file-name-problem.js';
import { Refusal } from '../platform/http/problem.filter.js';

const mostFileBytes = 5 * 1024 ** 2;

/**
 * The fields of a form, each once, and its file in the field `file`, if it may have one. An empty field is one that was not filled in.
 * Throws Refusal 415 for another body, 413 for a larger file, and 400 for any other file.
 */
export async function formFields(
  request: FastifyRequest,
  { takesFile }: { takesFile: boolean },
): Promise<{ fields: Record<string, string>; file: Buffer | null }> {
  if (!request.isMultipart()) throw new Refusal(415, { message: 'Send the fields as multipart/form-data.' });
  const fields: Record<string, string> = {};
  let file: Buffer | null = null;
  try {
    for await (const part of request.parts({ limits: { files: 1, fileSize: mostFileBytes } })) {
      if (part.type === 'field') {
        if (part.fieldname in fields)
          throw new Refusal(400, { message: `Send the field ${JSON.stringify(part.fieldname)} once.` });
        if (typeof part.value === 'string' && part.value !== '') fields[part.fieldname] = part.value;
        continue;
      }
      if (!takesFile) throw new Refusal(400, { message: 'This form takes no file.' });
      if (part.fieldname !== 'file') throw new Refusal(400, { message: 'Send the file in the field `file`.' });
      const unfit = fileNameProblem(part.filename);
      if (unfit !== null) throw new Refusal(400, { message: unfit });
      if (!/\.csv$/i.test(part.filename) && part.mimetype !== 'text/csv')
        throw new Refusal(400, {
          message: `File: '${part.filename}' type: '${part.mimetype}' did not pass: 'text/csv' validation constraint`,
        });
      file = await part.toBuffer();
    }
  } catch (error) {
    const { statusCode } = error as { statusCode?: unknown };
    if (error instanceof Refusal) throw error;
    if (statusCode === 413) throw new Refusal(413, { message: 'The file is larger than 5 MB.' });
    throw new Refusal(400, { message: 'The upload broke off, or is not multipart/form-data.' });
  }
  return { fields, file };
}
