import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { finalize, type Observable } from 'rxjs';
import { declarationOf } from '../endpoint/endpoint.js';
import { Refusal } from './problem.filter.js';

/** Files are read one after the other, so the last of these waits for a minute or two at most. */
export const mostReadings = 12;
const mostReadingsOfOnePerson = 2;
/** About what a large file takes. */
const retryAfterSeconds = 15;

/**
 * Gives each request that has a file read a place before its file is received, and keeps the place until the reading has ended, also when
 * its client hung up before. Throws Refusal 429 for a third one of a person, and 503 when all places are taken, both with Retry-After.
 */
@Injectable()
export class FileReadings implements NestInterceptor {
  private readonly held = new Map<string, number>();

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (declarationOf(context.getHandler())?.readsFile !== true) return next.handle();
    const http = context.switchToHttp();
    const { userId } = http.getRequest<FastifyRequest>().principal!;
    const mine = this.held.get(userId) ?? 0;
    const refuse = (status: number, message: string) => {
      void http.getResponse<FastifyReply>().header('Retry-After', retryAfterSeconds);
      throw new Refusal(status, { message });
    };
    if (mine >= mostReadingsOfOnePerson)
      refuse(429, 'Two of your files are being read already. Please wait for one of them.');
    if (this.places >= mostReadings)
      refuse(503, 'Many files are being read right now. Please try again in a minute. Nothing was kept of this one.');
    this.held.set(userId, mine + 1);
    return next.handle().pipe(finalize(() => this.release(userId)));
  }

  private get places(): number {
    return [...this.held.values()].reduce((sum, each) => sum + each, 0);
  }

  private release(userId: string): void {
    const left = this.held.get(userId)! - 1;
    if (left === 0) this.held.delete(userId);
    else this.held.set(userId, left);
  }
}
