import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

const header = 'x-correlation-id';
const wellFormed = /^[A-Za-z0-9-]{8,64}$/;

/** The id under which a request, its events and their projections are found in the logs: the caller's, or a new one. */
export function correlationIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[header];
  return typeof given === 'string' && wellFormed.test(given) ? given : randomUUID();
}

/** A read that takes so long is logged as well, so that the id of a slow call leads to a line. */
const slowMs = 2_000;
/** A stream lasts as long as its listener wants. */
export const isEventStream = ({ raw }: { raw: ServerResponse }): boolean =>
  String(raw.getHeader('content-type') ?? '').startsWith('text/event-stream');

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Returns the correlation id as a header, and logs each request: writes, failures and slow reads at `info`, other reads at `debug`. The log
 * line names the route instead of the URL, which may contain a search text.
 */
export function logRequests(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    // Set on the raw response, because Fastify does not send event streams.
    reply.raw.setHeader('X-Correlation-Id', request.id);
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, log } = request;
    const status = reply.statusCode;
    const line = { method, route: routeOptions.url ?? null, status, ms: Math.round(reply.elapsedTime) };
    // Figures are also requested by POST.
    const read = reads.has(method) || line.route?.startsWith('/cubejs-api/') || line.route === '/api/figures';
    if (read && status < 500 && (line.ms < slowMs || isEventStream(reply))) log.debug(line, 'request');
    else log.info(line, 'request');
    done();
  });
}
