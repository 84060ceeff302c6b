import { audienceHeader } from '@superscope/contracts/analytics/audience-header';
import type { FastifyRequest } from 'fastify';
import type { Audience } from './compile/compile.js';
import { BadQuery } from './query/bad-query.js';

/** Whom a request's figures are for: employers, unless it says otherwise. Throws BadQuery. */
export function audienceOf(request: FastifyRequest): Audience {
  const given = request.headers[audienceHeader] ?? 'employer';
  if (given !== 'employer' && given !== 'staff') throw new BadQuery(`'${String(given)}' is not an audience`);
  return given;
}
