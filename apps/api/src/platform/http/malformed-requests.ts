import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './problem.filter.js';
import { deepestJson, isDeeperThan } from './nesting.js';
import { sensibleHeaders, setSensibleHeaders } from './sensible-headers.js';

const second = 1_000;

/**
 * How long a request's headers, and the whole request, may take to arrive. A slower client only occupies a connection. A large file on a
 * slow line takes minutes.
 */
export const arrivalLimits = { headersTimeout: 20 * second, requestTimeout: 15 * 60 * second } as const;

/** Responds to URLs that cannot be decoded: they reach neither a route nor the filter that turns errors into responses. */
export const refuseAddress =
  (secure: boolean) =>
  (error: { statusCode?: number }, _: FastifyRequest, reply: FastifyReply): void => {
    const status = error.statusCode ?? 400;
    setSensibleHeaders(reply.raw, secure);
    void reply
      .status(status)
      .send({ message: status === 414 ? 'This address is too long.' : 'This is not an address.' });
  };

/** Replaces Node's own response to an unknown `Expect` header, which would lack our headers. */
export function refuseExpectations(server: FastifyInstance, secure: boolean): void {
  server.server.on('checkExpectation', (_: IncomingMessage, answer: ServerResponse) => {
    setSensibleHeaders(answer, secure);
    answer.writeHead(417, { 'Content-Type': 'application/json; charset=utf-8' });
    answer.end(JSON.stringify({ message: 'This server does not support the Expect header of the request.' }));
  });
}

const clientErrors: Record<string, [status: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request has too many or too long headers.'],
};

/** Sends an HTTP response to bytes that are not HTTP, and closes the connection. */
export const refuseBytes =
  (secure: boolean) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const [status, message] = clientErrors[error.code ?? ''] ?? ['400 Bad Request', 'This is not a request.'];
    const body = JSON.stringify({ message });
    const own = {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': body.length,
      Connection: 'close',
    };
    const head = Object.entries({ ...own, ...sensibleHeaders(secure) }).map(([name, value]) => `${name}: ${value}`);
    if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\n\r\n${body}`);
    socket.destroy(error);
  };

/** Refuses deeply nested bodies, which would overflow the stack of any recursive code that reads them later. */
export function refuseDeepBodies(server: FastifyInstance): void {
  server.addHook('preValidation', ({ body }, _, done) => {
    const isDeep = typeof body === 'object' && isDeeperThan(deepestJson, body);
    done(isDeep ? new Refusal(400, { message: `A body may be nested at most ${deepestJson} deep.` }) : undefined);
  });
}
