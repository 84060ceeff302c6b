import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { AnalyticsProblem } from '@superscope/contracts/analytics/answer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { problemOf, Refusal } from '../platform/http/problem.filter.js';
import { EngineBusy } from './load/run-statement.js';
import { BadQuery } from './query/bad-query.js';

/**
 * Writes errors in the form that the client expects: `error` is always text, and never "Continue wait", on which the client would repeat
 * the request at once.
 */
@Catch()
export class CubejsProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    if (reply.raw.destroyed || reply.sent) return;
    const [status, problem] = analyticsProblemOf(error, http.getRequest<FastifyRequest>());
    void reply.status(status).type('application/json; charset=utf-8').send(JSON.stringify(problem));
  }
}

/** The status and the body of a query's failure. Failures of the server are logged. */
export function analyticsProblemOf(error: unknown, request: FastifyRequest): [number, AnalyticsProblem] {
  if (error instanceof BadQuery)
    return [error.status, { ...(error.userError ? { type: 'UserError' as const } : {}), error: error.message }];
  if (error instanceof EngineBusy) return [error.status, { error: error.message }];
  if (error instanceof Refusal) return [error.status, { error: error.message }];
  const { status, body } = problemOf(error);
  if (error instanceof ZodError || error instanceof HttpException) return [status, { error: String(body['message']) }];
  request.log.error({ err: error }, 'a query failed');
  // An engine is unavailable: the same message as from every other endpoint.
  if (status === 503) return [status, { error: String(body['message']) }];
  return [500, { error: 'The query could not be answered. The reason is in the log.' }];
}
