import type { FastifyReply } from 'fastify';

/** A signal that is aborted if the client disconnects before its answer is written. */
export function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const leave = () => {
    if (!raw.writableFinished) gone.abort(new Error('Nobody waits for the answer any more.'));
  };
  raw.once('close', leave);
  if (raw.destroyed) leave();
  return gone.signal;
}
