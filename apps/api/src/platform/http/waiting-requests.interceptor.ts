import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Observable } from 'rxjs';
import { declarationOf } from '../endpoint/endpoint.js';
import { Refusal } from './problem.filter.js';

/** More than the about thirty requests that a dashboard sends at once. */
export const mostWaitingRequests = 50;

/**
 * Refuses further requests of a user who has this many under way in this process, so that other users get answers as well. A request counts
 * until its answer was sent and its work has ended: who hangs up and asks anew would otherwise leave any amount of work behind. Throws Refusal
 * 429.
 */
@Injectable()
export class WaitingRequests implements NestInterceptor {
  private readonly waiting = new Map<string, number>();

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { principal } = http.getRequest<FastifyRequest>();
    const { raw } = http.getResponse<FastifyReply>();
    const isStream = declarationOf(context.getHandler())?.streams === true;
    if (!principal || isStream) return next.handle();
    const { userId } = principal;
    return new Observable((subscriber) => {
      const before = this.waiting.get(userId) ?? 0;
      if (before >= mostWaitingRequests)
        throw new Refusal(429, {
          message: `${mostWaitingRequests} of your requests wait for an answer. Please try again when some have one.`,
        });
      this.waiting.set(userId, before + 1);
      let open = 1;
      const over = () => {
        open -= 1;
        if (open === 0) this.release(userId);
      };
      if (!raw.closed) {
        open += 1;
        raw.once('close', over);
      }
      const work = next.handle().subscribe(subscriber);
      return () => {
        work.unsubscribe();
        over();
      };
    });
  }

  private release(userId: string): void {
    const left = this.waiting.get(userId)! - 1;
    if (left === 0) this.waiting.delete(userId);
    else this.waiting.set(userId, left);
  }
}
