import {
  BadRequestException,
  Catch,
  HttpException,
  NotFoundException,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import { RuleViolation } from '@superscope/domain/rule-violation';
import {
  ConflictError,
  EventStoreFullError,
  EventStoreUnavailableError,
  UndecodableEventError,
} from '@superscope/event-store/connection/errors';
import { isMongoAway } from '@superscope/event-store/connection/mongo-away';
import { isPassing } from '@superscope/event-store/connection/retry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ZodError, type core } from 'zod';

const statusOf: Record<RuleViolation['code'], number> = {
  'not-found': 404,
  conflict: 409,
  invalid: 400,
  forbidden: 403,
};

/** A refusal with a status and a body of its own. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: { message: string } & Record<string, unknown>,
    private readonly options: ErrorOptions & { retryAfterSeconds?: number } = {},
  ) {
    super(body.message, options);
  }

  /** When to ask again; undefined if that is not known. */
  get retryAfterSeconds(): number | undefined {
    return this.options.retryAfterSeconds;
  }
}

/** An engine did not answer in time, or had no capacity: no refusal, because it passes by itself. */
export class Busy extends Error {
  constructor(
    message: string,
    readonly status: 503 | 504,
  ) {
    super(message);
  }
}

/** The one place where an error becomes a response: `{message}`, and never internal details. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const { status, body } = problemOf(error);
    if (status >= 500 || error instanceof UndecodableEventError) {
      // The route instead of the URL, which may contain a token.
      const route = `${request.method} ${request.routeOptions.url ?? '(none)'}`;
      request.log.error({ err: error, route }, 'a request failed');
    }
    // Part of the response may have been sent already (a download), so all that remains is to close the connection.
    if (reply.sent || reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    // The analytics client reads `error`, and only that.
    const ofQueryService = request.url.startsWith('/cubejs-api/');
    // The endpoint's own media type may be set already.
    void reply.type('application/json; charset=utf-8');
    if (error instanceof Refusal && error.retryAfterSeconds !== undefined)
      void reply.header('Retry-After', error.retryAfterSeconds);
    void reply.status(status).send(ofQueryService ? { error: String(body['message']) } : body);
  }
}

export function problemOf(error: unknown): { status: number; body: Record<string, unknown> } {
  if (error instanceof Refusal) return { status: error.status, body: error.body };
  if (error instanceof Busy)
    return {
      status: error.status,
      body: { message: 'The figures could not be read in time. Please try again shortly.' },
    };
  if (error instanceof RuleViolation) return { status: statusOf[error.code], body: { message: error.message } };
  if (error instanceof ConflictError && error.code === 'command-reused')
    return { status: 409, body: { message: 'This Idempotency-Key belongs to another request.' } };
  if (error instanceof ConflictError)
    return { status: 409, body: { message: 'Somebody else changed this at the same time. Please try again.' } };
  if (error instanceof ZodError) {
    // An unknown name is often a misspelt one and explains a missing one, so it comes first.
    const unknown = error.issues.filter(({ code }) => code === 'unrecognized_keys').flatMap(unknownFieldsOf);
    const others = error.issues.filter(({ code }) => code !== 'unrecognized_keys');
    const errors = [...unknown, ...others.map((issue) => ({ field: issue.path.join('.'), message: issue.message }))];
    return { status: 400, body: { message: errors[0]?.message ?? 'The request is not valid.', errors } };
  }
  if (isForeign(error))
    return { status: error.getStatus(), body: { message: unreadable(error.getStatus(), error.message) } };
  if (error instanceof HttpException) {
    const answer = error.getResponse();
    const message = typeof answer === 'string' ? answer : ((answer as { message?: unknown }).message ?? error.message);
    return { status: error.getStatus(), body: { message: Array.isArray(message) ? message.join('; ') : message } };
  }
  if (error instanceof UndecodableEventError)
    return { status: 409, body: { message: 'What is stored about this cannot be read. Please tell us.' } };
  const known = error as { statusCode?: unknown; code?: unknown; message?: unknown };
  if (typeof known?.statusCode === 'number' && known.statusCode >= 400 && known.statusCode < 500)
    return {
      status: known.statusCode,
      body: { message: unreadable(known.statusCode, `${String(known.code)} ${String(known.message)}`) },
    };
  if (error instanceof EventStoreFullError)
    return { status: 507, body: { message: 'There is no room left to store this. Nothing was written.' } };
  if (error instanceof EventStoreUnavailableError || isUnreachable(error))
    return { status: 503, body: { message: 'The service is not available right now. Please try again shortly.' } };
  return { status: 500, body: { message: 'Something went wrong. Please try again, and tell us if it goes on.' } };
}

/**
 * Whether Nest made this of what it found itself: an address without a route, or an error of Fastify or of a parser. Refusals of ours are
 * of other classes.
 */
const isForeign = (error: unknown): error is HttpException =>
  error instanceof HttpException &&
  (error.constructor === HttpException ||
    error instanceof BadRequestException ||
    (error instanceof NotFoundException && /^Cannot [A-Z]+ \//.test(error.message)));

/** Our sentences for what Fastify and its plugins refuse before a request is read. */
const unreadableBy: readonly (readonly [said: RegExp, sentence: string])[] = [
  [/FST_ERR_CTP_INVALID_JSON_BODY|JSON|prototype/, 'The body is not JSON. Check its quotes, commas and brackets.'],
  [/FST_ERR_CTP_EMPTY_JSON_BODY|Body cannot be empty/, 'The body is empty. Send JSON, or no content type.'],
  [/Content-Length/i, 'The body is not as long as its Content-Length says.'],
  [/FST_PARTS_LIMIT/, 'The upload has too many parts. Send the files alone.'],
  [/FST_FIELDS_LIMIT/, 'The upload has too many fields. Send the files alone.'],
  [/FST_FILES_LIMIT/, 'The upload has too many files.'],
];
const unreadableByStatus: Readonly<Record<number, string>> = {
  404: 'There is nothing here.',
  405: 'This address does not take this method.',
  408: 'The request took too long to arrive.',
  413: 'The body is too large.',
  414: 'This address is too long.',
  415: 'The body is of a kind that is not read here. Send JSON with the content type application/json.',
  431: 'The request has too many or too long headers.',
};

const unreadable = (status: number, said: string): string =>
  unreadableByStatus[status] ??
  unreadableBy.find(([pattern]) => pattern.test(said))?.[1] ??
  'The request could not be read. Check its address, headers and body.';

/** The message for a parameter or field that the endpoint does not have. A long name is truncated. */
export const unknownField = (name: string): string =>
  `This request has no '${name.slice(0, 100).replaceAll(/[\p{Cc}\p{Cs}]/gu, '?')}'.`;

const unknownFieldsOf = (issue: core.$ZodIssue) =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), message: unknownField(key) }))
    : [];

/** ClickHouse's clients have no error class for an unreachable server. */
const gone = /\b(ECONNREFUSED|ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_CONNECT_TIMEOUT)\b|socket hang up/;

const isUnreachable = (error: unknown): boolean =>
  isMongoAway(error) ||
  isPassing(error) ||
  (error instanceof Error && gone.test(`${String((error as { code?: unknown }).code)} ${error.message}`));
