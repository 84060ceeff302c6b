import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

type Request = Pick<FastifyRequest, 'headers' | 'raw'>;

/** Whether a request carries the monitoring token (`Authorization: Bearer …`), or comes directly from this machine. */
export const isMonitor = (request: Request, token: string | undefined): boolean =>
  isOwnLoopback(request) || (token !== undefined && bringsToken(request, token));

/**
 * Whether a request comes directly from this machine. The socket's own address counts, never a header's. A request that a proxy on this
 * machine forwards has a header that reveals the proxy.
 */
function isOwnLoopback({ headers, raw }: Request): boolean {
  if (Object.keys(headers).some((name) => ofProxies.test(name))) return false;
  return loopback.test(raw.socket.remoteAddress ?? '');
}

const ofProxies = /^(x-forwarded|x-real-ip$|x-client-ip$|forwarded$|via$|true-client-ip$|cf-connecting-ip$)/;
const loopback = /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/;

function bringsToken({ headers }: Request, token: string): boolean {
  const [, given] = /^bearer\s+(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return given !== undefined && timingSafeEqual(digestOf(given), digestOf(token));
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
