import type { FastifyRequest } from 'fastify';

const sent = new WeakMap<FastifyRequest, string[]>();

/**
 * Notes what a form held, in text that tells it from any other content. Fastify knows nothing of a form's parts, and by them two requests
 * with the same `Idempotency-Key` are told apart.
 */
export function noteSent(request: FastifyRequest, content: string): void {
  sent.set(request, [...(sent.get(request) ?? []), content]);
}

/** What was noted, in its order; null of a request without a form, or before it was read. */
export const sentParts = (request: FastifyRequest): readonly string[] | null => sent.get(request) ?? null;
