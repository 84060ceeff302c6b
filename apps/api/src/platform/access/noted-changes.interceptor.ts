import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { tap, type Observable } from 'rxjs';
import { declarationOf } from '../endpoint/endpoint.js';
import { AccessLog } from './access-log.js';
import { callerOf } from './caller.js';

/** Records a successful change in the access log if its endpoint declares `noted`. Refused changes are not recorded. */
@Injectable()
export class NotedChanges implements NestInterceptor {
  constructor(private readonly log: AccessLog) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const action = declarationOf(context.getHandler())?.noted;
    if (action === undefined) return next.handle();
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return next.handle().pipe(
      tap(() => {
        const { userId, role } = callerOf(request);
        // The endpoint has already validated these parameters.
        const { planId = null, ...ids } = request.params as Record<string, string>;
        const object = Object.values(ids)[0] ?? null;
        this.log.note(request, { userId, role, action, object, planId, rows: null, outcome: 'ok' });
      }),
    );
  }
}
