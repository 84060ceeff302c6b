import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Reads a connection's address while it stands: Node remembers one that was read, and tells none of a connection that has ended.
 * Without it, whoever hangs up before the answer would come from nowhere in the access log and in the limits of sign-in.
 */
export function keepClientAddresses(server: FastifyInstance): void {
  server.server.on('connection', (socket: Socket) => void socket.remoteAddress);
}
