import { audienceHeader } from '@superscope/contracts/analytics/audience-header';
import { BadRequestException, ForbiddenException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { staffAudience } from '../platform/access/policy.js';
import type { Principal } from '../platform/access/principal.js';
import type { Audience } from './compile/compile.js';
import { BadQuery } from './query/bad-query.js';

/** Whom a request's figures are for: employers, unless it says otherwise. Throws BadQuery. */
export function audienceOf(request: FastifyRequest): Audience {
  const given = request.headers[audienceHeader] ?? 'employer';
  if (given !== 'employer' && given !== 'staff') throw new BadQuery(`'${String(given)}' is not an audience`);
  return given;
}

/** The same for endpoints beside the query service, which answer 400 and 403 themselves. Throws where the caller may not have the audience. */
export function audienceFor(request: FastifyRequest, { role }: Pick<Principal, 'role'>): Audience {
  const given = request.headers[audienceHeader] ?? 'employer';
  if (given !== 'employer' && given !== 'staff') throw new BadRequestException(`'${String(given)}' is not an audience`);
  if (given === 'staff' && !staffAudience.includes(role))
    throw new ForbiddenException('Only Staff, Admin and Auditor may ask for figures that are not for employers');
  return given;
}
