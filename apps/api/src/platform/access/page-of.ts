const longest = 200;

/**
 * The page that a request came from, in the form that the access log stores: its path, or the origin of another site. The query is dropped,
 * because it may hold a search text. Null if the header is missing or is not a URL.
 */
export function pageOf(referrer: string | undefined, host: string | undefined): string | null {
  if (referrer === undefined || !URL.canParse(referrer)) return null;
  const { protocol, host: from, origin, pathname } = new URL(referrer);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  return (from === host ? pathname : origin).slice(0, longest);
}
