import type { SendHandle } from 'node:child_process';
import type { Server } from 'node:net';

/**
 * A server's listening socket, which the supervisor keeps open while the process is down. Otherwise another user of the machine could take
 * the port and receive clients' passwords. Connections made in the meantime wait for the next process.
 */
export type ListeningSocket = { close(done: () => void): void };

/** Set by the supervisor for a process that must listen on the inherited socket. */
export const SOCKET_SETTING = 'SUPERSCOPE_LISTEN_FD';
/** The first descriptor after the standard streams and the channel to the parent. */
export const HANDED_SOCKET_FD = 4;

/** The inherited socket of the previous process, or null. */
export const handedSocket = (env: NodeJS.ProcessEnv): { fd: number } | null =>
  env[SOCKET_SETTING] === undefined ? null : { fd: Number(env[SOCKET_SETTING]) };

/** The handle to send to the parent. Sending the server itself would make Node accept connections in the parent. */
export const socketOf = (server: Server): SendHandle => (server as unknown as { _handle: SendHandle })._handle;
