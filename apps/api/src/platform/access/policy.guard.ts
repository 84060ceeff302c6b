import { ForbiddenException, Inject, Injectable, UnauthorizedException } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ENV, type Env } from '../../env.js';
import { declarationOf } from '../endpoint/endpoint.js';
import { writes } from '../endpoint/possible-answers.js';
import { isMonitor } from './monitoring.js';
import { may } from './policy.js';
import { PrincipalResolver } from './principal-resolver.js';

/**
 * Guards every request: a write must carry the requested-by header, which no other site can send on the user's behalf, and the caller's
 * role must have the endpoint's right. The token of a document can only read the figures that the document's page shows. The plan scope is
 * checked where the plan is known.
 */
@Injectable()
export class PolicyGuard implements CanActivate {
  constructor(
    private readonly resolver: PrincipalResolver,
    @Inject(ENV) private readonly env: Pick<Env, 'SUPERSCOPE_MONITORING_TOKEN'>,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const declaration = declarationOf(context.getHandler());
    if (declaration === undefined) throw new ForbiddenException('This is not allowed.');
    if (writes(declaration, request.method) && request.headers['x-requested-by'] !== 'superscope')
      throw new ForbiddenException('The request does not say that Superscope made it.');
    const isUnattended = request.headers['x-unattended'] === 'true';
    const principal = await this.resolver.resolve(request, declaration.polled === undefined && !isUnattended);
    if (principal) request.principal = principal;
    const { right, monitored, inDocuments } = declaration;
    const isWrite = writes(declaration, request.method);
    if (principal?.document !== undefined && (isWrite || !(inDocuments === true || right === 'public')))
      throw new ForbiddenException('This token is only valid for its one document.');
    if (right === 'public') return true;
    if (monitored && isMonitor(request, this.env.SUPERSCOPE_MONITORING_TOKEN)) return true;
    if (!principal) throw new UnauthorizedException('Please sign in.');
    if (!may(principal.role, right)) throw new ForbiddenException('Your role does not allow this.');
    return true;
  }
}
