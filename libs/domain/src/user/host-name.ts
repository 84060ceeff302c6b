const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const pattern = new RegExp(`^${label}(?:\\.${label})*(?::\\d{1,5})?$`);

/**
 * The host name, with its port if there is one, of an Admin's entry: a host name, or the address of a page. Null for
 * any other text.
 */
export function hostNameOf(text: string): string | null {
  const [host = ''] = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .split(/[/?#]/);
  return host.length <= 253 && pattern.test(host) ? host : null;
}

/** Whether a page of this origin (`https://super.example.com`) is one of a domain, or of a name below it. */
export function isOfDomain(origin: string, domain: string): boolean {
  const host = /^https?:\/\/(.+)$/.exec(origin.toLowerCase())?.[1];
  return host !== undefined && (host === domain || host.endsWith(`.${domain}`));
}
