import type { SendHandle } from 'node:child_process';
import type { Server } from 'node:net';

/**
 * What a server listens on, kept open by the supervisor while its process is down: a port that is free for a moment could be taken by
 * another user of the machine, to whom clients would send their password. Who connects meanwhile waits for the next process.
 */
export type ListeningSocket = { close(done: () => void): void };

/** The supervisor sets it for a process that is to listen on the socket it is given. */
export const SOCKET_SETTING = 'SUPERSCOPE_LISTEN_FD';
/** After the standard streams and the channel to the parent. */
export const HANDED_SOCKET_FD = 4;

/** Where to listen: on the socket of the process before this one, or anew. */
export const handedSocket = (env: NodeJS.ProcessEnv): { fd: number } | null =>
  env[SOCKET_SETTING] === undefined ? null : { fd: Number(env[SOCKET_SETTING]) };

/** To be sent to the parent. Of the server itself Node would make one in the parent that takes its connections away. */
export const socketOf = (server: Server): SendHandle => (server as unknown as { _handle: SendHandle })._handle;
