import type { FastifyRequest } from 'fastify';
import { fileNameProblem } from '../platform/http/file-name-problem.js';
import { formFieldsOf } from '../platform/http/form-fields.js';
import { Refusal } from '../platform/http/problem.filter.js';

const mostFileBytes = 5 * 1024 ** 2;

/**
 * The fields of a form, and its CSV file in the field `file`, if it has one. Throws Refusal 415 for another body, 413 for a larger file, and
 * 400 for any other file.
 */
export async function formWithFile(
  request: FastifyRequest,
): Promise<{ fields: Record<string, string>; file: Buffer | null }> {
  let file: Buffer | null = null;
  const fields = await formFieldsOf(request, async (part) => {
    if (part.fieldname !== 'file') throw new Refusal(400, { message: 'Send the file in the field `file`.' });
    const unfit = fileNameProblem(part.filename);
    if (unfit !== null) throw new Refusal(400, { message: unfit });
    if (!/\.csv$/i.test(part.filename) && part.mimetype !== 'text/csv')
      throw new Refusal(400, {
        message: `File: '${part.filename}' type: '${part.mimetype}' did not pass: 'text/csv' validation constraint`,
      });
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const some of part.file) {
      bytes += (some as Buffer).length;
      if (bytes <= mostFileBytes) parts.push(some as Buffer);
    }
    if (bytes > mostFileBytes || part.file.truncated)
      throw new Refusal(413, { message: 'The file is larger than 5 MB.' });
    file = Buffer.concat(parts);
  });
  return { fields, file };
}
