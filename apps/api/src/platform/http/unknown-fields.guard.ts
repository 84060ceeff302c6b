import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { Refusal, unknownField } from './problem.filter.js';

const takesFileKey = 'superscope:takes-file';

/** Reads a multipart upload itself. */
export const TakesFile = () => SetMetadata(takesFileKey, true);

/**
 * Refuses by name what an endpoint does not take: a misspelt or invented parameter must not widen what it answers. Parameters and
 * bodies that an endpoint takes are checked by its own strict schema; one that takes none has none to check with, so that is done
 * here, as is a parameter that comes twice.
 */
@Injectable()
export class UnknownFieldsGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const takes = takenBy(context);
    const query = (request.query ?? {}) as Record<string, unknown>;
    for (const [name, value] of Object.entries(query)) {
      if (!takes.query) refuse(unknownField(name));
      if (Array.isArray(value)) refuse(`'${name.slice(0, 100)}' may be given only once.`);
    }
    if (isMultipart(request)) {
      if (!this.reflector.get<boolean | undefined>(takesFileKey, context.getHandler()))
        throw new Refusal(415, { message: 'This request takes no files and no forms.' });
    } else if (!takes.body) refuseBody(request.body);
    return true;
  }
}

/** Whether an endpoint's method reads the query and the body. */
function takenBy(context: ExecutionContext): { query: boolean; body: boolean } {
  const [controller, method] = [context.getClass(), context.getHandler().name];
  const read = Object.keys((Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as object);
  const takes = (kind: RouteParamtypes) => read.some((key) => key.startsWith(`${kind}:`));
  return { query: takes(RouteParamtypes.QUERY), body: takes(RouteParamtypes.BODY) };
}

const isMultipart = (request: FastifyRequest): boolean =>
  /^\s*multipart\//i.test(request.headers['content-type'] ?? '') && !['GET', 'HEAD'].includes(request.method);

function refuseBody(body: unknown): void {
  if (body === undefined || body === null) return;
  if (typeof body !== 'object' || Array.isArray(body)) refuse('This request takes no body.');
  const [name] = Object.keys(body);
  if (name !== undefined) refuse(unknownField(name));
}

function refuse(message: string): never {
  throw new Refusal(400, { message });
}
