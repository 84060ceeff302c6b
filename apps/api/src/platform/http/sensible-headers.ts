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

/** A year: a browser that has been here uses TLS only, even for http addresses. */
const overTlsOnly = { 'Strict-Transport-Security': 'max-age=31536000' };

/** Headers that stop a browser from doing things that this product never needs, by name. */
export const sensibleHeaders = (secure: boolean): Readonly<Record<string, string>> =>
  secure ? { ...sensible, ...overTlsOnly } : sensible;

const withNumbers = /^\/(api|cubejs-api|pcm)(\/|$)/;

/** Sets the headers of an answer that has not begun. Proxies never store answers with figures. */
export function setSensibleHeaders(answer: ServerResponse, url: string, secure: boolean): void {
  for (const [name, value] of Object.entries(sensibleHeaders(secure))) answer.setHeader(name, value);
  if (withNumbers.test(url)) answer.setHeader('Cache-Control', 'no-store');
}

/** Sets them on the raw answer as soon as its request is known, because an event stream bypasses Fastify's sending. */
export function addSensibleHeaders(server: FastifyInstance, { secure = false } = {}): void {
  server.addHook('onRequest', (request, reply, done) => {
    setSensibleHeaders(reply.raw, request.url, secure);
    done();
  });
}
