import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** How long the rest of a refused body is read. A client that sends for longer is cut off. */
const patienceMilliseconds = 30_000;

/**
 * Reads the rest of a body that is too large before it is refused. A connection that is closed while the body still arrives is an error for
 * a proxy, which then answers 502 in the place of our sentence.
 */
export function hearLargeBodiesOut(server: FastifyInstance): void {
  // Not async, because an answer that is sent a moment later costs Nest and Fastify more listeners, for every request.
  server.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode !== 413) {
      done(null, payload);
      return;
    }
    void isHeardOut(request.raw).then((isWhole) => {
      if (isWhole) reply.removeHeader('connection');
      done(null, payload);
    });
  });
}

/** Resolves to whether the whole message has arrived. */
function isHeardOut(message: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      resolve(message.complete);
    };
    const timer = setTimeout(end, patienceMilliseconds).unref();
    if (message.complete || message.destroyed) return end();
    finished(message, end);
    message.unpipe();
    message.resume();
  });
}
