import { audienceHeader } from '@superscope/contracts/analytics/audience-header';
import { ForbiddenException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { staffAudience } from '../platform/access/policy.js';
import type { Principal } from '../platform/access/principal.js';
import { Refusal } from '../platform/http/problem.filter.js';
import type { Audience } from './compile/compile.js';
import { BadQuery } from './query/bad-query.js';

/** The audience that a request's header names, employers by default. Throws BadQuery if there is no such audience. */
export function audienceOf(request: FastifyRequest): Audience {
  const given = request.headers[audienceHeader] ?? 'employer';
  if (given !== 'employer' && given !== 'staff') throw new BadQuery(`'${String(given)}' is not an audience`);
  return given;
}

/** The same for endpoints outside the query service. Throws 400 if there is no such audience, and 403 if the caller may not ask for it. */
export function audienceFor(request: FastifyRequest, { role }: Pick<Principal, 'role'>): Audience {
  const given = request.headers[audienceHeader] ?? 'employer';
  if (given !== 'employer' && given !== 'staff')
    throw new Refusal(400, { message: `'${String(given)}' is not an audience` });
  if (given === 'staff' && !staffAudience.includes(role))
    throw new ForbiddenException('Only Staff, Admin and Auditor may ask for figures that are not for employers');
  return given;
}
