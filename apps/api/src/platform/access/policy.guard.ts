import {
  ForbiddenException,
  Inject,
  Injectable,
  RequestMethod,
  UnauthorizedException,
  type CanActivate,
  type ExecutionContext,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { ENV, type Env } from '../../env.js';
import { isMonitor, monitoredKey } from './monitoring.js';
import { may, policyKey, readsKey, watchedKey, type PolicyRule } from './policy.js';
import { PrincipalResolver } from './principal-resolver.js';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Every request passes here first: a write must carry the requested-by header (no other site can send it for the user),
 * and the caller's role must have the endpoint's right. Which plans they may touch is checked where the plan is known.
 */
@Injectable()
export class PolicyGuard implements CanActivate, OnApplicationBootstrap {
  constructor(
    private readonly reflector: Reflector,
    private readonly resolver: PrincipalResolver,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    @Inject(ENV) private readonly env: Pick<Env, 'SUPERSCOPE_MONITORING_TOKEN'>,
  ) {}

  /** An endpoint that forgot its rule stops the start. */
  onApplicationBootstrap(): void {
    const forgotten = this.discovery.getControllers().flatMap(({ instance, metatype }) => {
      if (!instance || !metatype) return [];
      const prototype = Object.getPrototypeOf(instance) as Record<string, unknown>;
      return this.scanner
        .getAllMethodNames(prototype)
        .filter((name) => {
          const handler = prototype[name] as object;
          const isEndpoint = (Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined) !== undefined;
          return isEndpoint && Reflect.getMetadata(policyKey, handler) === undefined;
        })
        .map((name) => `${metatype.name}.${name}`);
    });
    if (forgotten.length > 0) throw new Error(`These endpoints declare no policy: ${forgotten.join(', ')}`);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const handler = context.getHandler();
    const rule = this.reflector.get<PolicyRule | undefined>(policyKey, handler);
    if (rule === undefined) throw new ForbiddenException('This is not allowed.');
    const writes = !safeMethods.has(request.method) && !this.reflector.get<boolean | undefined>(readsKey, handler);
    if (writes && request.headers['x-requested-by'] !== 'superscope')
      throw new ForbiddenException('The request does not say that Superscope made it.');
    const isWatched = this.reflector.get<boolean | undefined>(watchedKey, handler) === true;
    const isUnattended = request.headers['x-unattended'] === 'true';
    const principal = await this.resolver.resolve(request, !isWatched && !isUnattended);
    if (principal) request.principal = principal;
    if (rule === 'public') return true;
    const isMonitored = this.reflector.get<boolean | undefined>(monitoredKey, handler) === true;
    if (isMonitored && isMonitor(request, this.env.SUPERSCOPE_MONITORING_TOKEN)) return true;
    if (!principal) throw new UnauthorizedException('Please sign in.');
    if (!may(principal.role, rule)) throw new ForbiddenException('Your role does not allow this.');
    return true;
  }
}
