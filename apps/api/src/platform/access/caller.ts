import { ForbiddenException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { inScope, type Principal } from './principal.js';

/** The signed-in caller. Throws 403 if there is none. */
export function callerOf(request: FastifyRequest): Principal {
  if (!request.principal) throw new ForbiddenException('This is not allowed.');
  return request.principal;
}

/** Throws 403 for a plan outside the caller's scope. The response is the same whether or not the plan exists. */
export function requirePlan(principal: Principal, planId: string): void {
  if (!inScope(principal.scope, planId)) throw new ForbiddenException('You do not have access to this plan.');
}
