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

const withNumbers = /^\/(api|cubejs-api|pcm)(\/|$)/;

/** Sets the headers of a response that has not begun. Proxies never store responses with figures. */
export function setSensibleHeaders(answer: ServerResponse, url: string, secure: boolean): void {
  for (const [name, value] of Object.entries(sensibleHeaders(secure))) answer.setHeader(name, value);
  if (withNumbers.test(url)) answer.setHeader('Cache-Control', 'no-store');
}

/** Sets these headers on the raw response as soon as the request is known, because an event stream bypasses Fastify's sending. */
export function addSensibleHeaders(server: FastifyInstance, { secure = false } = {}): void {
  server.addHook('onRequest', (request, reply, done) => {
    setSensibleHeaders(reply.raw, request.url, secure);
    done();
  });
}
