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

const sensible = {
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
};

/** A year: a browser that was here once asks over TLS only, also where an address says http. */
const overTlsOnly = { 'Strict-Transport-Security': 'max-age=31536000' };

/** Headers that keep a browser from doing what this product never needs; answers with numbers are never stored by proxies. */
export function addSensibleHeaders(server: FastifyInstance, { secure = false } = {}): void {
  const headers = secure ? { ...sensible, ...overTlsOnly } : sensible;
  server.addHook('onSend', (request, reply, _payload, done) => {
    reply.headers(headers);
    if (request.url.startsWith('/api/') || request.url.startsWith('/cubejs-api/'))
      if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store');
    done();
  });
}
