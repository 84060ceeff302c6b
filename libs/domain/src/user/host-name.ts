const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const pattern = new RegExp(`^(?:${label}(?:\\.${label})*|\\[::1\\])(?::\\d{1,5})?$`);

/** Names under which a browser reaches its own machine, which needs no TLS. */
const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * The host name, with its port if there is one, of an Admin's entry: a host name, or the address of a page. Null for
 * any other text.
 */
export function hostNameOf(text: string): string | null {
  const [host = ''] = withoutScheme(text).split(/[/?#]/);
  return host.length <= 253 && pattern.test(host) ? host : null;
}

const withoutScheme = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '');

/**
 * Whether an Admin's entry is the address of a page without TLS on another machine. Whoever is on the way to such a
 * page can change it, and take its token.
 */
export const isWithoutTls = (text: string): boolean =>
  /^http:\/\//i.test(text.trim()) && !loopback.test(hostNameOf(text) ?? '');

/**
 * Whether a page of this origin (`https://super.example.com`) is one of a domain, or of a name below it. Pages without
 * TLS are of no domain, except on the browser's own machine.
 */
export function isOfDomain(origin: string, domain: string): boolean {
  const [, scheme, host] = /^(https?):\/\/(.+)$/.exec(origin.toLowerCase()) ?? [];
  if (host === undefined || (scheme === 'http' && !loopback.test(host))) return false;
  return host === domain || host.endsWith(`.${domain}`);
}
