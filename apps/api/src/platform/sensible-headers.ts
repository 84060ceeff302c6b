import type { FastifyInstance } from 'fastify';

const policy = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  // Chart libraries set inline styles on what they draw.
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'self'",
  "form-action 'self'",
].join('; ');

/** Headers that keep a browser from doing what this product never needs; answers with numbers are never stored by proxies. */
export function addSensibleHeaders(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply) => {
    reply.header('Content-Security-Policy', policy);
    reply.header('X-Content-Type-Options', 'nosniff');
    reply.header('Referrer-Policy', 'same-origin');
    reply.header('Cross-Origin-Opener-Policy', 'same-origin');
    reply.header('Permissions-Policy', 'camera=(), microphone=(), geolocation=()');
    if (request.url.startsWith('/api/') || request.url.startsWith('/cubejs-api/'))
      if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store');
  });
}
