import type { LogoType } from '@superscope/domain/provider/provider';
import type { FastifyRequest } from 'fastify';
import { oneUploadOf } from '../platform/http/one-upload.js';
import { Refusal } from '../platform/http/problem.filter.js';

const mostLogoMebibytes = 1;

/** The first bytes of each kind of picture. */
const magics: readonly [LogoType, Buffer][] = [
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
];

/** The kind of a picture by its first bytes, whatever its name says; null for any other file. */
export const logoTypeOf = (bytes: Buffer): LogoType | null =>
  magics.find(([, magic]) => bytes.subarray(0, magic.length).equals(magic))?.[0] ?? null;

/** The one picture of a multipart request in the field `file`. Throws Refusal for any other file. */
export async function logoUploadOf(request: FastifyRequest): Promise<{ type: LogoType; bytes: Buffer }> {
  const { bytes } = await oneUploadOf(request, mostLogoMebibytes);
  const type = logoTypeOf(bytes);
  if (type === null) throw new Refusal(400, { message: 'The file is neither a PNG nor a JPEG picture.' });
  return { type, bytes };
}
