import type { FastifyRequest } from 'fastify';

/** A sender that forwards for another one, although the settings do not name it as a proxy. */
export interface UnknownProxy {
  address: string;
  /** What the sender added. The api reads X-Forwarded-For only, and only of named proxies. */
  header: 'X-Forwarded-For' | 'Forwarded';
}

type Request = Pick<FastifyRequest, 'headers' | 'ip' | 'ips'>;

/**
 * The sender of a request whose forwarded header is not trusted; null for a request without such a header. Anybody can send the header, so
 * it proves nothing: most people then share the address of a proxy that nobody named, or one sender pretends so.
 */
export function unknownProxyOf({ headers, ip, ips }: Request): UnknownProxy | null {
  const given = headers['x-forwarded-for'];
  const named = (typeof given === 'string' ? given : '').split(',').filter((each) => each.trim() !== '').length;
  // `ips` ends with the first address that is not trusted. It is undefined without a trusted proxy.
  if (named > 0) return (ips?.length ?? 1) <= named ? { address: ip, header: 'X-Forwarded-For' } : null;
  return headers['forwarded'] === undefined ? null : { address: ip, header: 'Forwarded' };
}
