import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { comparePositions, decodePosition, type Position } from '@superscope/event-store/position';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, switchMap, type Observable } from 'rxjs';
import { Views } from '../platform/engines.module.js';

const waitAtMostMilliseconds = 2_000;
const lookEveryMilliseconds = 25;

/**
 * A read that names what the user just did (`X-After: stream@position`) waits until the read models have it, at most two
 * seconds; late, it answers all the same and says how far they are (`X-Projected-Position`).
 */
@Injectable()
export class FreshnessInterceptor implements NestInterceptor {
  constructor(private readonly views: Views) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { headers, principal } = http.getRequest<FastifyRequest>();
    const header = headers['x-after'];
    // Nobody waits, at the cost of many looks, who is not signed in.
    const position =
      principal && typeof header === 'string' ? decodePosition(header.slice(header.lastIndexOf('@') + 1)) : null;
    if (position === null) return next.handle();
    return from(this.waitFor(position)).pipe(
      switchMap((reached) => {
        if (reached !== null) void http.getResponse<FastifyReply>().header('X-Projected-Position', reached);
        return next.handle();
      }),
    );
  }

  /** Null once everything up to the position is projected and derived; the position reached when that takes too long. */
  private async waitFor(position: Position): Promise<string | null> {
    const until = performance.now() + waitAtMostMilliseconds;
    for (;;) {
      const checkpoint = await this.views.db
        .collection<{ _id: string; position: string }>('checkpoints')
        .findOne({ _id: 'all' });
      const reached = checkpoint ? decodePosition(checkpoint.position) : null;
      if (reached && comparePositions(reached, position) >= 0) {
        const stale = await this.views.db.collection<{ since: string }>('dirty').find({}).toArray();
        const behind = stale.some((d) => {
          const at = decodePosition(d.since);
          return at !== null && comparePositions(at, position) <= 0;
        });
        if (!behind) return null;
      }
      if (performance.now() > until) return checkpoint?.position ?? '0/0';
      await delay(lookEveryMilliseconds);
    }
  }
}
