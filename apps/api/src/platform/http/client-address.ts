import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Reads a connection's address while it is open: Node caches an address once it is read, and has none for a closed connection. Otherwise a
 * client that disconnects before the answer would have no address in the access log and in the limits of sign-in.
 */
export function keepClientAddresses(server: FastifyInstance): void {
  server.server.on('connection', (socket: Socket) => void socket.remoteAddress);
}
