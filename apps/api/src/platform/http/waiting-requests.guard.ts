import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { declarationOf } from '../endpoint/endpoint.js';
import { Refusal } from './problem.filter.js';

/** More than the about thirty requests that a dashboard sends at once. */
export const mostWaitingRequests = 50;

/**
 * Refuses further requests of a user who has this many waiting in this process, so that other users get answers as well. Throws Refusal
 * 429.
 */
@Injectable()
export class WaitingRequestsGuard implements CanActivate {
  private readonly waiting = new Map<string, number>();

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const { principal } = http.getRequest<FastifyRequest>();
    const { raw } = http.getResponse<FastifyReply>();
    const isStream = declarationOf(context.getHandler())?.streams === true;
    if (!principal || isStream || raw.destroyed) return true;
    const { userId } = principal;
    const before = this.waiting.get(userId) ?? 0;
    if (before >= mostWaitingRequests)
      throw new Refusal(429, {
        message: `${mostWaitingRequests} of your requests wait for an answer. Please try again when some have one.`,
      });
    this.waiting.set(userId, before + 1);
    raw.once('close', () => {
      const left = this.waiting.get(userId)! - 1;
      if (left === 0) this.waiting.delete(userId);
      else this.waiting.set(userId, left);
    });
    return true;
  }
}
