import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

const policy = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  // Chart libraries set inline styles.
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

/** For a year after a visit, the browser uses only TLS, even for http URLs. */
const overTlsOnly = { 'Strict-Transport-Security': 'max-age=31536000' };

/** Headers, by name, that keep a browser from doing things that this product never needs. */
export const sensibleHeaders = (secure: boolean): Readonly<Record<string, string>> =>
  secure ? { ...sensible, ...overTlsOnly } : sensible;

/**
 * Sets the headers of a response that has not begun. Nothing may be stored by a browser or a proxy unless its handler says so: lists of
 * addresses that hold figures have missed some.
 */
export function setSensibleHeaders(answer: ServerResponse, secure: boolean): void {
  for (const [name, value] of Object.entries(sensibleHeaders(secure))) answer.setHeader(name, value);
  answer.setHeader('Cache-Control', 'no-store');
}

/** Sets these headers on the raw response as soon as the request is known, because an event stream bypasses Fastify's sending. */
export function addSensibleHeaders(server: FastifyInstance, { secure = false } = {}): void {
  server.addHook('onRequest', (_, reply, done) => {
    setSensibleHeaders(reply.raw, secure);
    done();
  });
}
