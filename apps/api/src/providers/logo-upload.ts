import type { LogoType } from '@superscope/domain/provider/provider';
import type { FastifyRequest } from 'fastify';
import { oneUploadOf } from '../platform/http/one-upload.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { pictureTypeOf } from './picture-size.js';

const mostLogoMebibytes = 1;

/** The one picture of a multipart request in the field `file`. Throws Refusal for any other file. */
export async function logoUploadOf(request: FastifyRequest): Promise<{ type: LogoType; bytes: Buffer }> {
  const { bytes } = await oneUploadOf(request, mostLogoMebibytes);
  const type = pictureTypeOf(bytes);
  if (type === null) throw new Refusal(400, { message: 'The file is neither a PNG nor a JPEG picture.' });
  return { type, bytes };
}
