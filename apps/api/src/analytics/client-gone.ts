import type { FastifyReply } from 'fastify';

/** The client has disconnected. */
class ClientGone extends Error {}

/** A signal that is aborted if the client disconnects before its answer is written. */
export function untilGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const leave = () => {
    if (!reply.raw.writableFinished) gone.abort(new ClientGone());
  };
  reply.raw.once('close', leave);
  if (reply.raw.destroyed) leave();
  return gone.signal;
}
