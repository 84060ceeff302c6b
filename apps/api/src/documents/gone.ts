import type { FastifyReply } from 'fastify';

/** Aborts once the client has disconnected. */
export function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const leave = () => {
    if (!raw.writableFinished) gone.abort(new Error('Nobody waits for the answer any more.'));
  };
  raw.once('close', leave);
  if (raw.destroyed) leave();
  return gone.signal;
}
